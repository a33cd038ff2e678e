// SPDX-License-Identifier: MIT
#include "gpufft/qpu/helper/remote_spectrum.h"

#include <fmt/format.h>

#include <algorithm>

#include "gpufft/backend.h"

namespace gpufft::qpu {
namespace {

// The helper opens the device, tests it and assembles kernels: seconds on a Pi Zero.
constexpr std::chrono::seconds kPlanPatience{10};

}  // namespace

void connect_to_helper(const std::filesystem::path& helper) { Connection::to(helper); }

RemoteSpectrum::RemoteSpectrum(const std::filesystem::path& helper, const SpectrumRequest& request)
    : request_(request), connection_(Connection::to(helper)) {
  batch_.clear(request.bins);
  call_.clear(request.bins);
  if (!connection_.send(bytes_of(to_message(request)))) fail("it does not listen");
}

void RemoteSpectrum::fail(const std::string& reason) {
  failed_ = reason;
  throw DeviceError("qpu helper: " + reason);
}

Connection::Received RemoteSpectrum::receive(Reply& reply) {
  auto received = connection_.receive(writable_bytes_of(reply));
  if (!received) fail("it has ended");
  if (!reply.words().empty()) fail(std::string(reply.words()));
  return std::move(*received);
}

void RemoteSpectrum::finish_planning() {
  Reply reply;
  auto received = receive(reply);
  shared_ = std::make_unique<SharedBatch>(request_, std::move(received.descriptor));
}

bool RemoteSpectrum::ready() {
  if (!failed_.empty()) fail(failed_);
  if (shared_) return true;
  if (connection_.wait(std::chrono::milliseconds(0)))
    finish_planning();
  else if (Clock::now() - planned_ > kPlanPatience)
    fail(fmt::format("no plan in {} s, it hangs", kPlanPatience.count()));
  return shared_ != nullptr;
}

void RemoteSpectrum::accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) {
  const std::size_t hop = request_.hop * bytes_per_sample(request_.format);
  if (!ready()) {
    connection_.wait(std::chrono::ceil<std::chrono::milliseconds>(planned_ + kPlanPatience - Clock::now()));
    if (!ready()) fail("it is not ready");
  }
  const auto end = Clock::now() + request_.deadline;
  call_.clear(request_.bins);
  for (std::size_t done = 0; done < frames;) {
    const std::size_t count = std::min(frames - done, shared_->most_frames());
    run(iq.subspan(done * hop), count, end);
    done += count;
  }
  row.fold(call_);
  ++use_.batches;
}

void RemoteSpectrum::run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point end) {
  const auto samples = shared_->samples(frames);
  std::copy_n(iq.begin(), samples.size(), samples.begin());
  if (!connection_.send(bytes_of(BatchMessage{frames, std::exchange(reset_, false)}))) fail("it has ended");
  if (!connection_.wait(std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now())))
    fail(fmt::format("no answer in {} ms, it or the device hangs", request_.deadline.count()));
  Reply reply;
  receive(reply);
  shared_->load(batch_);
  batch_.frames = frames;
  call_.fold(batch_);
  use_.time += std::chrono::duration<double>(reply.device_seconds);
}

}  // namespace gpufft::qpu
