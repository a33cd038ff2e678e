// SPDX-License-Identifier: MIT
#include "tests/qpu/kernels/plain/plain_spectrum.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "qpu/assembler/assembler.h"
#include "qpu/emulator/machine.h"
#include "qpu/kernels/fft_program.h"
#include "qpu/kernels/kernel_files.h"

namespace qpu::testing {
namespace {

constexpr std::uint32_t kBase = 0x10000, kPage = 4096;
constexpr int kPlainQpus = 8;  // 12 take 4 % longer: a line is read for more caches

std::optional<std::string> file(const std::string& name) {
  if (auto kernel = kernel_file(name)) return kernel;
  std::ifstream stream(SPECTRUMD_ROOT "/tests/qpu/kernels/plain/" + name);
  if (!stream) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Program assembled(const std::string& name, std::size_t frame_bytes) {
  const Program program =
      assemble_file(name, {.definitions = {{"QPUS", std::to_string(kPlainQpus)},
                                           {"FRAME_SHIFT", std::to_string(std::countr_zero(frame_bytes))},
                                           {"PAIRED", "0"},
                                           {"WIDTH_SHIFT", "0"}},
                           .load = file});
  if (!program.ok()) throw std::logic_error(to_text(program.diagnostics.front()));
  return program;
}

// Memory is dealt out in pages, as long as there is some.
class Room {
 public:
  std::uint32_t take(std::size_t bytes) {
    return std::exchange(next_, next_ + (static_cast<std::uint32_t>(bytes) + kPage - 1) / kPage * kPage);
  }

 private:
  std::uint32_t next_ = kBase;
};

template <typename Value>
void store(Sdram& memory, std::uint32_t address, std::span<const Value> values) {
  std::memcpy(memory.at(address), values.data(), values.size_bytes());
}

class PlainWay {
 public:
  PlainWay(const SpectrumShape& shape, std::span<const float> window, const SpectrumInput& input);
  SpectrumRun run();

 private:
  void convert();
  void transform();
  void fold();
  void launch(const Program& program, const std::vector<std::uint32_t>& uniforms);
  void start(std::span<const ProgramStart> starts);
  std::vector<PowerRow> rows() const;
  std::uint32_t frames() const { return static_cast<std::uint32_t>(shape_.frames()); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(shape_.size()); }

  SpectrumShape shape_;
  Room room_;
  FftProgram fft_;
  std::uint32_t code_, uniforms_, program_, window_, input_, silence_, samples_, bins_, output_;
  Sdram memory_;
  Machine machine_;
};

PlainWay::PlainWay(const SpectrumShape& shape, std::span<const float> window, const SpectrumInput& input)
    : shape_(shape),
      fft_({shape.log2_size, shape.frames(), false}),
      code_(room_.take(kPage)),
      uniforms_(room_.take(kPage)),
      program_(room_.take(fft_.memory_bytes())),
      window_(room_.take(window.size_bytes())),
      input_(room_.take(input.bytes.size() + sizeof(std::uint32_t))),
      silence_(room_.take(8 * shape.frames())),
      samples_(room_.take(fft_.buffer_bytes())),
      bins_(room_.take(fft_.buffer_bytes() + 3 * kPointBytes * shape.size())),  // folding looks three frames too far
      output_(room_.take(3 * sizeof(float) * shape.size() * shape.rows)),
      memory_(room_.take(0) - kBase, kBase),
      machine_(memory_, {.stale_reads = Policy::Fault}) {
  std::vector<float> lanes;  // even ones take the first 8 of 16 samples
  for (std::size_t index = 0; index < window.size(); ++index)
    lanes.push_back(window[index / 16 * 16 + index % 16 / 2 + index % 2 * 8]);
  store<float>(memory_, window_, lanes);
  store(memory_, input_, std::span(input.bytes));
  std::vector<std::complex<float>> silences = input.silences;
  for (auto& counts : silences) counts = SpectrumProgram::silence(counts, shape.is_signed);
  store(memory_, silence_, std::span<const std::complex<float>>(silences));
}

void PlainWay::start(std::span<const ProgramStart> starts) {
  machine_.clear_l2();
  machine_.clear_slice_caches(~0u);
  for (const ProgramStart& start : starts) machine_.queue(start.code, start.uniforms);
  if (machine_.run() != Machine::End::Idle)
    throw std::runtime_error(machine_.fault() ? report(*machine_.fault()) : "no end");
}

// The words between the index of a QPU and its interrupt flag are the same for all.
void PlainWay::launch(const Program& program, const std::vector<std::uint32_t>& uniforms) {
  store<Word>(memory_, code_, program.words);
  std::vector<ProgramStart> starts;
  for (std::uint32_t index = 0; index < kPlainQpus; ++index) {
    std::vector<std::uint32_t> words = {index};
    words.insert(words.end(), uniforms.begin(), uniforms.end());
    words.push_back(0);
    starts.push_back({uniforms_ + index * 128, code_});
    store<std::uint32_t>(memory_, starts.back().uniforms, words);
  }
  start(starts);
}

void PlainWay::convert() {
  const std::uint32_t frame = size() / 2;  // 128 bytes of tasks for 256 samples
  launch(assembled("convert.qasm", frame),
         {16, 2, 8, input_, window_, frame * frames(), frame - 1, 32, static_cast<std::uint32_t>(2 * shape_.hop),
          silence_, shape_.is_signed ? 0x80808080 : 0, samples_, 0xc0000000});
}

void PlainWay::transform() {
  start(fft_.lay_out(memory_.bytes(program_, fft_.memory_bytes()), {program_, samples_, bins_, false}));
}

void PlainWay::fold() {
  const std::uint32_t row = size() * 4;
  launch(assembled("power.qasm", row), {bins_, size() * kPointBytes, static_cast<std::uint32_t>(shape_.frames_per_row),
                                        row - 1, row * static_cast<std::uint32_t>(shape_.rows), output_});
}

std::vector<PowerRow> PlainWay::rows() const {
  std::vector<PowerRow> rows;
  for (std::uint32_t row = 0; row < shape_.rows; ++row) {
    PowerRow power;
    for (std::uint32_t index = 0; index < size(); ++index) {
      const std::uint32_t bin = (index + size() / 2) % size(), lane = bin % 8 * 2 + bin / 8 % 2;
      const std::uint32_t place = output_ + 4 * (3 * row * size() + bin / 16 * 48 + lane);
      power.sum.push_back(memory_.get<float>(place));
      power.max.push_back(memory_.get<float>(place + 4 * SpectrumProgram::kMaximum));
      power.min.push_back(memory_.get<float>(place + 4 * SpectrumProgram::kMinimum));
    }
    rows.push_back(power);
  }
  return rows;
}

SpectrumRun PlainWay::run() {
  convert();
  transform();
  fold();
  return {rows(), machine_.statistics(), machine_.microseconds(machine_.statistics().cycles)};
}

}  // namespace

SpectrumRun run_plainly(const SpectrumShape& shape, std::span<const float> window, const SpectrumInput& input) {
  return PlainWay(shape, window, input).run();
}

}  // namespace qpu::testing
