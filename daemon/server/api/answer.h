// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "daemon/server/api/api.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

class EventFeed;

using Header = std::pair<std::string, std::string>;

struct FileBody {
  std::shared_ptr<const mailbox::Descriptor> descriptor;  // null: none
  std::uint64_t first = 0, bytes = 0;
};

// What a request is answered with.
struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::vector<Header> headers;
  std::string body;

  // Where one of these is set, the body comes from it: piece by piece as the client takes them, an empty one last; from
  // a stretch of a file; from a feed that goes on until the client leaves; or not at all, since the connection becomes
  // a WebSocket.
  std::function<std::string()> pieces;
  FileBody file;
  std::shared_ptr<EventFeed> feed;
  bool is_websocket = false;
};

Answer json_answer(const Json& json);
Answer error_answer(const ApiError& error);  // with the headers its status asks for

}  // namespace spectrumd
