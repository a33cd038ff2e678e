// SPDX-License-Identifier: MIT
#include "qpu/assembler/builtins.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {
namespace {

using Arguments = std::span<const std::int64_t>;

struct Builtin {
  std::string_view name;
  std::size_t arguments;
  std::int64_t (*apply)(Arguments);
};

std::int64_t vpm_setup(Arguments a) { return (a[0] & 15) << 20 | (a[1] & 63) << 12 | a[2]; }
std::int64_t dma_place(Arguments a) { return a[0] << 7 | a[1] << 3; }
std::int64_t vdr_place(Arguments a) { return (a[0] & 15) << 12 | a[1] << 4 | a[2]; }
std::int64_t vdw_setup_0(Arguments a) { return 0x80000000 | (a[0] & 127) << 23 | (a[1] & 127) << 16 | a[2]; }
std::int64_t vdr_setup_0(Arguments a) { return 0x80000000 | a[0] << 24 | (a[1] & 15) << 20 | (a[2] & 15) << 16 | a[3]; }

constexpr std::array kBuiltins = {
    Builtin{"vpm_setup", 3, vpm_setup},
    Builtin{"h32", 1, [](Arguments a) { return 0xA00 | a[0]; }},
    Builtin{"h16p", 2, [](Arguments a) { return 0x900 | a[0] << 1 | a[1]; }},
    Builtin{"h16l", 2, [](Arguments a) { return 0xD00 | a[0] << 1 | a[1]; }},
    Builtin{"h8p", 2, [](Arguments a) { return 0x800 | a[0] << 2 | a[1]; }},
    Builtin{"h8l", 2, [](Arguments a) { return 0xC00 | a[0] << 2 | a[1]; }},
    Builtin{"v32", 2, [](Arguments a) { return 0x200 | a[0] | a[1]; }},
    Builtin{"v16p", 3, [](Arguments a) { return 0x100 | (a[0] | a[1]) << 1 | a[2]; }},
    Builtin{"v16l", 3, [](Arguments a) { return 0x500 | (a[0] | a[1]) << 1 | a[2]; }},
    Builtin{"v8p", 3, [](Arguments a) { return (a[0] | a[1]) << 2 | a[2]; }},
    Builtin{"v8l", 3, [](Arguments a) { return 0x400 | (a[0] | a[1]) << 2 | a[2]; }},
    Builtin{"vdw_setup_0", 3, vdw_setup_0},
    Builtin{"dma_h32", 2, [](Arguments a) { return 0x4000 | dma_place(a); }},
    Builtin{"dma_v32", 2, dma_place},
    Builtin{"dma_h16p", 3, [](Arguments a) { return 0x4002 | dma_place(a) | a[2]; }},
    Builtin{"dma_h8p", 3, [](Arguments a) { return 0x4004 | dma_place(a) | a[2]; }},
    Builtin{"dma_v16p", 3, [](Arguments a) { return 2 | dma_place(a) | a[2]; }},
    Builtin{"dma_v8p", 3, [](Arguments a) { return 4 | dma_place(a) | a[2]; }},
    Builtin{"vdw_setup_1", 1, [](Arguments a) { return 0xC0000000 | a[0]; }},
    Builtin{"vdw_setup_1p", 1, [](Arguments a) { return 0xC0010000 | a[0]; }},
    Builtin{"vdr_setup_0", 4, vdr_setup_0},
    Builtin{"vdr_h32", 3, vdr_place},
    Builtin{"vdr_v32", 3, [](Arguments a) { return 0x800 | vdr_place(a); }},
    Builtin{"vdr_setup_1", 1, [](Arguments a) { return 0x90000000 | a[0]; }},
};

constexpr std::size_t kMostArguments = 4;

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

// Fields of set-up words have at most 32 bits; this also keeps the formulas from overflowing.
std::int64_t argument_of(const Value& value) {
  const std::int64_t argument = integer_of(value);
  if (argument < 0 || argument > 0xffffffff)
    throw SourceFault{fmt::format("{} is not valid in a set-up word", argument)};
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
  require_arguments(name, builtin->arguments, arguments.size());
  std::array<std::int64_t, kMostArguments> values{};
  std::ranges::transform(arguments, values.begin(), argument_of);
  return builtin->apply(Arguments(values).first(arguments.size()));
}

}  // namespace qpu::assembly
