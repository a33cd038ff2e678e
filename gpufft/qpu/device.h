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
  std::filesystem::path handle_log;  // empty: what a killed process held is lost until a reboot
  ::qpu::ScriptedFaults faults;      // of an emulated board
};

// The QPUs of one board, powered for as long as this lives. Any thread; one at a time gets through.
class QpuDevice {
 public:
  // Gives back what an earlier process left behind. Throws DeviceError, PlanError for a name that is no board.
  QpuDevice(std::string_view name, const DeviceOptions& options);

  std::string description() const;  // "emulated Raspberry Pi B+"

  // On an emulated board it is the chip's time.
  struct RunTime {
    Microseconds all;           // launch included
    Microseconds by_registers;  // what it would have been, or was, without a call of the mailbox
  };
  // Launched by registers and awaited busily where the jobs are expected to take no longer than a call of the mailbox
  // costs, and through the mailbox otherwise. When they fail to end in time, switches the QPUs off and on and throws
  // DeviceError.
  RunTime run(std::span<const mailbox::Job> jobs, Microseconds expected, std::chrono::milliseconds timeout);

  Microseconds call_cost() const { return call_cost_; }
  void set_call_cost(Microseconds cost) { call_cost_ = cost; }

 private:
  friend class QpuMemory;
  mailbox::HandleLog* log() { return log_ ? &*log_ : nullptr; }
  void run(std::span<const mailbox::Job> jobs, bool busily, std::chrono::milliseconds timeout);

  // What a killed process left behind goes before anything new comes.
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

// For who opens a device for itself. Of the real one, word of the memory that a killed process held is left for the
// next one, in $XDG_RUNTIME_DIR or /run, which do not outlive this boot, as that memory does not.
DeviceOptions options_here(std::string_view name);

// A device that has shown that it computes what it should; both ways to launch are timed, so that the
// cheaper one is known. Throws DeviceError or PlanError.
std::shared_ptr<QpuDevice> open_device(std::string_view name, const DeviceOptions& options = {});

// Whether there is a board that may have QPUs to use: throws DeviceError. Does not touch them, somebody may be using
// them.
void check_board(std::string_view name);

// A piece of the board's memory which QPUs and ARM share. The device lives as long.
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
