// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace spectrumd {

// Rows in PostgreSQL's binary form of COPY. The caller gives the columns in the order and with the types of the table.
class CopyRows {
 public:
  struct Timestamp {
    std::int64_t ns = 0;  // since 1970; kept to the microsecond
  };
  struct Smallint {
    std::int16_t value = 0;
  };
  struct Integer {
    std::int32_t value = 0;
  };

  template <class... Values>
  void add(const Values&... values) {
    put16(static_cast<std::int16_t>(sizeof...(values)));
    (put(values), ...);
    ++rows_;
  }
  std::size_t rows() const { return rows_; }
  std::size_t size() const { return bytes_.size(); }
  std::string data() const;  // with header and end

 private:
  void put(Smallint value);
  void put(Integer value);
  void put(std::int64_t value);  // bigint
  void put(double value);        // double precision
  void put(bool value);
  void put(Timestamp value);        // timestamptz
  void put(std::string_view text);  // what a database does not take in it is replaced
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(std::span<const std::byte> bytes);
  template <class Value>
  void put(const std::optional<Value>& value) {
    value ? put(*value) : put32(-1);
  }
  void put16(std::int16_t value);
  void put32(std::int32_t value);
  void put64(std::int64_t value);

  std::string bytes_;
  std::size_t rows_ = 0;
};

}  // namespace spectrumd
