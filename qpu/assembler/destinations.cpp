// SPDX-License-Identifier: MIT
#include "qpu/assembler/destinations.h"

#include "qpu/assembler/fault.h"
#include "qpu/registers.h"

namespace qpu::assembly {
namespace {

constexpr std::uint8_t kSaturating = 8, kReplicated = 3;
constexpr std::uint8_t kRegistersInFile = 32;

// With pm the MUL result becomes a colour byte. There vc4asm writes the topmost bit inverted, so that .8asf is code 4,
// as the chip needs it; .8888sf it leaves at 11, where Broadcom's guide says 3, which is .8888f here (reference 2.13,
// A).
std::uint8_t colour_code(const Format& format) {
  const std::uint8_t code = format.saturates ? format.code | kSaturating : format.code;
  return format.code == kReplicated ? code : code ^ kSaturating;
}

std::uint8_t write_address(const Register& place, bool in_a) {
  if (place.kind != Register::Kind::Accumulator) return place.address;
  if (place.address == 5) return in_a ? write::kR5QuadA : write::kR5RepB;
  return static_cast<std::uint8_t>(write::kR0 + place.address);
}

bool reaches(const Destination* destination, bool in_a) {
  return !destination || (in_a ? destination->place.write_a : destination->place.write_b);
}

bool in_register_file_a(const Register& place) {
  return place.kind == Register::Kind::FileA && place.address < kRegistersInFile;
}

}  // namespace

void write_to(Instruction& instruction, const Destination* add, const Destination* mul) {
  const bool straight = reaches(add, true) && reaches(mul, false);
  if (!straight && !(reaches(add, false) && reaches(mul, true)))
    throw SourceFault{"both results go to the same register file; the chip writes one to A and one to B", mul->column};
  instruction.write_swap = !straight;
  if (add) instruction.add_write = write_address(add->place, straight);
  if (mul) instruction.mul_write = write_address(mul->place, !straight);
}

void write_to(Instruction& instruction, const std::vector<Destination>& destinations) {
  write_to(instruction, destinations.empty() ? nullptr : &destinations[0],
           destinations.size() < 2 ? nullptr : &destinations[1]);
}

Condition condition_for(const Destination& destination, bool gives_flags) {
  const bool pointless =
      destination.place.address == kNowhere && !gives_flags && destination.place.kind != Register::Kind::Accumulator;
  return destination.condition.value_or(pointless ? Condition::Never : Condition::Always);
}

void PmClaim::claim(bool pm, std::uint32_t column) {
  if (pm_ && *pm_ != pm)
    throw SourceFault{"pack and unpack share one bit, which selects file A or r4 and the MUL result", column};
  pm_ = pm;
}

Pack PackChoice::in_file_a(const Destination& destination, const Format& format, Producer producer) const {
  if (!in_register_file_a(destination.place))
    throw SourceFault{"only results to ra0 to ra31 are packed, or colour bytes of fmul and the like",
                      destination.column};
  const bool half = format.code == 1 || format.code == 2;
  if (half && format.type != Format::Type::Unsaid && (format.type == Format::Type::Float) != producer.gives_float)
    throw SourceFault{producer.gives_float ? "this operation gives a float, which is packed as one"
                                           : "this operation gives an integer, which is packed as one",
                      destination.column};
  return static_cast<Pack>(format.saturates ? format.code | kSaturating : format.code);
}

void PackChoice::add(const Destination& destination, Producer producer) {
  if (!destination.pack || *destination.pack == Format{}) return;
  if (pack_) throw SourceFault{"an instruction has one pack, these are two", destination.column};
  const Format& format = *destination.pack;
  const bool to_byte = format.code >= kReplicated;
  const bool colour =
      to_byte && (format.type == Format::Type::Float ||
                  (format.type == Format::Type::Unsaid && producer.on_mul && !in_register_file_a(destination.place)));
  if (colour && !producer.on_mul)
    throw SourceFault{"only the MUL side makes colour bytes of floats", destination.column};
  pm_.claim(colour, destination.column);
  pack_ = colour ? static_cast<Pack>(colour_code(format)) : in_file_a(destination, format, producer);
}

void PackChoice::apply(Instruction& instruction) {
  instruction.pack = pack_.value_or(Pack::None);
  instruction.pm = pm_.value();
}

}  // namespace qpu::assembly
