// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "qpu/kernels/program_image.h"
#include "qpu/kernels/whole_plan.h"

namespace qpu {

// Transforms of one shape as a program for the QPUs with all its data. Complex samples are pairs of floats in natural
// order, the transforms of a batch follow each other; forward and inverse are both unscaled. 2^n real samples become
// 2^(n-1) complex bins, the inverse takes those: the last one, which is real like the first, is its imaginary part.
class FftProgram {
 public:
  // Assembles the kernel. Throws std::invalid_argument for an unsupported shape or more QPUs than the chip has.
  explicit FftProgram(const FftShape& shape, int qpus = kBestQpus);

  const FftShape& shape() const { return shape_; }
  std::span<const FftPass> passes() const { return passes_; }
  const Program& code() const { return code_; }

  // The size of input and of output; a little more than the samples for a few short transforms.
  std::size_t buffer_bytes() const;
  // The memory of lay_out(): code, tables, uniforms and a buffer between passes.
  std::size_t memory_bytes() const { return image_.bytes(); }

  struct Addresses {
    std::uint32_t memory, input, output;  // bus addresses, aligned to 64 bytes; input is not output
    bool interrupt = true;  // whether the first QPU interrupts the host when all are done (the mailbox waits for it)
  };
  // Writes everything into `memory`, the host's view of memory_bytes() at addresses.memory, in ascending order.
  // Each start is for one QPU; all are needed, in this order, as often as there is something to transform.
  std::vector<ProgramStart> lay_out(std::span<std::byte> memory, const Addresses& addresses) const;

 private:
  std::vector<std::uint32_t> uniforms(const Addresses& addresses, std::uint32_t share) const;
  void append_passes(std::vector<std::uint32_t>& words, const Addresses& addresses, std::uint32_t share) const;
  void append_shared(std::vector<std::uint32_t>& words, const Addresses& addresses, std::uint32_t m) const;
  void append_rounds(std::vector<std::uint32_t>& words, const Addresses& addresses, std::uint32_t m) const;
  void append_whole(std::vector<std::uint32_t>& words, const Addresses& addresses, const WholeMember& member) const;
  void append_real(std::vector<std::uint32_t>& words, const Addresses& addresses) const;
  std::uint32_t source(const Addresses& addresses) const;
  std::uint32_t target(const Addresses& addresses) const;
  static std::uint32_t at(const Addresses& addresses, std::size_t offset);
  // A QPU that fetches code for the others: how long it waits first, and how many requests it leaves out.
  struct Prefetch {
    std::uint32_t rounds, skipped;
  };
  static std::optional<Prefetch> prefetch_of(const FftShape& shape, int qpus);
  ProgramStart start_prefetch(std::span<std::byte> memory, const Addresses& addresses) const;
  Program assemble() const;

  FftShape shape_, complex_;  // the requested shape, and the complex transform in it
  std::vector<FftPass> passes_;
  std::optional<SharedPlan> shared_;  // of single transforms that stay on the chip
  std::optional<WholePlan> whole_;    // of others that do
  bool rounds_;                       // whether a single transform of 2^11 is exchanged on the chip
  std::uint32_t qpus_;
  std::optional<Prefetch> prefetch_;
  Program code_;
  ProgramImage image_;
  std::vector<PassTables> tables_;
  std::size_t uniforms_each_ = 0, uniforms_ = 0, scratch_ = 0;
  std::size_t shared_tables_ = 0;
  std::size_t row_twiddles_ = 0, lane_twiddles_ = 0, middle_ = 0;  // of real samples
};

}  // namespace qpu
