// SPDX-License-Identifier: MIT
#include "gpufft/process/serve.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <thread>

#include "gpufft/process/child.h"
#include "gpufft/process/shared_call.h"

namespace gpufft::process {
namespace {

bool answer() {
  const char done = 1;
  return send(kSocketDescriptor, &done, 1, MSG_NOSIGNAL) == 1;
}

bool called() {
  char call = 0;
  return recv(kSocketDescriptor, &call, 1, 0) == 1;
}

// A hanging device must not keep the process alive after its owner is gone.
void end_with_the_owner() {
  std::thread([] {
    pollfd owner{kSocketDescriptor, POLLRDHUP, 0};
    while (poll(&owner, 1, -1) <= 0) continue;
    _exit(0);
  }).detach();
}

void run(Spectrum& spectrum, const SharedCall& shared, PowerRow& row) {
  SharedCall::Header& header = shared.header();
  if (header.reset) spectrum.reset();
  row.clear(header.request.bins);
  const auto before = spectrum.device_use().time;
  spectrum.accumulate(shared.samples(header.frames), header.frames, row);
  shared.store(row);
  header.device_seconds = (spectrum.device_use().time - before).count();
}

}  // namespace

int serve(const Planner& plan) try {
  end_with_the_owner();
  const SharedCall shared{mailbox::Descriptor(kMemoryDescriptor)};
  try {
    const auto spectrum = plan(shared.header().request, shared.samples(shared.most_frames()));
    PowerRow row;
    while (answer() && called()) run(*spectrum, shared, row);
    return 0;
  } catch (const std::exception& error) {
    shared.header().set_failure(error.what());
    answer();
  }
  return 1;
} catch (const std::exception& error) {  // started manually, or by another build
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

}  // namespace gpufft::process
