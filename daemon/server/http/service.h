// SPDX-License-Identifier: MIT
#pragma once

#include <microhttpd.h>

#include <mutex>

#include "daemon/server/http/connections.h"
#include "daemon/server/http/failed_logins.h"
#include "daemon/server/http/site.h"
#include "daemon/server/http/sleepers.h"
#include "daemon/server/http/workers.h"
#include "daemon/server/sockets/poll_set.h"

namespace spectrumd {

// What requests work with.
struct Service {
  Service(Site what_is_served, PollSet& poll_set, const ConnectionLimits& limits);

  // Runs a job on a worker while the connection sleeps. Returns false, and does nothing, if the server is stopping.
  bool work(MHD_Connection* connection, Workers& workers, Workers::Kind kind, Workers::Job job);

  const Site site;
  PollSet& poll;  // must be rung after another thread has resumed a connection: libmicrohttpd does not notice that
  Connections connections;
  FailedLogins failed_logins;
  Sleepers sleepers;

  std::mutex mutex;
  bool upgrades = true;  // guarded by mutex; false once the server stops

  Workers encoder;   // one thread: generates rows, events and expensive answers
  Workers blocking;  // waits for disks, devices and planners
};

}  // namespace spectrumd
