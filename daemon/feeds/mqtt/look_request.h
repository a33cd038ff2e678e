// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "daemon/config/json.h"
#include "daemon/pipeline/row.h"

namespace spectrumd {

// "Look now": what do you have there? A fleet is asked at once, by a message to a topic that all of it knows.
struct LookRequest {
  std::string id;  // comes back with the answer
  Hertz from, to;
  std::chrono::milliseconds length{};
};

// From {"id": "a1", "from": 145.5e6, "to": "145.6M", "seconds": 10}. Throws RequestError.
LookRequest parse_look(std::string_view text);

// Measures a range in rows as they come.
class LookMeter {
 public:
  explicit LookMeter(LookRequest request) : request_(std::move(request)) {}

  const LookRequest& request() const { return request_; }
  void add(const Row& row);  // one that does not have all of the range is passed over
  std::size_t rows() const { return rows_; }

  // max_db and its frequency, mean_db (of the powers), from and to which time. Only after a row.
  Json result() const;

 private:
  LookRequest request_;
  std::size_t rows_ = 0, levels_ = 0;
  Time first_, last_;
  double power_ = 0;  // of all levels together
  Centibel most_ = kNoLevel;
  Hertz frequency_;
};

bool has_range(const RowFacts& row, Hertz from, Hertz to);

}  // namespace spectrumd
