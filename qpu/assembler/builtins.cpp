// SPDX-License-Identifier: MIT
#include "qpu/assembler/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

using Arguments = std::span<const std::int64_t>;

// What a set-up word has room for; anything else would be cut, or spill into the field above it.
struct Field {
  std::string_view name;
  std::int64_t least, most, step = 1;
};

constexpr std::size_t kMostArguments = 4;

struct Builtin {
  std::string_view name;
  std::int64_t (*apply)(Arguments);
  std::array<Field, kMostArguments> fields;

  std::size_t arguments() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(fields, [](const Field& field) { return !field.name.empty(); }));
  }
};

// Reference 6.3 to 6.6. A field of 0 means its greatest value and one more, so that may be written out. A stride of the
// VPM wraps, so it may be negative.
constexpr Field kRow{"row", 0, 63}, kBlock{"row", 0, 48, 16}, kColumn{"column", 0, 15}, kHalf{"half", 0, 1},
    kByte{"byte", 0, 3}, kCount{"count", 0, 16}, kVpmStride{"stride", -63, 64}, kVpmPlace{"place", 0, 0xfff},
    kLong{"count", 0, 128}, kStorePlace{"place", 0, 0x7fff}, kLoadPitch{"pitch", 0, 15},
    kLoadPlace{"place", 0, 0x7000ffff}, kVpmPitch{"pitch", 0, 16}, kBytes{"number of bytes", 0, 0xffff};

std::int64_t vpm_setup(Arguments a) { return (a[0] & 15) << 20 | (a[1] & 63) << 12 | a[2]; }
std::int64_t dma_place(Arguments a) { return a[0] << 7 | a[1] << 3; }
std::int64_t vdr_place(Arguments a) { return (a[0] & 15) << 12 | a[1] << 4 | a[2]; }
std::int64_t vdw_setup_0(Arguments a) { return 0x80000000 | (a[0] & 127) << 23 | (a[1] & 127) << 16 | a[2]; }
std::int64_t vdr_setup_0(Arguments a) { return 0x80000000 | a[0] << 24 | (a[1] & 15) << 20 | (a[2] & 15) << 16 | a[3]; }

constexpr std::array kBuiltins = {
    Builtin{"vpm_setup", vpm_setup, {kCount, kVpmStride, kVpmPlace}},
    Builtin{"h32", [](Arguments a) { return 0xA00 | a[0]; }, {kRow}},
    Builtin{"h16p", [](Arguments a) { return 0x900 | a[0] << 1 | a[1]; }, {kRow, kHalf}},
    Builtin{"h16l", [](Arguments a) { return 0xD00 | a[0] << 1 | a[1]; }, {kRow, kHalf}},
    Builtin{"h8p", [](Arguments a) { return 0x800 | a[0] << 2 | a[1]; }, {kRow, kByte}},
    Builtin{"h8l", [](Arguments a) { return 0xC00 | a[0] << 2 | a[1]; }, {kRow, kByte}},
    Builtin{"v32", [](Arguments a) { return 0x200 | a[0] | a[1]; }, {kBlock, kColumn}},
    Builtin{"v16p", [](Arguments a) { return 0x100 | (a[0] | a[1]) << 1 | a[2]; }, {kBlock, kColumn, kHalf}},
    Builtin{"v16l", [](Arguments a) { return 0x500 | (a[0] | a[1]) << 1 | a[2]; }, {kBlock, kColumn, kHalf}},
    Builtin{"v8p", [](Arguments a) { return (a[0] | a[1]) << 2 | a[2]; }, {kBlock, kColumn, kByte}},
    Builtin{"v8l", [](Arguments a) { return 0x400 | (a[0] | a[1]) << 2 | a[2]; }, {kBlock, kColumn, kByte}},
    Builtin{"vdw_setup_0", vdw_setup_0, {kLong, kLong, kStorePlace}},
    Builtin{"dma_h32", [](Arguments a) { return 0x4000 | dma_place(a); }, {kRow, kColumn}},
    Builtin{"dma_v32", dma_place, {kRow, kColumn}},
    Builtin{"dma_h16p", [](Arguments a) { return 0x4002 | dma_place(a) | a[2]; }, {kRow, kColumn, kHalf}},
    Builtin{"dma_h8p", [](Arguments a) { return 0x4004 | dma_place(a) | a[2]; }, {kRow, kColumn, kByte}},
    Builtin{"dma_v16p", [](Arguments a) { return 2 | dma_place(a) | a[2]; }, {kRow, kColumn, kHalf}},
    Builtin{"dma_v8p", [](Arguments a) { return 4 | dma_place(a) | a[2]; }, {kRow, kColumn, kByte}},
    Builtin{"vdw_setup_1", [](Arguments a) { return 0xC0000000 | a[0]; }, {kBytes}},
    Builtin{"vdw_setup_1p", [](Arguments a) { return 0xC0010000 | a[0]; }, {kBytes}},
    Builtin{"vdr_setup_0", vdr_setup_0, {kLoadPitch, kCount, kCount, kLoadPlace}},
    Builtin{"vdr_h32", vdr_place, {kVpmPitch, kRow, kColumn}},
    Builtin{"vdr_v32", [](Arguments a) { return 0x800 | vdr_place(a); }, {kVpmPitch, kRow, kColumn}},
    Builtin{"vdr_setup_1", [](Arguments a) { return 0x90000000 | a[0]; }, {kBytes}},
};

const Builtin* find(std::string_view name) {
  const auto found = std::ranges::find(kBuiltins, name, &Builtin::name);
  return found == kBuiltins.end() ? nullptr : &*found;
}

bool is_semaphore(std::string_view name) { return name == "sacq" || name == "srel"; }

void require_arguments(std::string_view name, std::size_t needed, std::size_t given) {
  if (needed != given)
    throw SourceFault{fmt::format("{} takes {} argument{}, not {}", name, needed, needed == 1 ? "" : "s", given)};
}

Value semaphore(std::string_view name, const Value& number) {
  const std::int64_t n = integer_of(number);
  if (n < 0 || n > 15) throw SourceFault{fmt::format("expected a semaphore from 0 to 15, not {}", n)};
  return SemaphoreAccess{name == "sacq", static_cast<std::uint8_t>(n)};
}

std::int64_t argument_of(const Value& value, std::string_view function, const Field& field) {
  const std::int64_t argument = integer_of(value);
  if (argument < field.least || argument > field.most || argument % field.step != 0)
    throw SourceFault{fmt::format("{}: {} is not a {}, which goes from {} to {}{}", function, argument, field.name,
                                  field.least, field.most,
                                  field.step == 1 ? "" : fmt::format(" in steps of {}", field.step))};
  return argument;
}

}  // namespace

bool is_builtin(std::string_view name) { return is_semaphore(name) || find(name); }

Value call_builtin(std::string_view name, std::span<const Value> arguments) {
  if (is_semaphore(name)) {
    require_arguments(name, 1, arguments.size());
    return semaphore(name, arguments.front());
  }
  const Builtin* builtin = find(name);
  require_arguments(name, builtin->arguments(), arguments.size());
  std::array<std::int64_t, kMostArguments> values{};
  for (std::size_t i = 0; i < arguments.size(); ++i) values[i] = argument_of(arguments[i], name, builtin->fields[i]);
  return builtin->apply(Arguments(values).first(arguments.size()));
}

}  // namespace qpu::assembly
