// SPDX-License-Identifier: MIT
#include "tests/qpu/firmware/exercise.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "mailbox/gpu_memory.h"
#include "mailbox/launchers.h"
#include "mailbox/performance_counters.h"
#include "mailbox/qpu_power.h"

namespace {

using namespace mailbox;

// uniforms: VPM write set-up, value, VDW set-up, target, interrupt. Stores value + lane.
constexpr std::array<std::uint32_t, 26> kCode{
    0x15827d80, 0x10021c67,  // mov vw_setup, unif
    0x15827d80, 0x10020827,  // mov r0, unif
    0x0c9a7c00, 0x10020827,  // add r0, elem_num, r0
    0x159e7000, 0x10020c27,  // mov vpm, r0
    0x15827d80, 0x10021c67,  // mov vw_setup, unif
    0xc0000000, 0xe0021c67,  // mov vw_setup, vdw_setup_1(0)
    0x15827d80, 0x10021ca7,  // mov vw_addr, unif
    0x159f2fc0, 0x100009e7,  // mov -, vw_wait
    0x15827d80, 0x100209a7,  // mov irq, unif
    0x009e7000, 0x100009e7,  // nop
    0x009e7000, 0x300009e7,  // thrend
    0x009e7000, 0x100009e7,  // nop
    0x009e7000, 0x100009e7,  // nop
};
constexpr std::uint32_t kPrograms = 4, kUniforms = 5, kLanes = 16;
constexpr std::uint32_t kUniformsAt = 64, kResultsAt = 128;  // words

std::vector<Job> prepare(GpuMemory& memory, std::uint32_t value, bool interrupt) {
  memory.store(0, kCode);
  std::vector<Job> jobs;
  for (std::uint32_t index = 0; index < kPrograms; ++index) {
    const std::uint32_t at = kUniformsAt + kUniforms * index;
    memory.store(at, std::array{0x1a00 + index, value + 100 * index, 0x8090'4000 + (index << 7),
                                (memory.address() + 4 * (kResultsAt + kLanes * index)).value,
                                interrupt && index + 1 == kPrograms ? 1u : 0u});
    jobs.push_back({memory.address() + 4 * at, memory.address()});
  }
  return jobs;
}

int wrong_words(const GpuMemory& memory, std::uint32_t value) {
  int wrong = 0;
  for (std::uint32_t index = 0; index < kPrograms; ++index)
    for (std::uint32_t lane = 0; lane < kLanes; ++lane)
      wrong += memory.words()[kResultsAt + kLanes * index + lane] != value + 100 * index + lane;
  return wrong;
}

}  // namespace

std::string exercise(Board& board, const std::filesystem::path& handle_log) {
  constexpr std::chrono::milliseconds kTimeout{500};
  HandleLog log(handle_log, "this-boot");
  Mailbox mailbox(board);
  const auto reclaimed = log.reclaim(mailbox);
  const QpuPower power(mailbox);
  GpuMemory memory(mailbox, 4096, {.log = &log});
  MailboxLauncher(mailbox).run(prepare(memory, 1000, true), kTimeout);
  const int by_mailbox = wrong_words(memory, 1000);
  const PerformanceCounters counters(board, std::array{Event::UniformHits});
  RegisterLauncher(board).run(prepare(memory, 5000, false), kTimeout);
  return fmt::format("{}: V3D at {} MHz, gpu_mem {}, {} wrong by mailbox, {} by registers, {} uniforms, {} reclaimed",
                     mailbox.facts().model, mailbox.clock_rate(Clock::V3d).value / 1'000'000,
                     mailbox.video_core_memory().bytes >> 20, by_mailbox, wrong_words(memory, 5000),
                     counters.counts()[0], reclaimed.handles);
}
