// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qpu {

// The possible values of a register, equal in all lanes: a few constants, or any. Addresses of code count from the
// first word of the program, as the assembler counts them.
class KnownValues {
 public:
  KnownValues() = default;  // anything
  explicit KnownValues(std::uint32_t value) : values_{value} {}

  bool anything() const { return values_.empty(); }
  const std::vector<std::uint32_t>& values() const { return values_; }  // ascending; empty: anything

  void merge(const KnownValues& other);

  // The operation applied to every pair; any value if either is.
  template <typename Operation>
  static KnownValues combine(const KnownValues& a, const KnownValues& b, Operation operation) {
    KnownValues result;
    for (const std::uint32_t x : a.values_)
      for (const std::uint32_t y : b.values_)
        if (!result.insert(operation(x, y))) return {};
    return result;
  }

  friend bool operator==(const KnownValues&, const KnownValues&) = default;

 private:
  static constexpr std::size_t kMost = 64;

  bool insert(std::uint32_t value);  // false: too many

  std::vector<std::uint32_t> values_;
};

}  // namespace qpu
