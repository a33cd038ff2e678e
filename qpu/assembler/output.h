// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/labels.h"
#include "qpu/assembler/program.h"

namespace qpu::assembly {

// A word and what is recorded about it until the end of the pass.
struct Emitted {
  Word word = kNop;
  bool is_data = false;
  std::uint32_t origin = 0;
  std::string_view text;
  std::optional<std::int64_t>
      branch_target;  // of a relative branch: its immediate is known once no label moves any more
  bool relocated_low = false, relocated_high = false;
};

// The output of a pass, by words and bytes.
class Output {
 public:
  Output(Labels& labels, std::size_t most_words) : labels_(labels), most_words_(most_words) {}

  // Bytes from the start to the next emission.
  std::uint32_t address() const;

  // Data that does not fill its slot is padded with zeros before an instruction (reference 10.8).
  void instruction(Emitted emitted);
  void replace_last(const Emitted& emitted) { words_.back() = emitted; }
  void data(std::uint64_t value, int bytes, bool relocated, std::uint32_t origin, std::string_view text);
  void close_data();

  // Pads with instructions that do nothing after code, with zeros after data.
  void align(std::uint32_t bytes, std::uint32_t base, std::uint32_t origin, std::string_view text);

  // Moves the words from `first` on, and the labels from `first_label` on, in front of the `count` words before them.
  void insert_back(std::size_t first, std::size_t first_label, std::size_t count);
  void clone(std::uint32_t address, std::size_t count);

  std::size_t size() const { return words_.size(); }

  // Writes the program, with the distances of branches.
  void finish(Program& program) const;

 private:
  void add(const Emitted& emitted);
  void byte(std::uint8_t value, std::uint32_t origin, std::string_view text);

  Labels& labels_;
  std::size_t most_words_;
  std::vector<Emitted> words_;
  std::uint32_t filled_ = 0;  // bytes of the last word, if it is data that is not full
};

}  // namespace qpu::assembly
