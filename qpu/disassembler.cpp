// SPDX-License-Identifier: MIT
#include "qpu/disassembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "qpu/assembler/assembler.h"
#include "qpu/names.h"
#include "qpu/small_immediate.h"

namespace qpu {
namespace {

// Names as people write them; or, if those would assemble to a different word, explicit files and operations.
enum class Style : std::uint8_t { Usual, Explicit };

constexpr std::array<const char*, 8> kUnpacks = {"", ".16a", ".16b", ".8dr", ".8a", ".8b", ".8c", ".8d"};
constexpr std::array<const char*, 16> kPacks = {"",     ".16a",  ".16b",  ".8888",  ".8a",  ".8b",  ".8c",  ".8d",
                                                ".32s", ".16as", ".16bs", ".8888s", ".8as", ".8bs", ".8cs", ".8ds"};
// With pm, of the MUL result; for the codes see the assembler's destinations.cpp.
constexpr std::array<const char*, 16> kColourPacks = {"", "", "", ".8888f",  ".8asf", ".8bsf", ".8csf", ".8dsf",
                                                      "", "", "", ".8888sf", ".8af",  ".8bf",  ".8cf",  ".8df"};

class Writer {
 public:
  Writer(Word word, Style style) : i_(decode(word)), style_(style) {}

  std::string text(const std::string& branch_target = {}) const {
    switch (i_.kind) {
      case Kind::Branch:
        return branch(branch_target);
      case Kind::Alu:
      case Kind::AluSmallImmediate:
        return alu();
      default:
        return load();
    }
  }

 private:
  bool usual() const { return style_ == Style::Usual; }
  char file_of(bool mul) const { return mul == i_.write_swap ? 'a' : 'b'; }
  std::uint8_t address_of(bool mul) const { return mul ? i_.mul_write : i_.add_write; }
  bool goes_nowhere(bool mul) const { return address_of(mul) == kNowhere; }

  std::string destination(bool mul) const {
    const std::string name =
        usual() ? write_name(file_of(mul), address_of(mul)) : fmt::format("r{}{}", file_of(mul), address_of(mul));
    return name + pack_of(mul);
  }

  std::string pack_of(bool mul) const {
    constexpr std::uint8_t kRegistersInFile = 32;
    const auto code = static_cast<std::size_t>(i_.pack);
    if (i_.pm) return mul ? kColourPacks[code] : "";
    return file_of(mul) == 'a' && address_of(mul) < kRegistersInFile ? kPacks[code] : "";
  }

  // Empty if it is the assembler's default.
  std::string condition(bool mul, bool gives_flags) const {
    const Condition condition = mul ? i_.mul_condition : i_.add_condition;
    const bool pointless = goes_nowhere(mul) && !gives_flags;
    if (condition == (pointless ? Condition::Never : Condition::Always)) return "";
    return condition == Condition::Always ? ".always" : fmt::format(".{}", name_of(condition));
  }

  std::string source(Mux mux) const {
    const bool explicit_read = !usual() && (mux == Mux::A || (mux == Mux::B && i_.kind == Kind::Alu));
    std::string name = name_of(mux, i_);
    if (explicit_read) name = mux == Mux::A ? fmt::format("ra{}", i_.read_a) : fmt::format("rb{}", i_.read_b);
    const bool unpacked = i_.pm ? mux == Mux::R4 : mux == Mux::A;
    return unpacked ? name + kUnpacks[static_cast<std::size_t>(i_.unpack)] : name;
  }

  bool is_nop(bool mul) const { return mul ? i_.mul_op == MulOp::Nop : i_.add_op == AddOp::Nop; }
  bool has_operands(bool mul) const {
    return mul ? i_.mul_a != Mux::R0 || i_.mul_b != Mux::R0 : i_.add_a != Mux::R0 || i_.add_b != Mux::R0;
  }
  bool is_idle(bool mul) const {
    return is_nop(mul) && goes_nowhere(mul) && !has_operands(mul) &&
           (mul ? i_.mul_condition : i_.add_condition) == Condition::Never;
  }
  bool is_move(bool mul) const {
    return mul ? i_.mul_op == MulOp::V8min && i_.mul_a == i_.mul_b : i_.add_op == AddOp::Or && i_.add_a == i_.add_b;
  }

  std::string mnemonic(bool mul) const {
    if (usual() && is_move(mul)) return "mov";
    const std::string_view name = mul ? name_of(i_.mul_op) : name_of(i_.add_op);
    const bool both_sides = name == "nop" || name == "v8adds" || name == "v8subs";
    return both_sides ? fmt::format("{}{}", mul ? 'm' : 'a', name) : std::string(name.empty() ? "reserved" : name);
  }

  std::string rotation(bool of_destination) const {
    if (i_.kind != Kind::AluSmallImmediate || !rotates(i_.read_b) || of_destination == usual()) return "";
    const auto lanes = rotation_of(i_.read_b);
    if (!lanes) return " << r5";
    if (of_destination) return fmt::format(" << {}", *lanes);
    return *lanes > kLanes / 2 ? fmt::format(" << {}", kLanes - *lanes) : fmt::format(" >> {}", *lanes);
  }

  std::string operation(bool mul) const {
    const bool gives_flags = i_.set_flags && mul == (i_.add_op == AddOp::Nop);
    std::string text =
        mnemonic(mul) + (gives_flags ? ".setf" : "") + condition(mul, gives_flags) + " " + destination(mul);
    if (mul) text += rotation(true);
    if (!is_nop(mul) || has_operands(mul)) text += ", " + sources(mul);
    return mul ? text + rotation(false) : text;
  }

  std::string sources(bool mul) const {
    const Mux a = mul ? i_.mul_a : i_.add_a, b = mul ? i_.mul_b : i_.add_b;
    const bool one = a == b && ((usual() && is_move(mul)) || (!mul && is_unary(i_.add_op)));
    return one ? source(a) : source(a) + ", " + source(b);
  }

  bool uses(Mux mux) const { return i_.add_a == mux || i_.add_b == mux || i_.mul_a == mux || i_.mul_b == mux; }

  std::string alu() const {
    std::vector<std::string> parts;
    const bool silent_add = is_idle(false) && !i_.set_flags;
    const bool silent_mul = is_idle(true) && !(i_.set_flags && is_nop(false));
    if (!is_idle(false))
      parts.push_back(operation(false));
    else if (!silent_mul && usual() && is_move(true) && rotation(false).empty())
      parts.emplace_back("nop");  // otherwise the assembler would put the move on the ADD side
    if (!silent_mul) parts.push_back(operation(true));
    if (i_.read_a != kNowhere && !uses(Mux::A)) parts.push_back("read " + read('a', i_.read_a));
    if (i_.kind == Kind::Alu && i_.read_b != kNowhere && !uses(Mux::B)) parts.push_back("read " + read('b', i_.read_b));
    if (i_.signal != Signal::None) parts.emplace_back(name_of(i_.signal));
    if (parts.empty() && silent_add) parts.emplace_back("nop");
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  std::string read(char file, std::uint8_t address) const {
    return usual() ? read_name(file, address) : fmt::format("r{}{}", file, address);
  }

  std::string load() const {
    std::string text = load_mnemonic() + (i_.set_flags ? ".setf" : "");
    text += " " + destination(false) + condition(false, i_.set_flags);
    if (!goes_nowhere(true) || i_.mul_condition != Condition::Never)
      text += ", " + destination(true) + condition(true, i_.set_flags);
    return text + ", " + loaded();
  }

  bool acquires() const { return (i_.immediate & 16) != 0; }

  std::string load_mnemonic() const {
    if (i_.kind == Kind::LoadPerLaneSigned) return "ldipes";
    if (i_.kind == Kind::LoadPerLaneUnsigned) return "ldipeu";
    if (i_.kind == Kind::Semaphore) return acquires() ? "sacq" : "srel";
    return "ldi";
  }

  std::string loaded() const {
    if (i_.kind == Kind::Semaphore) return fmt::format("{}", i_.immediate & 15);
    if (i_.kind == Kind::LoadImmediate) return fmt::format("{:#x}", i_.immediate);
    std::vector<int> values;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int value = static_cast<int>(i_.immediate >> (lane + 15) & 2) | static_cast<int>(i_.immediate >> lane & 1);
      values.push_back(i_.kind == Kind::LoadPerLaneSigned && value > 1 ? value - 4 : value);
    }
    return fmt::format("[{}]", fmt::join(values, ","));
  }

  std::string branch(const std::string& target) const {
    const std::string_view condition = name_of(i_.branch_condition);
    std::string text = i_.relative ? "brr" : "bra";
    if (!condition.empty()) text += fmt::format(".{}", condition);
    text += " " + destination(false);
    if (!goes_nowhere(true)) text += ", " + destination(true);
    if (i_.with_register)
      text += fmt::format(", ra{}", i_.branch_register);
    else if (!goes_nowhere(true))
      text += ", 0";  // with two links the assembler requires both targets
    if (!target.empty()) return text + ", " + target;
    const bool short_form = i_.with_register && i_.immediate == 0 && goes_nowhere(true);
    return short_form ? text : text + fmt::format(", {:#x}", i_.immediate);
  }

  Instruction i_;
  Style style_;
};

bool assembles_to(const std::string& text, Word word) {
  const Program program = assemble(text, "");
  return program.ok() && program.words.size() == 1 && program.words.front() == word && !program.is_data.front();
}

// Source that assembles to the word; nullopt if the language cannot express it.
std::optional<Style> style_for(Word word) {
  for (const Style style : {Style::Usual, Style::Explicit})
    if (assembles_to(Writer(word, style).text(), word)) return style;
  return std::nullopt;
}

std::string as_data(Word word) {
  return fmt::format(".int {:#010x}, {:#010x}  # {}", low(word), high(word), describe(word));
}

// The target of a relative branch, if it lies in the program or directly behind it.
std::optional<std::size_t> target_of(std::span<const Word> words, std::size_t index) {
  const Instruction i = decode(words[index]);
  if (i.kind != Kind::Branch || !i.relative || i.with_register || i.immediate % kWordBytes != 0) return std::nullopt;
  const auto slots = static_cast<std::int64_t>(kBranchBase / kWordBytes);
  const std::int64_t target = static_cast<std::int64_t>(index) + slots +
                              static_cast<std::int32_t>(i.immediate) / static_cast<std::int32_t>(kWordBytes);
  return target >= 0 && target <= std::ssize(words) ? std::optional(static_cast<std::size_t>(target)) : std::nullopt;
}

}  // namespace

std::string describe(Word word) { return Writer(word, Style::Usual).text(); }

std::string disassemble(Word word) {
  const auto style = style_for(word);
  return style ? Writer(word, *style).text() : as_data(word);
}

std::string disassemble(std::span<const Word> words) {
  std::map<std::size_t, std::string> labels;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (const auto target = target_of(words, i)) labels[*target] = fmt::format("l{}", *target);
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (labels.contains(i)) text += fmt::format(":{}\n", labels[i]);
    const auto target = target_of(words, i);
    const auto style = target ? style_for(words[i]) : std::nullopt;
    const std::string line = style ? Writer(words[i], *style).text("r:" + labels[*target]) : disassemble(words[i]);
    text += fmt::format("      {}\n", line);
  }
  return labels.contains(words.size()) ? text + fmt::format(":{}\n", labels[words.size()]) : text;
}

}  // namespace qpu
