// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/process/child.h"
#include "gpufft/process/shared_call.h"
#include "gpufft/spectrum.h"

namespace gpufft::process {

// A spectrum computed by a separate process that works for this plan only: whatever a device does to that process, this
// one is unharmed, and another plan starts again with a new process. A call never waits longer than the request's
// deadline. A plan that has failed once stays failed.
class ProcessSpectrum final : public Spectrum {
 public:
  // The program calls serve() (gpufft/process/serve.h). The request has been checked. Throws DeviceError.
  ProcessSpectrum(const std::filesystem::path& program, const SpectrumRequest& request);

  bool ready() override;
  void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) override;
  void reset() override { reset_ = true; }
  DeviceUse device_use() const override { return use_; }
  pid_t pid() const { return child_.pid(); }

 private:
  using Clock = std::chrono::steady_clock;
  ProcessSpectrum(const std::filesystem::path& program, const SpectrumRequest& request,
                  std::pair<mailbox::Descriptor, mailbox::Descriptor> sockets);

  void run(std::span<const std::byte> iq, std::size_t frames, Clock::time_point deadline);
  bool answered_by(Clock::time_point deadline);
  void wait_until_planned();
  [[noreturn]] void fail(const std::string& reason);
  [[noreturn]] void fail_to_plan();

  SharedCall shared_;
  mailbox::Descriptor socket_;
  Child child_;
  Clock::time_point started_ = Clock::now();
  bool planned_ = false, reset_ = false;
  std::string failed_;  // why it failed; empty: it has not
  PowerRow part_, call_;
  DeviceUse use_;
};

}  // namespace gpufft::process
