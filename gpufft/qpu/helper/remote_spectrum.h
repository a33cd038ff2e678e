// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>

#include "gpufft/qpu/helper/connection.h"
#include "gpufft/qpu/helper/messages.h"
#include "gpufft/qpu/helper/shared_batch.h"

namespace gpufft::qpu {

// A spectrum that the helper computes. A call never waits longer than the request's deadline, whatever the helper does;
// a plan that has failed once stays failed.
class RemoteSpectrum final : public Spectrum {
 public:
  RemoteSpectrum(const std::filesystem::path& helper, const SpectrumRequest& request);  // checked; throws DeviceError

  bool ready() override;
  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { reset_ = true; }
  DeviceUse device_use() const override { return use_; }

 private:
  using Clock = std::chrono::steady_clock;

  void finish_planning();
  void run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point end);
  Connection::Received receive(Reply& reply);
  [[noreturn]] void fail(const std::string& reason);

  SpectrumRequest request_;
  std::string failed_;  // why it failed; empty: it has not
  Connection connection_;
  Clock::time_point planned_ = Clock::now();
  std::unique_ptr<SharedBatch> shared_;  // once the helper has planned
  bool reset_ = false;
  PowerRow batch_, call_;
  DeviceUse use_;
};

// Throws DeviceError unless a helper listens there.
void connect_to_helper(const std::filesystem::path& helper);

}  // namespace gpufft::qpu
