// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tests/fakes/http_server.h"

namespace spectrumd {

// An HTTP server that answers each request with the next of some statuses, and with the last of them from then on.
class WebhookReceiver {
 public:
  explicit WebhookReceiver(std::vector<int> statuses)
      : statuses_(std::move(statuses)), server_([this](const std::string& request) { return answer(request); }) {}

  std::string url() const { return server_.url("/hook"); }
  std::vector<std::string> requests() const {
    const std::scoped_lock lock(mutex_);
    return requests_;
  }

 private:
  std::string answer(const std::string& request) {
    const std::scoped_lock lock(mutex_);
    const int status = statuses_.at(std::min(requests_.size(), statuses_.size() - 1));
    requests_.push_back(request);
    return FakeHttpServer::response(status, "ok", "Location: /elsewhere\r\n");
  }

  const std::vector<int> statuses_;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;
  FakeHttpServer server_;
};

}  // namespace spectrumd
