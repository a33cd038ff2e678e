// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "daemon/server/http/answer.h"
#include "daemon/server/http/work_result.h"

namespace spectrumd {

// What receivers are asked for, each on a thread for itself: one that does not answer keeps no thread of the server
// waiting. Any thread. The destructor waits for the rest.
class Errands {
 public:
  using Fetch = std::function<std::string()>;  // blocks; throws RequestError

  // Throws RequestError (503, "busy") if there are too many.
  std::shared_ptr<const LateAnswer> begin(Fetch fetch, std::string type);

 private:
  struct Errand {
    std::shared_ptr<WorkResult<std::string>> body;
    std::jthread thread;
  };

  std::mutex mutex_;
  std::vector<Errand> under_way_;  // guarded by mutex_
};

}  // namespace spectrumd
