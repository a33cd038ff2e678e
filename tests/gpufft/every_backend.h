// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "gpufft/backend.h"

namespace gpufft {
inline void PrintTo(const Backend* backend, std::ostream* out) { *out << backend->name(); }
}  // namespace gpufft

// Tests that every backend must pass. One that is not available on this machine is listed as skipped.
class EveryBackend : public testing::TestWithParam<const gpufft::Backend*> {
 protected:
  void SetUp() override {
    if (const auto reason = backend().why_unavailable()) GTEST_SKIP() << backend().name() << ": " << *reason;
  }
  static const gpufft::Backend& backend() { return *GetParam(); }
};

inline std::string backend_name(const testing::TestParamInfo<const gpufft::Backend*>& info) {
  return std::string(info.param->name());
}

// The text of the PlanError that `plan` throws; empty if it throws none.
template <typename Plan>
std::string refusal(Plan plan) {
  try {
    plan();
  } catch (const gpufft::PlanError& error) {
    return error.what();
  }
  return {};
}
