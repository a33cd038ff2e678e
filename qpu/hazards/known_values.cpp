// SPDX-License-Identifier: MIT
#include "qpu/hazards/known_values.h"

#include <algorithm>

namespace qpu {

bool KnownValues::insert(std::uint32_t value) {
  const auto place = std::lower_bound(values_.begin(), values_.end(), value);
  if (place == values_.end() || *place != value) values_.insert(place, value);
  return values_.size() <= kMost;
}

void KnownValues::merge(const KnownValues& other) {
  if (anything() || other.anything()) {
    values_.clear();
    return;
  }
  for (const std::uint32_t value : other.values_)
    if (!insert(value)) {
      values_.clear();
      return;
    }
}

}  // namespace qpu
