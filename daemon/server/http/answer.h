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

// A body generated while the client receives it. One thread at a time, never the connection thread: generating a piece
// may take a while.
class BodySource {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~BodySource() = default;
  virtual SharedText next() = 0;  // null: nothing available now

  // After a null: the latest time to call next() again; nullopt if the body has ended.
  virtual std::optional<Clock::time_point> due() const { return std::nullopt; }
};

struct Answer;

// An answer that cannot be made yet.
class LateAnswer {
 public:
  virtual ~LateAnswer() = default;
  virtual bool ready() const = 0;   // also when it has waited for too long; on the connection thread
  virtual Answer make() const = 0;  // once it is ready; throws RequestError
};

// The answer to a request.
struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::vector<Header> headers;
  std::string body;

  // If one of these is set, the body comes from it: piece by piece, from a range of a file, or not at all, because the
  // connection becomes a WebSocket.
  std::shared_ptr<BodySource> source;
  FileBody file;
  bool is_websocket = false;

  std::shared_ptr<const LateAnswer> late = {};           // to be made in place of this one; of routes that compute
  bool waits_for_disk = false;                           // the source does
  bool is_stream = false;                                // the source continues until the client disconnects
  std::shared_ptr<MemoryBudget::Share> share = nullptr;  // memory of a long body, reserved in the budget
};

// Reserves memory for a long answer. Throws RequestError (503, "busy") if other answers use it up.
std::shared_ptr<MemoryBudget::Share> share_of_memory(MemoryBudget& memory, std::size_t bytes);

Answer json_answer(const Json& json);
Answer error_answer(const RequestError& error);  // with the headers its status requires

}  // namespace spectrumd
