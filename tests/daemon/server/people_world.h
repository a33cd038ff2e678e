// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include "tests/daemon/server/http_world.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {

// A user of each role, called by its name.
struct People {
  People() {
    for (const Role role : {Role::Viewer, Role::Listener, Role::Tuner, Role::Admin})
      tokens_[role] = accounts_.users().add(std::string(to_string(role)), role);
  }

  TemporaryFolder folder_;
  Accounts accounts_{folder_.path("users")};
  std::map<Role, std::string> tokens_;
};

struct Peopled : People, HttpWorld {
  explicit Peopled(const Settings& settings = small_radio_settings()) : HttpWorld(settings, {}, &accounts_) {}

  static Lines with(const std::string& token, Lines more = {"Content-Type: application/json"}) {
    more.push_back("Authorization: Bearer " + token);
    return more;
  }
  HttpAnswer ask(const std::string& method, const std::string& path, const Lines& lines,
                 std::string_view body = "") const {
    return client().ask(request_text(method, path, lines, body));
  }
  HttpAnswer as(Role role, const std::string& method, const std::string& path, std::string_view body = "") {
    return ask(method, path, with(tokens_[role]), body);
  }
  WebSocketTestClient socket_of(const std::string& token) const {
    HttpClient http = client();
    Lines lines = kHandshake;
    lines.push_back("Sec-WebSocket-Protocol: spectrum.v1, bearer." + token);
    EXPECT_EQ(http.ask(request_text("GET", "/ws", lines)).status, 101);
    std::string first_bytes = http.rest();
    return WebSocketTestClient(http.release(), std::move(first_bytes));
  }
  static Json answer_of(WebSocketTestClient& socket, std::string_view type) {
    auto message = socket.next_message(type);
    EXPECT_TRUE(message) << type;
    return message ? Json(*message) : Json::object();
  }
};

}  // namespace spectrumd
