// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_program.h"

#include <bit>

#include "qpu/kernels/truncation.h"

namespace qpu {
namespace {

constexpr std::size_t kTaskBytes = 256 * kPointBytes;

std::size_t whole_tasks(const FftShape& shape) { return (shape.points() * kPointBytes + kTaskBytes - 1) / kTaskBytes; }

}  // namespace

FftProgram::FftProgram(const FftShape& shape, int qpus)
    : shape_(shape),
      passes_(fft_passes(shape)),
      qpus_(useful_qpus(shape.log2_size, whole_tasks(shape), qpus)),
      code_(assemble_passes("fft.qasm", passes_, static_cast<int>(qpus_),
                            {{"INVERSE", shape.inverse ? "1" : "0"},
                             {"PAIRED", shape.log2_size == 7 ? "1" : "0"},
                             {"WIDTH_SHIFT", std::to_string(std::countr_zero(shape.width))}})) {
  image_.add(words_of(code_));
  for (const FftPass& pass : passes_)
    tables_.push_back(add_tables(image_, pass, &pass == &passes_.back() ? truncation_correction(shape_.log2_size) : 1));
  uniforms_each_ = 4 * (2 + 16 * passes_.size());
  uniforms_ = image_.reserve(uniforms_each_ * qpus_);
  scratch_ = image_.reserve(passes_.size() > 1 ? buffer_bytes() : 0);
}

std::size_t FftProgram::buffer_bytes() const { return whole_tasks(shape_) * kTaskBytes; }

std::vector<std::uint32_t> FftProgram::uniforms(const Addresses& addresses, std::uint32_t share) const {
  const auto buffer = [&](FftBuffer which) {
    return which == FftBuffer::Input    ? addresses.input
           : which == FftBuffer::Output ? addresses.output
                                        : addresses.memory + static_cast<std::uint32_t>(scratch_);
  };
  std::vector<std::uint32_t> words = {share};
  for (std::size_t index = 0; index < passes_.size(); ++index) {
    const FftPass& pass = passes_[index];
    append_uniforms(words, pass, tables_[index],
                    {addresses.memory, buffer(pass.from), buffer(pass.to),
                     static_cast<std::uint32_t>(buffer_bytes() >> pass.log2_radix)});
  }
  words.push_back(addresses.interrupt);
  return words;
}

std::vector<ProgramStart> FftProgram::lay_out(std::span<std::byte> memory, const Addresses& addresses) const {
  image_.write(memory);
  return write_starts(memory, {addresses.memory, uniforms_, uniforms_each_, qpus_},
                      [&](std::uint32_t share) { return uniforms(addresses, share); });
}

}  // namespace qpu
