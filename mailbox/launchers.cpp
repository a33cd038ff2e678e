// SPDX-License-Identifier: MIT
#include "mailbox/launchers.h"

#include <fmt/format.h>

#include <array>

#include "mailbox/error.h"

namespace mailbox {

namespace {

void check_count(std::span<const Job> jobs) {
  if (jobs.empty() || jobs.size() > kQueueDepth)
    throw MailboxError(fmt::format("QPUs: {} programs in one launch; V3D's queue holds 1 to {}, split the launch",
                                   jobs.size(), kQueueDepth));
}

}  // namespace

void check_v3d(Board& board) {
  const std::uint32_t identity = board.read(Register::Ident0);
  if (identity == kV3dIdentity) return;
  if (identity == kPoweredOff)
    throw MailboxError("V3D: powered off (reads 0xdeadbeef); enable the QPUs through the mailbox first");
  throw MailboxError(
      fmt::format("V3D: identity reads 0x{:08x} instead of 0x{:08x}; not a VideoCore IV, or not "
                  "its address, use the CPU",
                  identity, kV3dIdentity));
}

void clear_caches(Board& board) {
  board.write(Register::L2CacheControl, kL2Clear);
  board.write(Register::SliceCacheControl,
              kClearInstructionCaches | kClearUniformCaches | kClearTmu0Caches | kClearTmu1Caches);
}

RegisterLauncher::RegisterLauncher(Board& board) : board_(board) { check_v3d(board_); }

void RegisterLauncher::run(std::span<const Job> jobs, std::chrono::milliseconds timeout) {
  check_count(jobs);
  board_.write(Register::DebugConfig, 0);  // no interrupt handler exists
  board_.write(Register::QpuInterruptEnable, 0);
  board_.write(Register::QpuInterruptControl, 0xFFFF'FFFF);
  clear_caches(board_);
  board_.write(Register::ProgramStatus, kQueueError | kRequestedReset | kCompletedReset);
  for (const Job& job : jobs) {
    board_.write(Register::UniformsAddress, job.uniforms.value);
    board_.write(Register::ProgramAddress, job.code.value);
  }
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (programs_completed(board_.read(Register::ProgramStatus)) != jobs.size())
    if (std::chrono::steady_clock::now() > deadline)
      throw MailboxError(fmt::format(
          "QPUs: {} of {} programs have not ended in {} ms, they hang; power-cycle the QPUs "
          "before retrying",
          jobs.size() - programs_completed(board_.read(Register::ProgramStatus)), jobs.size(), timeout.count()));
}

MailboxLauncher::MailboxLauncher(Mailbox& mailbox, HandleLog* log)
    : mailbox_(mailbox), control_(mailbox, kQueueDepth * sizeof(Job), {.log = log}) {}

void MailboxLauncher::run(std::span<const Job> jobs, std::chrono::milliseconds timeout) {
  check_count(jobs);
  for (std::size_t index = 0; const Job& job : jobs)
    control_.store(2 * index++, std::array{job.uniforms.value, job.code.value});
  mailbox_.execute(static_cast<std::uint32_t>(jobs.size()), control_.address(), Mailbox::Flush::Caches, timeout);
}

}  // namespace mailbox
