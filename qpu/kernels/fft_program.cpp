// SPDX-License-Identifier: MIT
#include "qpu/kernels/fft_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "qpu/kernels/fft_tables.h"
#include "qpu/kernels/truncation.h"

namespace qpu {
namespace {

constexpr std::size_t kTaskBytes = 256 * kPointBytes, kTouchedBytes = 2048;
constexpr std::uint32_t kPrefetchBytes = 16 * 64;  // a request of an idle QPU for code

std::size_t whole_tasks(const FftShape& shape) { return (shape.points() * kPointBytes + kTaskBytes - 1) / kTaskBytes; }

bool is_whole(const FftShape& shape) { return shape.width == 1 && stays_on_chip(shape.log2_size); }

// One that has the chip to itself, unless the number of QPUs is given.
bool is_shared(const FftShape& shape, int qpus) {
  return is_whole(shape) && shape.batch == 1 && !shape.real && qpus == kBestQpus;
}

bool is_in_rounds(const FftShape& shape, int qpus) {
  return shape.log2_size == RoundsPlan::kLog2Size && shape.width == 1 && shape.batch == 1 && !shape.real &&
         qpus == kBestQpus;
}

FftShape checked(const FftShape& shape) {
  if (shape.real && (shape.width != 1 || shape.log2_size < 6 || shape.log2_size > 22))
    throw std::invalid_argument(
        fmt::format("an FFT of 2^{} real points{}: the QPU kernel supports 2^6 to 2^22, without columns of arrays",
                    shape.log2_size, shape.width == 1 ? "" : " in columns"));
  return shape;
}

std::vector<FftPass> passes_of(const FftShape& shape) {
  std::vector<FftPass> passes = fft_passes(shape);
  return is_whole(shape) ? whole_passes(shape.log2_size) : passes;
}

// Output of the complex transform before a pass of real.qinc: see there.
double scale_of(const FftShape& shape) {
  const double scale = truncation_correction(shape.log2_size);
  return shape.real && !shape.inverse ? scale / 2 : scale;
}

}  // namespace

FftProgram::FftProgram(const FftShape& shape, int qpus)
    : shape_(checked(shape)),
      complex_(shape.of_complex()),
      passes_(passes_of(complex_)),
      shared_(is_shared(shape_, qpus) ? std::optional(SharedPlan{shape_.log2_size}) : std::nullopt),
      whole_(is_whole(complex_) && !shared_
                 ? std::optional(WholePlan::make_with_twins(complex_.log2_size, shape.batch, qpus))
                 : std::nullopt),
      rounds_(is_in_rounds(shape_, qpus)),
      qpus_(shared_   ? SharedPlan::kQpus
            : rounds_ ? RoundsPlan::kQpus
            : whole_  ? whole_->qpus()
                      : useful_qpus(complex_.log2_size, whole_tasks(complex_), qpus)),
      prefetch_(prefetch_of(shape, qpus)),
      code_(assemble()) {
  image_.add(words_of(code_));
  // The last request may reach beyond the code: not into what is written while it is on its way.
  if (prefetch_) image_.reserve((kPrefetchBytes - image_.bytes() % kPrefetchBytes) % kPrefetchBytes);
  if (shared_) shared_tables_ = image_.add(shared_table(shape_.log2_size, scale_of(shape_)));
  for (const FftPass& pass : passes_)
    if (!shared_) tables_.push_back(add_tables(image_, pass, &pass == &passes_.back() ? scale_of(shape_) : 1));
  if (shape_.real) {
    row_twiddles_ = image_.add(real_row_twiddles(complex_.size(), shape_.inverse));
    lane_twiddles_ = image_.add(real_lane_twiddles(complex_.size(), shape_.inverse));
    middle_ = image_.reserve(buffer_bytes());
  }
  uniforms_each_ = 4 * (10 + 16 * passes_.size());  // enough for either kernel
  uniforms_ = image_.reserve(uniforms_each_ * (qpus_ + 1));
  scratch_ = image_.reserve(passes_.size() > 1 && !whole_ && !shared_ && !rounds_ ? buffer_bytes() : 0);
}

Program FftProgram::assemble() const {
  std::vector<std::pair<std::string, std::string>> definitions = {{"INVERSE", shape_.inverse ? "1" : "0"},
                                                                  {"REAL", !shape_.real     ? "0"
                                                                           : shape_.inverse ? "2"
                                                                                            : "1"}};
  const auto qpus = static_cast<int>(qpus_);
  definitions.emplace_back("PREFETCHERS", prefetch_ ? "1" : "0");
  if (shared_) {
    definitions.emplace_back("VECTORS", std::to_string(shared_->vectors()));
    definitions.emplace_back("LOG2_VECTORS", std::to_string(std::countr_zero(shared_->vectors())));
    return assemble_passes("fft_shared.qasm", passes_, qpus, std::move(definitions));
  }
  if (whole_) {
    definitions.emplace_back("MEMBERS", std::to_string(whole_->members));
    definitions.emplace_back("TWINS", whole_->twins ? "1" : "0");
    return assemble_passes("fft_whole.qasm", passes_, qpus, std::move(definitions));
  }
  if (rounds_) return assemble_passes("fft_rounds.qasm", passes_, qpus, std::move(definitions));
  definitions.emplace_back("PAIRED", complex_.log2_size == 7 ? "1" : "0");
  definitions.emplace_back("WIDTH_SHIFT", std::to_string(std::countr_zero(complex_.width)));
  return assemble_passes("fft.qasm", passes_, qpus, std::move(definitions));
}

// By an idle QPU, if the number of QPUs is for us to choose. Larger transforms are done by four and more, who find each
// other's lines; the code of fft_shared.qasm is short.
std::optional<FftProgram::Prefetch> FftProgram::prefetch_of(const FftShape& shape, int qpus) {
  const bool alone = shape.batch == 1 && shape.width == 1 && qpus == kBestQpus && !is_shared(shape, qpus);
  const int log2_size = shape.of_complex().log2_size;
  if (alone && log2_size < 8) return Prefetch{.rounds = 25, .skipped = 1};
  if (alone && log2_size == 8) return Prefetch{.rounds = 50, .skipped = 1};
  if (alone && log2_size == 9) return Prefetch{.rounds = 150, .skipped = 2};
  return std::nullopt;
}

ProgramStart FftProgram::start_prefetch(std::span<std::byte> memory, const Addresses& addresses) const {
  const auto label = std::ranges::find(code_.labels, "prefetch", &Label::name);
  const auto first = prefetch_->skipped * kPrefetchBytes;
  const auto bytes = static_cast<std::uint32_t>(code_.words.size() * kWordBytes) - first;
  const std::array words = {prefetch_->rounds, at(addresses, first), (bytes + kPrefetchBytes - 1) / kPrefetchBytes};
  const std::size_t place = uniforms_ + uniforms_each_ * qpus_;
  std::memcpy(memory.data() + place, words.data(), sizeof words);
  return {at(addresses, place), at(addresses, label->address)};
}

std::size_t FftProgram::buffer_bytes() const { return whole_tasks(complex_) * kTaskBytes; }

std::uint32_t FftProgram::at(const Addresses& addresses, std::size_t offset) {
  return addresses.memory + static_cast<std::uint32_t>(offset);
}

void FftProgram::append_shared(std::vector<std::uint32_t>& words, const Addresses& addresses, std::uint32_t m) const {
  const std::size_t tables = shared_tables_ + shared_->common_bytes();
  words.assign({addresses.input + 2 * m * kPointBytes, at(addresses, shared_tables_),
                at(addresses, tables + m * shared_->own_bytes()), m, shared_->writes(m), shared_->reads(m),
                shared_->outputs(m), addresses.output});
}

void FftProgram::append_rounds(std::vector<std::uint32_t>& words, const Addresses& addresses, std::uint32_t m) const {
  const FftPass &first = passes_.front(), &last = passes_.back();
  const LaneSteps steps = first.lane_steps();
  const std::size_t piece = tables_.front().inner + m * kTouchedBytes % (tables_.back().end - tables_.front().inner);
  words.insert(
      words.end(),
      {steps.low, 2 * steps.middle, steps.high, addresses.input + RoundsPlan::column(m) * kPointBytes,
       first.rows_per_register() * steps.row, steps.second, at(addresses, piece), at(addresses, tables_.front().inner),
       RoundsPlan::writes(m), RoundsPlan::reads(m), at(addresses, tables_.back().twiddles),
       at(addresses, tables_.back().fine + m * last.radix() * kPointBytes), at(addresses, tables_.back().inner),
       addresses.output + m * last.columns() * kPointBytes, stride_word(last), last.finished * kPointBytes});
}

void FftProgram::append_whole(std::vector<std::uint32_t>& words, const Addresses& addresses,
                              const WholeMember& member) const {
  const FftPass &first = passes_.front(), &last = passes_.back();
  const LaneSteps steps = first.lane_steps();
  const auto transform = static_cast<std::uint32_t>(complex_.size()) * kPointBytes;
  words.insert(words.end(), {steps.low, steps.middle, steps.high,
                             source(addresses) + member.member() * first.columns() * kPointBytes,
                             member.transform() * transform, first.rows_per_register() * steps.row, steps.second});
  if (whole_->members > 1) words.push_back(member.role());
  words.insert(words.end(), {whole_->groups * transform, static_cast<std::uint32_t>(complex_.batch) * transform,
                             target(addresses) + member.member() * last.columns() * kPointBytes,
                             at(addresses, tables_.back().twiddles + member.member() * kTaskBytes), member.writes(),
                             member.reads()});
  if (whole_->members > 1) words.push_back(at(addresses, tables_.front().inner));
}

// Buffer of the complex transform that real.qinc's pass wrote or will read; no other pass may have read it before.
std::uint32_t FftProgram::source(const Addresses& addresses) const {
  return shape_.real && shape_.inverse ? at(addresses, middle_) : addresses.input;
}
std::uint32_t FftProgram::target(const Addresses& addresses) const {
  return shape_.real && !shape_.inverse ? at(addresses, middle_) : addresses.output;
}

void FftProgram::append_passes(std::vector<std::uint32_t>& words, const Addresses& addresses,
                               std::uint32_t share) const {
  const auto buffer = [&](FftBuffer which) {
    return which == FftBuffer::Input    ? source(addresses)
           : which == FftBuffer::Output ? addresses.output
                                        : at(addresses, scratch_);
  };
  for (std::size_t index = 0; index < passes_.size(); ++index) {
    const FftPass& pass = passes_[index];
    const bool last = index + 1 == passes_.size();
    append_uniforms(words, pass, tables_[index],
                    {addresses.memory, buffer(pass.from), last ? target(addresses) : buffer(pass.to),
                     static_cast<std::uint32_t>(buffer_bytes() >> pass.log2_rows())});
    if (index == 0 && !last && complex_.width == 1) {  // each QPU prefetches a part of the next tables
      const std::size_t end = tables_[1].end - kTouchedBytes;
      words.push_back(at(addresses, std::min(tables_[1].twiddles + share * kTouchedBytes, end)));
    }
  }
}

void FftProgram::append_real(std::vector<std::uint32_t>& words, const Addresses& addresses) const {
  const float weight = shape_.inverse ? 0.5f : 1.0f;
  words.insert(words.end(),
               {shape_.inverse ? addresses.input : at(addresses, middle_), static_cast<std::uint32_t>(buffer_bytes()),
                static_cast<std::uint32_t>(complex_.size()) * kPointBytes - 1, at(addresses, row_twiddles_),
                at(addresses, lane_twiddles_), std::bit_cast<std::uint32_t>(weight),
                shape_.inverse ? at(addresses, middle_) : addresses.output});
}

std::vector<std::uint32_t> FftProgram::uniforms(const Addresses& addresses, std::uint32_t share) const {
  std::vector<std::uint32_t> words = {share};
  if (shape_.real && shape_.inverse) append_real(words, addresses);
  if (shared_)
    append_shared(words, addresses, share);
  else if (rounds_)
    append_rounds(words, addresses, share);
  else if (whole_)
    append_whole(words, addresses, {*whole_, share});
  else
    append_passes(words, addresses, share);
  if (shape_.real && !shape_.inverse) append_real(words, addresses);
  words.push_back(addresses.interrupt);
  return words;
}

std::vector<ProgramStart> FftProgram::lay_out(std::span<std::byte> memory, const Addresses& addresses) const {
  image_.write(memory);
  std::vector<ProgramStart> starts =
      write_starts(memory, {addresses.memory, uniforms_, uniforms_each_, qpus_, !whole_ && !shared_ && !rounds_},
                   [&](std::uint32_t share) { return uniforms(addresses, share); });
  if (prefetch_) starts.push_back(start_prefetch(memory, addresses));
  return starts;
}

}  // namespace qpu
