// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "gpufft/qpu/boards.h"
#include "mailbox/gpu_memory.h"
#include "mailbox/handle_log.h"
#include "mailbox/launchers.h"
#include "mailbox/mailbox.h"
#include "mailbox/qpu_power.h"

namespace gpufft::qpu {

using Microseconds = std::chrono::duration<double, std::micro>;

struct DeviceOptions {
  std::filesystem::path handle_log;  // empty: memory of a killed process is lost until a reboot
  ::qpu::ScriptedFaults faults;      // for an emulated board
};

// Whether `qpu emulate` presents an emulated board to this process as the real one.
bool under_emulation();

// How long the longest transform may take by this machine's clock before a device of this name counts as hung.
std::chrono::seconds patience_with(std::string_view device);

// The QPUs of one board, powered as long as this lives. Thread-safe: one thread at a time runs jobs, others wait.
class QpuDevice {
 public:
  // Releases the memory that an earlier process left behind. Throws DeviceError, or PlanError for a name that is not a
  // board.
  QpuDevice(std::string_view name, const DeviceOptions& options);

  std::string description() const;  // "emulated Raspberry Pi B+"

  // Times of a run; on an emulated board the chip's.
  struct RunTime {
    Microseconds all;           // launch included
    Microseconds by_registers;  // the time without a call of the mailbox, measured or calculated
  };
  // Launches by registers and polls if the jobs are expected to take no longer than a call of the mailbox costs, else
  // launches through the mailbox. If they do not end in time, switches the QPUs off and on and throws DeviceError.
  RunTime run(std::span<const mailbox::Job> jobs, Microseconds expected, std::chrono::milliseconds timeout);

  Microseconds call_cost() const { return call_cost_; }
  void set_call_cost(Microseconds cost) { call_cost_ = cost; }

 private:
  friend class QpuMemory;
  mailbox::HandleLog* log() { return log_ ? &*log_ : nullptr; }
  Microseconds now();
  void run(std::span<const mailbox::Job> jobs, bool busily, std::chrono::milliseconds timeout);

  // Releases what a killed process left behind before anything new is allocated.
  struct CleanSlate {
    CleanSlate(mailbox::HandleLog* log, mailbox::Mailbox& mailbox);
  };

  std::mutex mutex_;
  QpuBoard board_;
  std::optional<mailbox::HandleLog> log_;
  mailbox::Mailbox mailbox_;
  CleanSlate clean_slate_;
  mailbox::QpuPower power_;
  mailbox::RegisterLauncher by_registers_;
  mailbox::MailboxLauncher by_mailbox_;
  Microseconds call_cost_{};
};

// Options for a program that opens a device directly. For the real one, the record of its memory is kept in
// $XDG_RUNTIME_DIR or /run for the next process to release; like that memory, those folders do not survive a reboot.
DeviceOptions options_here(std::string_view name);

// Opens a device and tests that it computes correctly; times both ways to launch, so that the cheaper one is known.
// Throws DeviceError or PlanError.
std::shared_ptr<QpuDevice> open_device(std::string_view name, const DeviceOptions& options = {});

// Throws DeviceError unless there is a board with QPUs that this process may use. Does not touch them, as another
// process may be using them.
void check_board(std::string_view name);

// A piece of the board's memory that QPUs and ARM share. Keeps the device open.
class QpuMemory {
 public:
  QpuMemory(std::shared_ptr<QpuDevice> device, std::size_t bytes);  // throws DeviceError
  QpuMemory(const QpuMemory&) = delete;
  QpuMemory& operator=(const QpuMemory&) = delete;
  ~QpuMemory();

  mailbox::GpuMemory* operator->() { return &*memory_; }

 private:
  std::shared_ptr<QpuDevice> device_;
  std::optional<mailbox::GpuMemory> memory_;
};

}  // namespace gpufft::qpu
