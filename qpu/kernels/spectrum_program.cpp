// SPDX-License-Identifier: MIT
#include "qpu/kernels/spectrum_program.h"

#include <fmt/format.h>

#include <bit>
#include <stdexcept>

#include "qpu/kernels/fft_tables.h"
#include "qpu/kernels/truncation.h"

namespace qpu {
namespace {

// QPUs if frames go through memory; folders.qinc is written for this number.
constexpr std::uint32_t kWorkers = 8, kFolders = 4;
constexpr std::uint32_t kSampleBytes = 2, kPowerBytes = 4, kTaskPoints = 256;
constexpr std::size_t kLargestRows = std::size_t{1} << 22;  // bins of all rows: the kernel counts them in 24 bits

const SpectrumShape& checked(const SpectrumShape& shape, std::span<const float> window) {
  if (shape.frames() == 0 || shape.hop == 0)
    throw std::invalid_argument("a spectrum without frames, rows or hop: expected at least 1 of each");
  if (window.size() != shape.size())
    throw std::invalid_argument(fmt::format("a window of {} values for {} points", window.size(), shape.size()));
  if (shape.rows * shape.size() > kLargestRows || shape.hop >= 1 << 22 || shape.frames() >= 1 << 22)
    throw std::invalid_argument(
        fmt::format("{} rows of {} bins at once: too many for the QPUs", shape.rows, shape.size()));
  return shape;
}

std::uint32_t lane_offset(const FftPass& pass, std::uint32_t lane) {
  const LanePlace place = pass.place(lane);
  return kSampleBytes * (place.column + place.row * pass.remaining);
}

// Output digits above the columns: k of a register, then those of lanes (lanes.qinc: the high bit counts 1 of 64 rows).
std::uint32_t output_row(const FftPass& pass, std::uint32_t element, std::uint32_t lane) {
  const std::uint32_t k = (element & 1) << 3 | (element & 2) << 1 | (element & 4) >> 1 | element >> 3;
  if (pass.log2_radix == 6) return k + 16 * ((lane >> 3) + 2 * (lane & 1));
  return k + 16 * pass.place(lane).row;
}

std::vector<std::uint32_t> places_of(const FftPass& last) {
  const std::uint32_t size = last.span();
  std::vector<std::uint32_t> places(size);
  for (std::uint32_t position = 0; position < size; ++position) {
    const std::uint32_t task = position / 256, element = position / 16 % 16, lane = position % 16;
    const std::uint32_t column = task * last.columns() + last.place(lane).column;
    const std::uint32_t bin = output_row(last, element, lane) * last.finished + column;
    places[(bin + size / 2) % size] = position / 16 * 48 + lane;
  }
  return places;
}

std::uint32_t turned_bits(const SpectrumShape& shape) { return shape.is_signed ? 0x80808080 : 0; }

std::uint32_t at(const SpectrumProgram::Addresses& addresses, std::size_t offset) {
  return addresses.memory + static_cast<std::uint32_t>(offset);
}

std::vector<FftPass> passes_of(int log2_size) {
  std::vector<FftPass> passes = spectrum_passes(log2_size);
  return stays_on_chip(log2_size) ? whole_passes(log2_size) : passes;
}

}  // namespace

SpectrumProgram::SpectrumProgram(const SpectrumShape& shape, std::span<const float> window)
    : shape_(checked(shape, window)),
      passes_(passes_of(shape.log2_size)),
      whole_(stays_on_chip(shape.log2_size) ? std::optional(WholePlan::make(shape.log2_size, shape.frames(), kBestQpus))
                                            : std::nullopt),
      workers_(whole_ ? whole_->qpus() : kWorkers),
      folders_(whole_ ? 0 : kFolders),
      code_(assemble()),
      places_(places_of(passes_.back())) {
  image_.add(words_of(code_));
  window_ = image_.add(window_table(passes_.front(), window));
  for (const FftPass& pass : passes_)
    tables_.push_back(add_tables(image_, pass, &pass == &passes_.back() ? truncation_correction(shape_.log2_size) : 1));
  uniforms_each_ = 4 * (12 + 16 * passes_.size());  // enough for either kernel
  uniforms_ = image_.reserve(uniforms_each_ * (workers_ + folders_));
  const std::size_t points = shape_.size() * shape_.frames();
  if (whole_)  // its powers; folding reads one frame too many
    buffers_.push_back(image_.reserve((points + shape_.size()) * kPowerBytes));
  else
    for (std::size_t pass = 1; pass < passes_.size(); ++pass) buffers_.push_back(image_.reserve(points * kPointBytes));
}

Program SpectrumProgram::assemble() const {
  const auto qpus = static_cast<int>(workers_);
  const std::uint32_t frame_bytes =
      whole_ ? static_cast<std::uint32_t>(shape_.size()) * kPowerBytes : passes_[0].remaining * kPointBytes;
  const std::pair<std::string, std::string> frame_shift{"FRAME_SHIFT", std::to_string(std::countr_zero(frame_bytes))};
  if (whole_)
    return assemble_passes("spectrum_whole.qasm", passes_, qpus,
                           {{"MEMBERS", std::to_string(whole_->members)}, frame_shift});
  return assemble_passes("spectrum.qasm", passes_, qpus,
                         {{"INVERSE", "0"}, {"PAIRED", "0"}, {"WIDTH_SHIFT", "0"}, frame_shift});
}

// The kernel turns signed bytes into unsigned ones.
std::complex<float> SpectrumProgram::silence(std::complex<float> counts, bool is_signed) {
  return is_signed ? counts + std::complex(128.0f, 128.0f) : counts;
}

void SpectrumProgram::append_passes(std::vector<std::uint32_t>& words, const Addresses& addresses,
                                    std::uint32_t worker) const {
  const FftPass& pass = passes_.front();
  const auto frames = static_cast<std::uint32_t>(shape_.frames());
  words.insert(words.end(), {lane_offset(pass, 1), lane_offset(pass, 2), lane_offset(pass, 8), addresses.input,
                             at(addresses, window_), pass.remaining * kPointBytes * frames,
                             pass.remaining * kPointBytes - 1, pass.rows_per_register() * pass.remaining * kSampleBytes,
                             static_cast<std::uint32_t>(kSampleBytes * shape_.hop), addresses.silence,
                             turned_bits(shape_), at(addresses, buffers_[0]), stride_word(pass)});
  if (pass.log2_radix > 4) words.push_back(at(addresses, tables_[0].inner));
  const std::size_t last = passes_.size() - 1;
  for (std::size_t index = 1; index < last; ++index)
    append_uniforms(words, passes_[index], tables_[index],
                    {addresses.memory, at(addresses, buffers_[index - 1]), at(addresses, buffers_[index]),
                     passes_[index].remaining * kPointBytes * frames});
  // The second worker of a group begins one frame later.
  const std::uint32_t first_frame = worker % 2 * static_cast<std::uint32_t>(shape_.size()) * kPointBytes;
  append_uniforms(words, passes_[last], tables_[last],
                  {addresses.memory, at(addresses, buffers_[last - 1]) + first_frame, addresses.output, row_columns()});
  words.push_back(static_cast<std::uint32_t>(shape_.frames_per_row));
}

// Bytes of the last pass's columns, counted in rows.
std::uint32_t SpectrumProgram::row_columns() const {
  return passes_.back().remaining * kPointBytes * static_cast<std::uint32_t>(shape_.rows);
}

void SpectrumProgram::append_folder(std::vector<std::uint32_t>& words, const Addresses& addresses) const {
  words.insert(words.end(), {static_cast<std::uint32_t>(shape_.frames_per_row), row_columns(), addresses.output});
}

void SpectrumProgram::append_whole(std::vector<std::uint32_t>& words, const Addresses& addresses,
                                   const WholeMember& member) const {
  const FftPass& pass = passes_.front();
  const std::uint32_t column = member.member() * pass.columns();
  const auto frame = static_cast<std::uint32_t>(shape_.size()) * kPowerBytes;
  if (whole_->members > 1) words.push_back(member.role());
  words.insert(
      words.end(),
      {lane_offset(pass, 1), lane_offset(pass, 2), lane_offset(pass, 8), addresses.input + column * kSampleBytes,
       at(addresses, window_ + member.member() * kTaskPoints * sizeof(float)),
       pass.rows_per_register() * pass.remaining * kSampleBytes, static_cast<std::uint32_t>(kSampleBytes * shape_.hop),
       addresses.silence, turned_bits(shape_), member.transform() * frame, whole_->groups * frame,
       static_cast<std::uint32_t>(shape_.frames()) * frame,
       at(addresses, buffers_.back()) + member.member() * 256 * kPowerBytes,
       at(addresses, tables_.back().twiddles) + member.member() * 256 * kPointBytes, member.writes(), member.reads()});
  if (whole_->members > 1) words.push_back(at(addresses, tables_.front().inner));
}

void SpectrumProgram::append_fold(std::vector<std::uint32_t>& words, const Addresses& addresses) const {
  const auto frame = static_cast<std::uint32_t>(shape_.size()) * kPowerBytes;
  words.insert(words.end(), {at(addresses, buffers_.back()), frame, static_cast<std::uint32_t>(shape_.frames_per_row),
                             frame - 1, static_cast<std::uint32_t>(shape_.rows) * frame, addresses.output});
}

std::vector<std::uint32_t> SpectrumProgram::uniforms(const Addresses& addresses, std::uint32_t share) const {
  std::vector<std::uint32_t> words = {share};
  if (whole_) {
    append_whole(words, addresses, {*whole_, share});
    append_fold(words, addresses);
  } else if (share < workers_) {
    append_passes(words, addresses, share);
  } else {
    append_folder(words, addresses);
  }
  words.push_back(addresses.interrupt);
  return words;
}

std::vector<ProgramStart> SpectrumProgram::lay_out(std::span<std::byte> memory, const Addresses& addresses) const {
  image_.write(memory);
  return write_starts(memory, {addresses.memory, uniforms_, uniforms_each_, workers_ + folders_, false},
                      [&](std::uint32_t share) { return uniforms(addresses, share); });
}

}  // namespace qpu
