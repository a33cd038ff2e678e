// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "qpu/emulator/board_timing.h"
#include "qpu/emulator/fault.h"
#include "qpu/emulator/sdram.h"
#include "qpu/emulator/statistics.h"
#include "qpu/emulator/trace.h"

namespace qpu {

// What to do if a program breaks a rule of the reference.
enum class Policy : std::uint8_t {
  Fault,       // stop and report
  AsHardware,  // behave as the chip is known to, count it, and report it once per place
};

// In which order QPUs get their turns. A chip makes no promise: how long each takes depends on caches, on what the
// memory has to do, and on who is woken first. A program that is right is right under all of these.
enum class Schedule : std::uint8_t {
  InTime,       // as the cycle model says; among QPUs of the same time the lowest number is first
  ReverseWake,  // the same, but the highest number is first
  RoundRobin,   // one instruction each
  UntilStall,   // each as long as it has not to wait for anything
  Random,       // any of them, for a while; by MachineOptions::seed
};

struct MachineOptions {
  int qpus = 12;  // 1 to 12, filled in ascending order (U31)
  std::string board = "pi1";
  Policy hazards = Policy::Fault;
  Policy undefined_reads = Policy::Fault;
  Policy stale_reads = Policy::AsHardware;  // here AsHardware serves the stale bytes
  Schedule schedule = Schedule::InTime;     // only InTime gives times that mean anything
  std::uint32_t seed = 1;                   // of Schedule::Random
  // Everything happens at the last moment a chip may take: stores read the VPM and loads write it when they are awaited
  // or the next one starts, and a QPU's last two VPM writes when it reads the VPM back or starts a store.
  bool late = false;
  // Clocks for a line of code from the SDRAM, in place of the board's: disputed (U22a).
  std::optional<std::uint64_t> cold_code_clocks;
  std::uint64_t cycle_limit = 10'000'000'000;   // of one run(): 40 s of a Pi 1
  SourceLine source_line;                       // for reports and traces
  std::function<void(const Fault&)> violation;  // under AsHardware, once per place and kind
  TraceSink trace;                              // every issued instruction; slows the machine down
};

// V3D as described in reference 1 to 8 and 11: QPUs executing words from an Sdram, and shared units. Semaphores, VPM,
// caches and registers live as long as the machine. One thread at a time; run() blocks it. Program errors do not throw:
// they end in a Fault. Rounds toward zero inside run() and advance() and restores the caller's rounding.
class Machine {
 public:
  // Throws std::invalid_argument for options it cannot serve. The memory must outlive the machine.
  explicit Machine(Sdram& memory, MachineOptions options = {});
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  // Like writing SRQUA and SRQPC. An idle QPU starts it at once; otherwise it waits in a FIFO of 16. False: FIFO full,
  // the request is dropped (QPURQERR).
  bool queue(std::uint32_t code, std::uint32_t uniforms);
  int queue_length() const;
  void clear_queue();

  enum class End : std::uint8_t {
    Idle,           // every program has ended and the DMA is done
    HostInterrupt,  // a QPU wrote host_int (only if requested)
    TimeUp,         // advance(): the cycles are over
    Blocked,        // advance(): all running QPUs wait forever, unless more is queued; time has passed
    Fault,          // see fault()
  };
  enum class Until : std::uint8_t { Idle, HostInterrupt };
  // Continues the run. Deadlock and the limit of cycles end in a Fault. After a Fault, call reset().
  End run(Until until = Until::Idle);
  // For hosts that write registers and poll: advances the chip by so many clocks, running or idle.
  End advance(std::uint64_t cycles);

  const std::optional<Fault>& fault() const;
  // Like power off and on: programs, queue, counts, semaphores, caches and Fault are cleared. Memory stays, and so do
  // the statistics, with what ran up to here.
  void reset();

  std::uint64_t cycle() const;  // V3D clocks since the machine was made
  double microseconds(std::uint64_t cycles) const;
  const BoardTiming& timing() const;
  int running() const;                    // programs which have not ended
  std::uint32_t requested() const;        // programs requested; SRQCS has them mod 256
  std::uint32_t completed() const;        // programs ended
  std::uint32_t host_interrupts() const;  // a bit a QPU, until cleared
  void clear_host_interrupts(std::uint32_t mask);
  void zero_request_count();
  void zero_completed_count();

  void clear_l2();                              // L2CACTL bit 2
  void clear_slice_caches(std::uint32_t mask);  // as written to SLCACTL
  void set_vpm_base(std::uint32_t units);       // V3D_VPMBASE, 0 to 16; 16 at the start

  // Sources 0 to 29 of reference 8.3, since the machine was made. Those of the 3D pipeline stay 0, and so do 26 and 27:
  // in this model the DMA engines never wait for the VPM.
  std::uint64_t performance_counter(int source) const;
  const Statistics& statistics() const;
  void reset_statistics();

  std::uint32_t semaphore(int index) const;
  std::uint32_t vpm_word(int row, int column) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace qpu
