// SPDX-License-Identifier: MIT
// Who may do what at a hub; there is no database.
#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "daemon/config/report_store.h"
#include "daemon/hub/hub.h"
#include "tests/daemon/server/http_client.h"
#include "tests/daemon/sources/file/temporary_folder.h"

namespace spectrumd {
namespace {

struct HubUsers : testing::Test {
  HubUsers() {
    settings.server.listen = "127.0.0.1:0";
    settings.users.folder = folder.path("state");
    hub.emplace(settings, PgConnection::Login{.store = *parse_report_store("postgresql://reader@127.0.0.1:1/fleet"),
                                              .password = "",
                                              .application = "hub"});
  }
  HttpAnswer ask(const std::string& method, const std::string& path, const std::string& token = "",
                 const std::string& body = "") const {
    Lines lines{"Content-Type: application/json"};
    if (!token.empty()) lines.push_back("Authorization: Bearer " + token);
    return HttpClient(hub->port()).ask(request_text(method, path, lines, body));
  }

  TemporaryFolder folder;
  Settings settings;
  std::optional<Hub> hub;
};

TEST_F(HubUsers, HaveAListApartFromThatOfADaemonThere) {
  EXPECT_EQ(ask("GET", "/api/v1/receivers").status, 503) << "as ever without users: it is the database that is missing";
  Users(folder.path("state")).add("anna", Role::Admin);
  EXPECT_EQ(ask("GET", "/api/v1/receivers").status, 503);
  Users(folder.path("state") + "/hub").add("bert", Role::Viewer);
  std::this_thread::sleep_for(Users::kLook);
  EXPECT_EQ(ask("GET", "/api/v1/receivers").error_code(), "token_needed");
}

TEST_F(HubUsers, ReadAndAdministerByRole) {
  Users users(folder.path("state") + "/hub");
  const std::string viewer = users.add("anna", Role::Viewer), admin = users.add("bert", Role::Admin);
  std::this_thread::sleep_for(Users::kLook);
  const std::map<std::string, int> of_viewer{{"/api/v1/receivers", 503},
                                             {"/api/v1/alarms", 503},
                                             {"/api/v1/me", 200},
                                             {"/api/v1/openapi.json", 200},
                                             {"/api/v1/receivers/1/events/log/1/event.json", 503},
                                             {"/api/v1/users", 403},
                                             {"/api/v1/audit", 403}};
  for (const auto& [path, status] : of_viewer) {
    EXPECT_EQ(ask("GET", path, viewer).status, status) << path;
    EXPECT_EQ(ask("GET", path, admin).status, status == 403 ? 200 : status) << path;
    EXPECT_EQ(ask("GET", path).status, 401) << path;
  }
  const auto made = ask("POST", "/api/v1/users", admin, R"({"name": "carl", "role": "viewer"})");
  ASSERT_EQ(made.status, 200) << made.body;
  EXPECT_EQ(ask("GET", "/api/v1/me", made.json()["token"]).json()["name"], "carl");
  EXPECT_EQ(ask("GET", "/api/v1/audit", admin).json()["changes"][0]["who"], "bert");
}

}  // namespace
}  // namespace spectrumd
