// SPDX-License-Identifier: MIT
#include "qpu/kernels/program_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <stdexcept>

#include "qpu/assembler/assembler.h"
#include "qpu/kernels/fft_tables.h"
#include "qpu/kernels/kernel_files.h"

namespace qpu {
namespace {

constexpr std::size_t kLine = 64;

// Four bits a pass, the first lowest, as the kernels take their description.
template <typename Value>
std::string packed(std::span<const FftPass> passes, Value value) {
  std::uint32_t word = 0;
  for (std::size_t index = 0; index < passes.size(); ++index)
    word |= static_cast<std::uint32_t>(value(passes[index])) << 4 * index;
  return std::to_string(word);
}

// Which share of the tasks a program does: the first go to different slices, whose caches and TMUs then have no other
// users. QPUs are filled in ascending order (U31), four to a slice.
std::uint32_t share_of(std::uint32_t start, std::uint32_t qpus) {
  return qpus == kMostQpus ? start % 4 * 3 + start / 4 : start;
}

// The programs used last: the plan for another window, hop or batch often has one of them. From any thread.
class KeptPrograms {
 public:
  using Definitions = std::vector<std::pair<std::string, std::string>>;

  std::optional<Program> find(const std::string& file, const Definitions& definitions) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        kept_, [&](const Kept& kept) { return kept.file == file && kept.definitions == definitions; });
    if (found == kept_.end()) return std::nullopt;
    kept_.splice(kept_.begin(), kept_, found);
    return found->program;
  }

  void keep(const std::string& file, const Definitions& definitions, const Program& program) {
    const std::lock_guard lock(mutex_);
    kept_.push_front({file, definitions, program});
    if (kept_.size() > kMost) kept_.pop_back();
  }

 private:
  struct Kept {
    std::string file;
    Definitions definitions;
    Program program;
  };
  static constexpr std::size_t kMost = 8;
  std::mutex mutex_;
  std::list<Kept> kept_;  // the newest first
};

KeptPrograms& kept_programs() {
  static KeptPrograms programs;
  return programs;
}

}  // namespace

std::size_t ProgramImage::reserve(std::size_t bytes) {
  return std::exchange(bytes_, bytes_ + (bytes + kLine - 1) / kLine * kLine);
}

std::size_t ProgramImage::add(std::vector<std::uint32_t> words) {
  const std::size_t offset = reserve(4 * words.size());
  pieces_.emplace_back(offset, std::move(words));
  return offset;
}

void ProgramImage::write(std::span<std::byte> memory) const {
  if (memory.size() < bytes_)
    throw std::invalid_argument(fmt::format("{} bytes for a program of the QPUs: it needs {}", memory.size(), bytes_));
  for (const auto& [offset, words] : pieces_) std::memcpy(memory.data() + offset, words.data(), 4 * words.size());
}

std::vector<std::uint32_t> words_of(const Program& program) {
  std::vector<std::uint32_t> words;
  for (const Word word : program.words) words.insert(words.end(), {low(word), high(word)});
  return words;
}

Program assemble_passes(const std::string& file, std::span<const FftPass> passes, int qpus,
                        std::vector<std::pair<std::string, std::string>> more) {
  AssemblyOptions options;
  options.load = kernel_file;
  options.definitions = std::move(more);
  options.definitions.insert(options.definitions.end(),
                             {{"QPUS", std::to_string(qpus)},
                              {"PASSES", std::to_string(passes.size())},
                              {"RADICES", packed(passes, [](const FftPass& pass) { return pass.log2_rows(); })},
                              {"HALVED", packed(passes, [](const FftPass& pass) { return pass.halved; })},
                              {"TWIDDLES", packed(passes, [](const FftPass& pass) { return pass.twiddles; })},
                              {"FAR", packed(passes, [](const FftPass& pass) { return pass.far_rows(); })}});
  if (auto kept = kept_programs().find(file, options.definitions)) return *std::move(kept);
  Program program = assemble_file(file, options);
  if (!program.ok()) throw std::logic_error(to_text(program.diagnostics.front()));
  kept_programs().keep(file, options.definitions, program);
  return program;
}

PassTables add_tables(ProgramImage& image, const FftPass& pass, double scale) {
  PassTables tables;
  if (pass.twiddles != Twiddles::None) tables.twiddles = image.add(twiddle_table(pass, scale));
  if (pass.twiddles == Twiddles::Products) tables.fine = image.add(fine_twiddle_table(pass));
  if (pass.log2_radix > 4) tables.inner = image.add(inner_twiddle_table(pass, pass.only() ? scale : 1));
  tables.end = image.bytes();
  return tables;
}

void append_uniforms(std::vector<std::uint32_t>& uniforms, const FftPass& pass, const PassTables& tables,
                     const PassAddresses& addresses) {
  const auto at = [&](std::size_t offset) { return addresses.base + static_cast<std::uint32_t>(offset); };
  const LaneSteps steps = pass.lane_steps();
  uniforms.insert(uniforms.end(), {steps.low, steps.middle, steps.high, addresses.from, addresses.column_bytes,
                                   pass.remaining * kPointBytes - 1, pass.finished * kPointBytes - 1,
                                   pass.rows_per_register() * steps.row, steps.second, addresses.to,
                                   pass.finished * kPointBytes, stride_word(pass)});
  if (pass.twiddles != Twiddles::None) uniforms.push_back(at(tables.twiddles));
  if (pass.twiddles == Twiddles::Products)
    uniforms.insert(uniforms.end(), {at(tables.fine), pass.rows_per_register() * kPointBytes});
  if (pass.log2_radix > 4) uniforms.push_back(at(tables.inner));
}

// The DMA counts from the end of a row of output.
std::uint32_t stride_word(const FftPass& pass) {
  const std::uint32_t gap = pass.first()      ? (pass.log2_radix == 6 ? 192 : 64)  // of half a column, 64 bytes
                            : pass.far_rows() ? 0
                                              : (pass.halved ? 2 : 1) * pass.finished * kPointBytes - pass.row_bytes();
  return 0xc0000000 | gap;
}

std::vector<ProgramStart> write_starts(std::span<std::byte> memory, const StartRoom& room,
                                       const std::function<std::vector<std::uint32_t>(std::uint32_t)>& uniforms) {
  std::vector<ProgramStart> starts;
  for (std::uint32_t start = 0; start < room.qpus; ++start) {
    const std::size_t offset = room.offset + start * room.each;
    const std::vector<std::uint32_t> words = uniforms(room.spread ? share_of(start, room.qpus) : start);
    std::memcpy(memory.data() + offset, words.data(), 4 * words.size());
    starts.push_back({room.memory + static_cast<std::uint32_t>(offset), room.memory});
  }
  return starts;
}

}  // namespace qpu
