// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "qpu/emulator/machine.h"

// Any words as code, uniforms and data: the machine comes to an end, or to a Fault which has a report. The first byte
// says how many QPUs and what happens to broken rules.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint32_t kFirst = 0x1000, kBytes = 0x4000;
  if (size < 9) return 0;
  qpu::Sdram memory(kBytes, kFirst);
  qpu::MachineOptions options;
  options.qpus = 1 + data[0] % 12;
  const auto policy = [&](int bit) { return (data[0] >> bit & 1) != 0 ? qpu::Policy::Fault : qpu::Policy::AsHardware; };
  options.hazards = options.undefined_reads = policy(6);
  options.stale_reads = policy(7);
  options.cycle_limit = 20'000;
  std::memcpy(memory.at(kFirst), data + 1, std::min<std::size_t>(size - 1, kBytes));
  qpu::Machine machine(memory, options);
  for (int qpu = 0; qpu < options.qpus; ++qpu) machine.queue(kFirst + 8 * static_cast<std::uint32_t>(qpu), kFirst);
  if (machine.run() == qpu::Machine::End::Fault && qpu::report(*machine.fault()).empty()) std::abort();
  return 0;
}
