// SPDX-License-Identifier: MIT
#include "gpufft/qpu/device.h"

#include <fmt/format.h>

#include <cstdlib>

#include "gpufft/backend.h"
#include "mailbox/error.h"
#include "qpu/preload/wire.h"

namespace gpufft::qpu {
namespace {

std::optional<mailbox::HandleLog> open_log(const std::filesystem::path& path) {
  if (path.empty()) return std::nullopt;
  return std::optional<mailbox::HandleLog>(std::in_place, path);
}

}  // namespace

bool under_emulation() { return std::getenv(::qpu::preload::kSessionVariable) != nullptr; }

// The longest takes 0.8 s on a Pi 1. What is emulated is slow.
std::chrono::seconds patience_with(std::string_view device) {
  constexpr std::chrono::seconds kOfAChip{2}, kOfAnEmulatedOne{600};
  return device == kRealBoard && !under_emulation() ? kOfAChip : kOfAnEmulatedOne;
}

// The killed process had enabled the QPUs too, and the firmware counts: without this they would not power down again,
// and programs hanging on them would hang for good.
QpuDevice::CleanSlate::CleanSlate(mailbox::HandleLog* log, mailbox::Mailbox& mailbox) {
  if (log && log->reclaim(mailbox).handles > 0) mailbox.disable_qpus();
}

QpuDevice::QpuDevice(std::string_view name, const DeviceOptions& options) try
    : board_(open_board(name, options.faults)),
      log_(open_log(options.handle_log)),
      mailbox_(*board_.board),
      clean_slate_(log(), mailbox_),
      power_(mailbox_),
      by_registers_(*board_.board),
      by_mailbox_(mailbox_, log()) {
} catch (const mailbox::MailboxError& error) {
  throw DeviceError(error.what());
}

std::string QpuDevice::description() const { return (board_.pi ? "emulated " : "") + mailbox_.facts().model; }

QpuDevice::RunTime QpuDevice::run(std::span<const mailbox::Job> jobs, Microseconds expected,
                                  std::chrono::milliseconds timeout) {
  const std::scoped_lock lock(mutex_);
  const bool busily = expected <= call_cost_;
  const Microseconds start = now();
  run(jobs, busily, timeout);
  const Microseconds all = board_.pi ? Microseconds(*board_.launch_microseconds) : now() - start;
  return {all, busily ? all : all - call_cost_};
}

// Where the board is emulated around this process, the clock of this machine says nothing.
Microseconds QpuDevice::now() {
  static const bool emulated = under_emulation();
  return emulated ? Microseconds(mailbox_.system_time()) : std::chrono::steady_clock::now().time_since_epoch();
}

void QpuDevice::run(std::span<const mailbox::Job> jobs, bool busily, std::chrono::milliseconds timeout) {
  try {
    busily ? by_registers_.run(jobs, timeout) : by_mailbox_.run(jobs, timeout);
  } catch (const mailbox::MailboxError& error) {
    const std::string reason = error.what();
    try {
      power_.cycle();
    } catch (const mailbox::MailboxError&) {  // the first error says more
    }
    throw DeviceError(reason);
  }
}

void check_board(std::string_view name) {
  try {
    mailbox::Mailbox(*open_board(name).board);
  } catch (const mailbox::MailboxError& error) {
    throw DeviceError(error.what());
  }
}

QpuMemory::QpuMemory(std::shared_ptr<QpuDevice> device, std::size_t bytes) : device_(std::move(device)) {
  const std::scoped_lock lock(device_->mutex_);
  try {
    memory_.emplace(device_->mailbox_, bytes, mailbox::GpuMemoryOptions{.log = device_->log()});
  } catch (const mailbox::MailboxError& error) {
    throw DeviceError(error.what());
  }
}

QpuMemory::~QpuMemory() {
  const std::scoped_lock lock(device_->mutex_);
  memory_.reset();
}

}  // namespace gpufft::qpu
