// SPDX-License-Identifier: MIT
#include "qpu/assembler/operation.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "qpu/assembler/fault.h"
#include "qpu/small_immediate.h"

namespace qpu::assembly {
namespace {

constexpr std::uint32_t kSignBit = 0x80000000;
constexpr int kIntegerCodes = 32;

bool is_one_of(AddOp op, std::initializer_list<AddOp> ops) { return std::ranges::find(ops, op) != ops.end(); }

// A float move must unpack as a float does, or pack as one: fmin x, a, a (reference 2.13).
bool moves_float(const Part& part) {
  const auto& unpack = part.sources.front().unpack;
  const bool unpacks =
      unpack && unpack->type == Format::Type::Float && part.sources.front().place.kind == Register::Kind::FileA;
  const auto& pack = part.destinations.front().pack;
  return unpacks || (pack && pack->type == Format::Type::Float && (pack->code == 1 || pack->code == 2));
}

std::optional<std::uint32_t> immediate_of(const Source& source) {
  return source.immediate && !small_immediate_code(*source.immediate) ? source.immediate : std::nullopt;
}

Source with(Source source, std::uint32_t immediate) {
  source.immediate = immediate;
  return source;
}

std::uint32_t itof(std::uint32_t value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<std::int32_t>(value)));
}

template <typename Operation>
std::uint32_t each_byte(std::uint32_t value, Operation operation) {
  std::uint32_t result = 0;
  for (int shift = 0; shift < 32; shift += 8) result |= operation(value >> shift & 255) << shift;
  return result;
}

class Ways {
 public:
  explicit Ways(const Part& part) : part_(part) {}

  std::vector<Operation> run() {
    if (part_.is_move && moves_float(part_)) return {on_add(AddOp::Fmin, part_.sources)};
    plain();
    if (part_.moves_immediate() && !part_.set_flags) moves_of_numbers();
    if (part_.add_op && part_.sources.size() == 2 && !part_.is_move) rewritten(*part_.add_op);
    if (part_.rotation) std::erase_if(ways_, [](const Operation& way) { return !way.on_mul; });
    if (ways_.empty())
      throw SourceFault{"only the MUL side rotates, and it does not have this operation", part_.column};
    return std::move(ways_);
  }

 private:
  Operation on_add(AddOp op, std::vector<Source> sources) const {
    return {&part_, false, op, MulOp::Nop, std::move(sources)};
  }
  Operation on_mul(MulOp op, std::vector<Source> sources) const {
    return {&part_, true, AddOp::Nop, op, std::move(sources)};
  }

  void plain() {
    if (part_.add_op) ways_.push_back(on_add(*part_.add_op, part_.sources));
    if (part_.mul_op) ways_.push_back(on_mul(*part_.mul_op, part_.sources));
    if (part_.prefers_mul && ways_.size() == 2) std::swap(ways_[0], ways_[1]);
  }

  void rewritten(AddOp op) {
    const Source &a = part_.sources[0], &b = part_.sources[1];
    const auto first = immediate_of(a), second = immediate_of(b);
    if (op == AddOp::Add && first) negated(AddOp::Sub, b, a);
    if (!second) return;
    if (op == AddOp::Add) negated(AddOp::Sub, a, b);
    if (op == AddOp::Sub) negated(AddOp::Add, a, b);
    if (is_one_of(op, {AddOp::Shl, AddOp::Shr, AddOp::Asr, AddOp::Ror}) && *second < 32)
      ways_.push_back(on_add(op, {a, with(b, *second - 32)}));  // shifts count modulo 32
    if (op == AddOp::Fadd) ways_.push_back(on_add(AddOp::Fsub, {a, with(b, *second ^ kSignBit)}));
    if (op == AddOp::Fsub) ways_.push_back(on_add(AddOp::Fadd, {a, with(b, *second ^ kSignBit)}));
  }

  void negated(AddOp op, const Source& a, const Source& b) { ways_.push_back(on_add(op, {a, with(b, -*b.immediate)})); }

  void moves_of_numbers() {
    const std::uint32_t wanted = *part_.sources.front().immediate;
    if (wanted == 0) zero_of_a_register();
    each_code([&](int code, std::uint32_t value, const std::vector<Source>& operands) {
      code < kIntegerCodes ? of_integer(value, wanted, operands) : of_float(value, wanted, operands);
    });
    each_code([&](int, std::uint32_t value, const auto& operands) { of_bits(value, wanted, operands); });
  }

  template <typename Action>
  void each_code(Action action) {
    for (int code = 0; code < kRotateByR5; ++code) {
      const std::uint32_t value = small_immediate_value(static_cast<std::uint8_t>(code));
      action(code, value, std::vector<Source>(2, with(part_.sources.front(), value)));
    }
  }

  // No immediate at all, so that a signal still fits in.
  void zero_of_a_register() {
    Source r0;
    r0.place = std::get<RegisterOperand>(*register_named("r0")).place;
    if (part_.add_op) ways_.push_back(on_add(AddOp::Xor, {r0, r0}));
    if (part_.mul_op) ways_.push_back(on_mul(MulOp::V8subs, {r0, r0}));
  }

  void of_integer(std::uint32_t value, std::uint32_t wanted, const std::vector<Source>& operands) {
    if (part_.add_op) {
      if (value + value == wanted) ways_.push_back(on_add(AddOp::Add, operands));
      if (value << (value & 31) == wanted) ways_.push_back(on_add(AddOp::Shl, operands));
      if (~value == wanted) ways_.push_back(on_add(AddOp::Not, operands));
      if (itof(value) == wanted) ways_.push_back(on_add(AddOp::Itof, operands));
    }
    if (part_.mul_op && (value & 0xffffff) * (value & 0xffffff) == wanted && value < 16)
      ways_.push_back(on_mul(MulOp::Mul24, operands));
    if (part_.mul_op && value + value == wanted && value < 16) ways_.push_back(on_mul(MulOp::V8adds, operands));
  }

  // What is left of the operations of a number with itself, by bits, so codes of floats serve as well.
  void of_bits(std::uint32_t value, std::uint32_t wanted, const std::vector<Source>& operands) {
    const int shift = static_cast<int>(value & 31);
    const auto add = [&](AddOp op, std::uint32_t result) {
      if (part_.add_op && result == wanted) ways_.push_back(on_add(op, operands));
    };
    const auto mul = [&](MulOp op, std::uint32_t result) {
      if (part_.mul_op && result == wanted) ways_.push_back(on_mul(op, operands));
    };
    const std::uint32_t doubled = each_byte(value, [](std::uint32_t x) { return std::min(2 * x, 255u); });
    add(AddOp::Add, value + value);
    add(AddOp::Not, ~value);
    add(AddOp::Itof, itof(value));
    add(AddOp::Shr, value >> shift);
    add(AddOp::Ror, std::rotr(value, shift));
    add(AddOp::Clz, static_cast<std::uint32_t>(std::countl_zero(value)));
    add(AddOp::V8adds, doubled);
    mul(MulOp::Mul24, (value & 0xffffff) * (value & 0xffffff));
    mul(MulOp::V8adds, doubled);
    mul(MulOp::V8muld, each_byte(value, [](std::uint32_t x) { return (x * x + 127) / 255; }));
  }

  // All are powers of two, so nothing is rounded.
  void of_float(std::uint32_t value, std::uint32_t wanted, const std::vector<Source>& operands) {
    const float number = std::bit_cast<float>(value);
    if (part_.add_op && std::bit_cast<std::uint32_t>(number + number) == wanted)
      ways_.push_back(on_add(AddOp::Fadd, operands));
    if (part_.add_op && number == std::floor(number) && static_cast<std::uint32_t>(number) == wanted)
      ways_.push_back(on_add(AddOp::Ftoi, operands));
    if (part_.mul_op && std::bit_cast<std::uint32_t>(number * number) == wanted)
      ways_.push_back(on_mul(MulOp::Fmul, operands));
  }

  const Part& part_;
  std::vector<Operation> ways_;
};

}  // namespace

std::vector<Operation> ways_to_do(const Part& part) { return Ways(part).run(); }

}  // namespace qpu::assembly
