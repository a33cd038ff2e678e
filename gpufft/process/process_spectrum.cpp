// SPDX-License-Identifier: MIT
#include "gpufft/process/process_spectrum.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "gpufft/backend.h"

namespace gpufft::process {
namespace {

constexpr std::chrono::seconds kPlanPatience{30};  // drivers take seconds on machines with many devices

std::pair<mailbox::Descriptor, mailbox::Descriptor> connected_sockets() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw DeviceError(std::string("no socket: ") + std::strerror(errno));
  return {mailbox::Descriptor(ends[0]), mailbox::Descriptor(ends[1])};
}

}  // namespace

ProcessSpectrum::ProcessSpectrum(const std::filesystem::path& program, const SpectrumRequest& request)
    : ProcessSpectrum(program, request, connected_sockets()) {}

ProcessSpectrum::ProcessSpectrum(const std::filesystem::path& program, const SpectrumRequest& request,
                                 std::pair<mailbox::Descriptor, mailbox::Descriptor> sockets)
    : shared_(request), socket_(std::move(sockets.first)), child_(program, shared_.descriptor(), sockets.second.get()) {
  part_.clear(request.bins);
  call_.clear(request.bins);
}

void ProcessSpectrum::fail(const std::string& reason) {
  failed_ = reason;
  throw DeviceError(reason);
}

// Returns false at the deadline. Throws DeviceError if the answer is a failure or the process has ended.
bool ProcessSpectrum::answered_by(Clock::time_point deadline) {
  pollfd one{socket_.get(), POLLIN, 0};
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int answers = poll(&one, 1, static_cast<int>(std::max<std::int64_t>(0, left)));
    if (answers > 0) break;
    if (answers == 0 || errno != EINTR) return false;
  }
  char answer = 0;
  if (recv(socket_.get(), &answer, 1, MSG_DONTWAIT) != 1)
    fail("the device's process has ended" + child_.how_it_ended());
  if (const auto words = shared_.header().failure_words(); !words.empty()) fail(std::string(words));
  return true;
}

bool ProcessSpectrum::ready() {
  if (!failed_.empty()) fail(failed_);
  if (planned_ || (planned_ = answered_by(Clock::now()))) return true;
  if (Clock::now() > started_ + kPlanPatience) fail_to_plan();
  return false;
}

void ProcessSpectrum::wait_until_planned() {
  if (ready()) return;
  planned_ = answered_by(started_ + kPlanPatience);
  if (!planned_) fail_to_plan();
}

void ProcessSpectrum::fail_to_plan() {
  fail("no plan in " + std::to_string(kPlanPatience.count()) + " s, the device's process hangs");
}

void ProcessSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  if (frames == 0) return;
  wait_until_planned();
  const auto deadline = Clock::now() + shared_.header().request.deadline;
  const std::size_t hop = shared_.header().request.hop * bytes_per_sample(shared_.header().request.format);
  call_.clear(part_.sum.size());
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, shared_.most_frames());
    run(iq.subspan(done * hop), count, deadline);
    done += count;
  }
  row.fold(call_);
  ++use_.batches;
}

void ProcessSpectrum::run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point deadline) {
  const auto samples = shared_.samples(frames);
  std::copy_n(iq.begin(), samples.size(), samples.begin());
  shared_.header().frames = frames;
  shared_.header().reset = std::exchange(reset_, false);
  const char call = 1;
  if (send(socket_.get(), &call, 1, MSG_NOSIGNAL) != 1) fail("the device's process has ended" + child_.how_it_ended());
  if (!answered_by(deadline))
    fail("no answer in " + std::to_string(shared_.header().request.deadline.count()) +
         " ms, the device or its process hangs");
  shared_.load(part_);
  part_.frames = frames;
  call_.fold(part_);
  use_.time += std::chrono::duration<double>(shared_.header().device_seconds);
}

}  // namespace gpufft::process
