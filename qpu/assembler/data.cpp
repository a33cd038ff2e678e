// SPDX-License-Identifier: MIT
#include "qpu/assembler/data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace qpu::assembly {
namespace {

enum class Form : std::uint8_t { Integer, Bit, Half, Float, Double };

struct Data {
  std::string_view name;
  Form form;
  int bytes;
};

constexpr std::array kData = {
    Data{".int", Form::Integer, 4},   Data{".dword", Form::Integer, 4}, Data{".int32", Form::Integer, 4},
    Data{".short", Form::Integer, 2}, Data{".int16", Form::Integer, 2}, Data{".byte", Form::Integer, 1},
    Data{".int8", Form::Integer, 1},  Data{".long", Form::Integer, 8},  Data{".qword", Form::Integer, 8},
    Data{".int64", Form::Integer, 8}, Data{".bit", Form::Bit, 1},       Data{".float", Form::Float, 4},
    Data{".float32", Form::Float, 4}, Data{".half", Form::Half, 2},     Data{".float16", Form::Half, 2},
    Data{".double", Form::Double, 8},
};

// The nearest half, ties to even; too large becomes infinite.
std::uint64_t half_bits(double value) {
  constexpr double kLargest = 65520, kSmallestNormal = 0x1p-14, kStepBelow = 0x1p-24;
  constexpr std::uint64_t kInfinite = 0x7c00, kNan = 0x7e00, kSign = 0x8000;
  const std::uint64_t sign = std::signbit(value) ? kSign : 0;
  const double size = std::fabs(value);
  if (std::isnan(value)) return sign | kNan;
  if (size >= kLargest) return sign | kInfinite;
  if (size < kSmallestNormal) return sign | static_cast<std::uint64_t>(std::nearbyint(size / kStepBelow));
  int exponent = 0;
  const double fraction = std::frexp(size, &exponent);  // 0.5 to 1
  const auto mantissa =
      static_cast<std::uint64_t>(std::nearbyint(fraction * 2048));  // 1024 to 2048, which carries over
  return sign | ((static_cast<std::uint64_t>(exponent + 13) << 10) + mantissa);
}

std::uint64_t integer_bits(const Value& value, int bytes) {
  const std::int64_t integer = integer_of(value);
  const int bits = 8 * bytes;
  const bool fits = bits == 64 || (integer >= -(std::int64_t{1} << (bits - 1)) && integer < std::int64_t{1} << bits);
  if (!fits) throw SourceFault{fmt::format("{} does not fit into {} bits", integer, bits)};
  return static_cast<std::uint64_t>(integer);
}

std::uint64_t bits_of_value(const Value& value, const Data& data) {
  switch (data.form) {
    case Form::Half:
      return half_bits(real_of(value));
    case Form::Float:
      return std::bit_cast<std::uint32_t>(static_cast<float>(real_of(value)));
    case Form::Double:
      return std::bit_cast<std::uint64_t>(real_of(value));
    default:
      return integer_bits(value, data.bytes);
  }
}

// Bits fill bytes from the lowest on; the last byte of a line is padded with zeros.
void write_bits(Session& session, const std::vector<Value>& values) {
  for (std::size_t first = 0; first < values.size(); first += 8) {
    std::uint64_t byte = 0;
    for (std::size_t i = first; i < std::min(first + 8, values.size()); ++i) {
      const std::int64_t bit = integer_of(values[i]);
      if (bit != 0 && bit != 1) throw SourceFault{fmt::format("{} is not a bit", bit)};
      byte |= static_cast<std::uint64_t>(bit) << (i - first);
    }
    session.output().data(byte, 1, false, session.origin(), session.line().text);
  }
}

}  // namespace

bool write_data(Session& session, std::string_view directive, Cursor cursor) {
  const auto data = std::ranges::find(kData, directive, &Data::name);
  if (data == kData.end()) return false;
  const std::vector<Value> values = evaluate_list(session, cursor);
  cursor.expect_end();
  session.prevent_joining();
  if (data->form == Form::Bit) return write_bits(session, values), true;
  for (const Value& value : values) {
    const bool relocated = std::holds_alternative<LabelAddress>(value) && data->bytes == 4;
    session.output().data(bits_of_value(value, *data), data->bytes, relocated, session.origin(), session.line().text);
  }
  return true;
}

std::vector<std::string_view> data_directives() {
  std::vector<std::string_view> names;
  for (const Data& data : kData) names.push_back(data.name);
  return names;
}

}  // namespace qpu::assembly
