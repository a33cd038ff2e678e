// SPDX-License-Identifier: MIT
#include "qpu/kernels/kernel_files.h"

#include <string_view>

// Embedded by the compiler's assembler: QPU_KERNELS is the folder. Hidden, for on arm64 the labels would be reached
// through the global offset table, where all local labels of a section are the same: every file was empty.
#define EMBED(label, name)                                                              \
  asm(".pushsection .rodata\n" #label ": .incbin \"" QPU_KERNELS "/" name "\"\n" #label \
      "_end: .byte 0\n.popsection\n");                                                  \
  extern "C" [[gnu::visibility("hidden")]] const char label[], label##_end[]

EMBED(qpu_kernel_fft, "fft.qasm");
EMBED(qpu_kernel_fft16, "fft16.qinc");
EMBED(qpu_kernel_fft_rounds, "fft_rounds.qasm");
EMBED(qpu_kernel_fft_shared, "fft_shared.qasm");
EMBED(qpu_kernel_fft_whole, "fft_whole.qasm");
EMBED(qpu_kernel_folders, "folders.qinc");
EMBED(qpu_kernel_halves, "halves.qinc");
EMBED(qpu_kernel_lanes, "lanes.qinc");
EMBED(qpu_kernel_load, "load.qinc");
EMBED(qpu_kernel_pass, "pass.qinc");
EMBED(qpu_kernel_bytes, "bytes.qinc");
EMBED(qpu_kernel_power, "power.qinc");
EMBED(qpu_kernel_prefetch, "prefetch.qinc");
EMBED(qpu_kernel_real, "real.qinc");
EMBED(qpu_kernel_registers, "registers.qinc");
EMBED(qpu_kernel_spectrum, "spectrum.qasm");
EMBED(qpu_kernel_spectrum_whole, "spectrum_whole.qasm");
EMBED(qpu_kernel_store, "store.qinc");
EMBED(qpu_kernel_sync, "sync.qinc");
EMBED(qpu_kernel_whole, "whole.qinc");

namespace qpu {

std::optional<std::string> kernel_file(const std::string& name) {
  static const struct {
    std::string_view name;
    const char *begin, *end;
  } kFiles[] = {
      {"fft.qasm", qpu_kernel_fft, qpu_kernel_fft_end},
      {"fft16.qinc", qpu_kernel_fft16, qpu_kernel_fft16_end},
      {"fft_rounds.qasm", qpu_kernel_fft_rounds, qpu_kernel_fft_rounds_end},
      {"fft_shared.qasm", qpu_kernel_fft_shared, qpu_kernel_fft_shared_end},
      {"fft_whole.qasm", qpu_kernel_fft_whole, qpu_kernel_fft_whole_end},
      {"folders.qinc", qpu_kernel_folders, qpu_kernel_folders_end},
      {"halves.qinc", qpu_kernel_halves, qpu_kernel_halves_end},
      {"lanes.qinc", qpu_kernel_lanes, qpu_kernel_lanes_end},
      {"load.qinc", qpu_kernel_load, qpu_kernel_load_end},
      {"pass.qinc", qpu_kernel_pass, qpu_kernel_pass_end},
      {"bytes.qinc", qpu_kernel_bytes, qpu_kernel_bytes_end},
      {"power.qinc", qpu_kernel_power, qpu_kernel_power_end},
      {"prefetch.qinc", qpu_kernel_prefetch, qpu_kernel_prefetch_end},
      {"real.qinc", qpu_kernel_real, qpu_kernel_real_end},
      {"registers.qinc", qpu_kernel_registers, qpu_kernel_registers_end},
      {"spectrum.qasm", qpu_kernel_spectrum, qpu_kernel_spectrum_end},
      {"spectrum_whole.qasm", qpu_kernel_spectrum_whole, qpu_kernel_spectrum_whole_end},
      {"store.qinc", qpu_kernel_store, qpu_kernel_store_end},
      {"sync.qinc", qpu_kernel_sync, qpu_kernel_sync_end},
      {"whole.qinc", qpu_kernel_whole, qpu_kernel_whole_end},
  };
  for (const auto& file : kFiles)
    if (file.name == name) return std::string(file.begin, file.end);
  return std::nullopt;
}

}  // namespace qpu
