// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_program.h"

#include <bit>

#include "qpu/kernels/truncation.h"

namespace qpu {
namespace {

constexpr std::size_t kTaskBytes = 256 * kPointBytes;

std::size_t whole_tasks(const FftShape& shape) { return (shape.points() * kPointBytes + kTaskBytes - 1) / kTaskBytes; }

bool is_whole(const FftShape& shape) { return shape.width == 1 && stays_on_chip(shape.log2_size); }

std::vector<FftPass> passes_of(const FftShape& shape) {
  std::vector<FftPass> passes = fft_passes(shape);
  return is_whole(shape) ? whole_passes(shape.log2_size) : passes;
}

}  // namespace

FftProgram::FftProgram(const FftShape& shape, int qpus)
    : shape_(shape),
      passes_(passes_of(shape)),
      whole_(is_whole(shape) ? std::optional(WholePlan::make(shape.log2_size, shape.batch, qpus)) : std::nullopt),
      qpus_(whole_ ? whole_->qpus() : useful_qpus(shape.log2_size, whole_tasks(shape), qpus)),
      code_(assemble()) {
  image_.add(words_of(code_));
  for (const FftPass& pass : passes_)
    tables_.push_back(add_tables(image_, pass, &pass == &passes_.back() ? truncation_correction(shape_.log2_size) : 1));
  uniforms_each_ = 4 * (2 + 16 * passes_.size());  // enough for either kernel
  uniforms_ = image_.reserve(uniforms_each_ * qpus_);
  scratch_ = image_.reserve(passes_.size() > 1 && !whole_ ? buffer_bytes() : 0);
}

Program FftProgram::assemble() const {
  const std::string inverse = shape_.inverse ? "1" : "0";
  const auto qpus = static_cast<int>(qpus_);
  if (whole_)
    return assemble_passes("fft_whole.qasm", passes_, qpus,
                           {{"INVERSE", inverse}, {"MEMBERS", std::to_string(whole_->members)}});
  return assemble_passes("fft.qasm", passes_, qpus,
                         {{"INVERSE", inverse},
                          {"PAIRED", shape_.log2_size == 7 ? "1" : "0"},
                          {"WIDTH_SHIFT", std::to_string(std::countr_zero(shape_.width))}});
}

std::size_t FftProgram::buffer_bytes() const { return whole_tasks(shape_) * kTaskBytes; }

std::vector<std::uint32_t> FftProgram::whole_uniforms(const Addresses& addresses, const WholeMember& member) const {
  const auto at = [&](std::size_t offset) { return addresses.memory + static_cast<std::uint32_t>(offset); };
  const FftPass &first = passes_.front(), &last = passes_.back();
  const LaneSteps steps = first.lane_steps();
  const auto transform = static_cast<std::uint32_t>(shape_.size()) * kPointBytes;
  std::vector<std::uint32_t> words = {member.index};
  if (whole_->members > 1) words.push_back(member.role());
  words.insert(words.end(),
               {steps.low, steps.middle, steps.high, addresses.input + member.member() * first.columns() * kPointBytes,
                first.rows_per_register() * steps.row, steps.second, member.group() * transform,
                whole_->groups * transform, static_cast<std::uint32_t>(shape_.batch) * transform,
                addresses.output + member.member() * last.columns() * kPointBytes, stride_word(last),
                at(tables_.back().twiddles + member.member() * kTaskBytes), member.writes(), member.reads()});
  if (whole_->members > 1) words.push_back(at(tables_.front().inner));
  words.push_back(addresses.interrupt);
  return words;
}

std::vector<std::uint32_t> FftProgram::uniforms(const Addresses& addresses, std::uint32_t share) const {
  const auto buffer = [&](FftBuffer which) {
    return which == FftBuffer::Input    ? addresses.input
           : which == FftBuffer::Output ? addresses.output
                                        : addresses.memory + static_cast<std::uint32_t>(scratch_);
  };
  if (whole_) return whole_uniforms(addresses, {*whole_, share});
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
  return write_starts(memory, {addresses.memory, uniforms_, uniforms_each_, qpus_, !whole_},
                      [&](std::uint32_t share) { return uniforms(addresses, share); });
}

}  // namespace qpu
