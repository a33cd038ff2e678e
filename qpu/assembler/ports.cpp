// SPDX-License-Identifier: MIT
#include "qpu/assembler/ports.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/fault.h"
#include "qpu/small_immediate.h"

namespace qpu::assembly {
namespace {

constexpr std::uint8_t kR4 = 4;

void set(Mux* mux, Mux value) {
  if (mux) *mux = value;
}

bool is_accumulator(const Source& source) { return source.place.kind == Register::Kind::Accumulator; }

// The unpack works on port A alone.
bool needs_a(const Source& source) { return source.place.read_a && (!source.place.read_b || source.unpack); }

}  // namespace

void Ports::add(const Source& source, Mux* mux, bool wants_float) { uses_.push_back({&source, mux, wants_float}); }

void Ports::rotate(Rotation rotation) {
  if (rotation) small_immediate_ = rotation.by_r5 ? kRotateByR5 : rotation_code(rotation.lanes);
}

void Ports::place(Instruction& instruction) {
  for (const Use& use : uses_) {
    if (use.source->immediate)
      place_immediate(use);
    else if (is_accumulator(*use.source))
      place_accumulator(use);
    else if (needs_a(*use.source))
      place_on_a(use);
    else if (!use.source->place.read_a)
      place_on_b(use);
  }
  for (const Use& use : uses_)
    if (!use.source->immediate && !is_accumulator(*use.source) && !needs_a(*use.source) && use.source->place.read_a)
      place_anywhere(use);
  check_types();
  if (small_immediate_ && b_)
    throw SourceFault{"an immediate or a rotation takes the place of the port that reads file B",
                      uses_.front().source->column};
  if (small_immediate_) instruction.kind = Kind::AluSmallImmediate;
  instruction.read_a = a_.value_or(kNowhere);
  instruction.read_b = small_immediate_ ? *small_immediate_ : b_.value_or(kNowhere);
  instruction.unpack = pm_.value() ? unpack_r4_.value_or(Unpack::None) : unpack_a_.value_or(Unpack::None);
}

void Ports::place_immediate(const Use& use) {
  const std::uint32_t value = *use.source->immediate;
  const auto code = small_immediate_code(value);
  const bool fits = small_immediate_ && small_immediate_value(*small_immediate_) == value;
  if (!code && !fits)
    throw SourceFault{
        fmt::format("{} is not a small immediate (-16 to 15, 1/256 to 128.0); load it into a register first",
                    static_cast<std::int32_t>(value)),
        use.source->column};
  if (small_immediate_ && !fits)
    throw SourceFault{"an instruction has room for one immediate or rotation, these are two", use.source->column};
  if (!fits) small_immediate_ = code;
  set(use.mux, Mux::B);
}

void Ports::check_type(const Use& use, const Format& format) const {
  const bool is_float = format.type == Format::Type::Float;
  if (format.type != Format::Type::Unsaid && is_float != use.wants_float)
    throw SourceFault{use.wants_float ? "a float operation unpacks to floats" : "this operation unpacks to integers",
                      use.source->column};
}

// All who take the value of the port get floats as soon as one of them is a float operation (reference 2.13).
void Ports::check_types() const {
  if (unpack_a_ != Unpack::Half0 && unpack_a_ != Unpack::Half1) return;
  const bool floats = std::ranges::any_of(uses_, [](const Use& use) { return takes_unpacked(use) && use.wants_float; });
  for (const Use& use : uses_)
    if (floats && takes_unpacked(use) && use.source->unpack->type == Format::Type::Integer)
      throw SourceFault{"the other operation takes floats from the same register, and so would this one",
                        use.source->column};
}

bool Ports::takes_unpacked(const Use& use) {
  return !use.source->immediate && needs_a(*use.source) && use.source->unpack;
}

void Ports::note_unpack(const Use& use, bool pm) {
  const Format format = use.source->unpack.value_or(Format{});
  if (format.saturates) throw SourceFault{"only packing saturates", use.source->column};
  if (!pm) check_type(use, format);
  auto& noted = pm ? unpack_r4_ : unpack_a_;
  const auto unpack = static_cast<Unpack>(format.code);
  if (noted && *noted != unpack)
    throw SourceFault{"all operands from this register are unpacked alike", use.source->column};
  noted = unpack;
  if (unpack != Unpack::None) pm_.claim(pm, use.source->column);
}

void Ports::place_accumulator(const Use& use) {
  if (use.source->place.address == kR4)
    note_unpack(use, true);
  else if (use.source->unpack)
    throw SourceFault{"only registers of file A, and r4, are unpacked", use.source->column};
  set(use.mux, static_cast<Mux>(use.source->place.address));
}

void Ports::place_on_a(const Use& use) {
  if (a_ && *a_ != use.source->place.address)
    throw SourceFault{"file A is read at one address in an instruction, these are two", use.source->column};
  a_ = use.source->place.address;
  note_unpack(use, false);
  set(use.mux, Mux::A);
}

void Ports::place_on_b(const Use& use) {
  if (use.source->unpack) throw SourceFault{"only registers of file A, and r4, are unpacked", use.source->column};
  if (b_ && *b_ != use.source->place.address)
    throw SourceFault{"file B is read at one address in an instruction, these are two", use.source->column};
  b_ = use.source->place.address;
  set(use.mux, Mux::B);
}

// The port that reads it already, else A if free.
void Ports::place_anywhere(const Use& use) {
  const std::uint8_t address = use.source->place.address;
  const bool a_unpacked = unpack_a_.value_or(Unpack::None) != Unpack::None;
  if (a_ == address && !a_unpacked) return place_on_a(use);
  if (b_ == address || (a_ && !b_ && !small_immediate_)) return place_on_b(use);
  place_on_a(use);
}

}  // namespace qpu::assembly
