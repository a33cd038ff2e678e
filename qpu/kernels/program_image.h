// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "qpu/assembler/program.h"
#include "qpu/kernels/fft_plan.h"

namespace qpu {

// The values of SRQUA and SRQPC for one QPU.
struct ProgramStart {
  std::uint32_t uniforms, code;
};

// The memory of a program for the QPUs, by offsets into it: parts that do not depend on addresses, and reserved room.
// Every part begins at a line of 64 bytes; code is the first.
class ProgramImage {
 public:
  std::size_t add(std::vector<std::uint32_t> words);
  std::size_t reserve(std::size_t bytes);  // for uniforms, which contain addresses, and for buffers
  std::size_t bytes() const { return bytes_; }
  // Throws std::invalid_argument if the memory is too small.
  void write(std::span<std::byte> memory) const;

 private:
  std::vector<std::pair<std::size_t, std::vector<std::uint32_t>>> pieces_;
  std::size_t bytes_ = 0;
};

// The words of a program as memory holds them.
std::vector<std::uint32_t> words_of(const Program& program);

// Assembles fft.qasm or spectrum.qasm for these passes, with the definitions in `more`.
Program assemble_passes(const std::string& file, std::span<const FftPass> passes, int qpus,
                        std::vector<std::pair<std::string, std::string>> more);

// Offsets of the tables of a pass.
struct PassTables {
  std::size_t twiddles = 0, fine = 0, inner = 0, end = 0;
};
PassTables add_tables(ProgramImage& image, const FftPass& pass, double scale);

// The memory a pass works on. Columns are counted in 8 bytes, over all transforms.
struct PassAddresses {
  std::uint32_t base, from, to;  // bus addresses: of the image, of samples
  std::uint32_t column_bytes;
};
// The uniforms of begin_pass in pass.qinc.
void append_uniforms(std::vector<std::uint32_t>& uniforms, const FftPass& pass, const PassTables& tables,
                     const PassAddresses& addresses);
// The VDW's second set-up word.
std::uint32_t stride_word(const FftPass& pass);

// Room for the uniforms of all programs within the memory at a bus address.
struct StartRoom {
  std::uint32_t memory;
  std::size_t offset, each;
  std::uint32_t qpus;
  bool spread = true;  // whether shares of the tasks are independent, so that any QPU can do any share
};
// Writes the uniforms for each share of the tasks, and returns how to start the code before them.
std::vector<ProgramStart> write_starts(std::span<std::byte> memory, const StartRoom& room,
                                       const std::function<std::vector<std::uint32_t>(std::uint32_t share)>& uniforms);

}  // namespace qpu
