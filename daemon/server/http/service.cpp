// SPDX-License-Identifier: MIT
#include "daemon/server/http/service.h"

#include <utility>

namespace spectrumd {

namespace {
constexpr std::size_t kMostRequests = 64;  // that wait for workers of a kind; more are refused
constexpr std::size_t kBlockingThreads = 2;
}  // namespace

Service::Service(Site what_is_served, PollSet& poll_set, const ConnectionLimits& limits)
    : site(std::move(what_is_served)),
      poll(poll_set),
      connections(limits),
      encoder("http-encoder", 1, kMostRequests),
      blocking("http-blocking", kBlockingThreads, kMostRequests) {}

bool Service::work(MHD_Connection* connection, Workers& workers, Workers::Kind kind, Workers::Job job) {
  if (!sleepers.sleep(connection)) return false;
  const auto whole = [this, connection, job = std::move(job)] {
    job();
    sleepers.wake(connection);
    poll.ring();
  };
  workers.submit(whole, kind);
  return true;
}

}  // namespace spectrumd
