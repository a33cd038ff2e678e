// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/config/json.h"
#include "daemon/server/http/request_error.h"
#include "daemon/server/memory_budget.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

using Header = std::pair<std::string, std::string>;

struct FileBody {
  std::shared_ptr<const mailbox::Descriptor> descriptor;  // null: none
  std::uint64_t first = 0, bytes = 0;
};

// A body that is made while the client takes it. One thread at a time, and not that of the connections: to make a piece
// may take a while.
class BodySource {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~BodySource() = default;
  virtual SharedText next() = 0;  // null: there is nothing now

  // When to ask again at the latest after a null, if there is no news before; nothing: the body has ended.
  virtual std::optional<Clock::time_point> due() const { return std::nullopt; }
};

// What a request is answered with.
struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::vector<Header> headers;
  std::string body;

  // Where one of these is set, the body comes from it: piece by piece; from a stretch of a file; or not at all, since
  // the connection becomes a WebSocket.
  std::shared_ptr<BodySource> source;
  FileBody file;
  bool is_websocket = false;

  bool is_stream = false;                                // the source goes on until the client leaves
  std::shared_ptr<MemoryBudget::Share> share = nullptr;  // what a long body takes of the budget
};

// Takes memory for a long answer. Throws RequestError (503, "busy") while other answers have it.
std::shared_ptr<MemoryBudget::Share> share_of_memory(MemoryBudget& memory, std::size_t bytes);

Answer json_answer(const Json& json);
Answer error_answer(const RequestError& error);  // with the headers its status asks for

}  // namespace spectrumd
