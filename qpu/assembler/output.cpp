// SPDX-License-Identifier: MIT
#include "qpu/assembler/output.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

std::uint32_t address_of(std::size_t index) { return static_cast<std::uint32_t>(index * kWordBytes); }

Word with_distance(const Emitted& emitted, std::size_t index) {
  if (!emitted.branch_target) return emitted.word;
  const auto after_slots = static_cast<std::int64_t>(address_of(index) + kBranchBase);
  return make_word(static_cast<std::uint32_t>(low(emitted.word) + *emitted.branch_target - after_slots),
                   high(emitted.word));
}

}  // namespace

std::uint32_t Output::address() const {
  return filled_ == 0 ? address_of(words_.size()) : address_of(words_.size() - 1) + filled_;
}

void Output::add(const Emitted& emitted) {
  if (words_.size() >= most_words_) throw AssemblyEnds{fmt::format("the program grows beyond {} words", most_words_)};
  words_.push_back(emitted);
}

void Output::close_data() {
  if (filled_ == 0) return;
  labels_.move_all_at(address(), address_of(words_.size()));
  filled_ = 0;
}

void Output::instruction(Emitted emitted) {
  close_data();
  add(emitted);
}

void Output::byte(std::uint8_t value, std::uint32_t origin, std::string_view text) {
  if (filled_ == 0) add({0, true, origin, text});
  words_.back().word |= Word{value} << 8 * filled_;
  filled_ = (filled_ + 1) % kWordBytes;
}

void Output::data(std::uint64_t value, int bytes, bool relocated, std::uint32_t origin, std::string_view text) {
  const std::uint32_t place = filled_;
  if (relocated && place % 4 != 0) throw SourceFault{"an address must be aligned to 4 bytes; use .align 4 before it"};
  for (int i = 0; i < bytes; ++i) byte(static_cast<std::uint8_t>(value >> 8 * i), origin, text);
  if (relocated) (place == 0 ? words_.back().relocated_low : words_.back().relocated_high) = true;
}

void Output::align(std::uint32_t bytes, std::uint32_t base, std::uint32_t origin, std::string_view text) {
  const bool after_data = !words_.empty() && words_.back().is_data;
  while ((address() - base) % bytes != 0)
    if (after_data || filled_ != 0)
      byte(0, origin, text);
    else
      instruction({kNop, false, origin, text});
}

void Output::insert_back(std::size_t first, std::size_t first_label, std::size_t count) {
  close_data();
  const auto moved_by = address_of(words_.size() - first), passes = address_of(count);
  labels_.move(first_label, -static_cast<std::int64_t>(passes), address_of(first - count), moved_by);
  const auto at = [&](std::size_t index) { return words_.begin() + static_cast<std::ptrdiff_t>(index); };
  std::rotate(at(first - count), at(first), words_.end());
}

void Output::clone(std::uint32_t address, std::size_t count) {
  close_data();
  const std::size_t first = address / kWordBytes;
  if (count > words_.size() || first > words_.size() - count)
    throw SourceFault{"only instructions before this line can be cloned"};
  for (std::size_t i = 0; i < count; ++i) add(Emitted(words_[first + i]));
}

void Output::finish(Program& program) const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Emitted& emitted = words_[i];
    program.words.push_back(with_distance(emitted, i));
    program.is_data.push_back(emitted.is_data);
    program.origins.push_back(emitted.origin);
    program.lines.emplace_back(emitted.text);
    if (emitted.relocated_low) program.relocations.push_back({address_of(i)});
    if (emitted.relocated_high) program.relocations.push_back({address_of(i) + 4});
  }
}

}  // namespace qpu::assembly
