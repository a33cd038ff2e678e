// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <ostream>
#include <string>
#include <vector>

#include "gpufft/backend.h"
#include "gpufft/cpu/backend.h"
#include "gpufft/cpu/target.h"

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

  // PoCL compiles new kernels for seconds, so most is left to the slow test gpufft_opencl_every_length.
  static bool in_haste() { return backend().traits().compiles && std::getenv("GPUFFT_TEST_EVERY_LENGTH") == nullptr; }

  // Whether the test device is fast enough for a length: an emulated chip is slow.
  static bool supports(std::size_t length) {
    if (backend().traits().compiles) return compiled_in_time(length);
    if (!backend().traits().emulated) return true;
    return std::has_single_bit(length) && length >= 16 && length <= 4096;
  }

  // A test's lengths for which supports() holds. A loop over none would pass, so such a test is listed as skipped; a
  // test without any length fails.
  static std::vector<std::size_t> taken(std::vector<std::size_t> lengths) {
    const std::size_t named = lengths.size();
    std::erase_if(lengths, [](std::size_t length) { return !supports(length); });
    if (lengths.empty()) skip_all(named);
    return lengths;
  }

 private:
  static void skip_all(std::size_t lengths) {
    if (lengths == 0) FAIL() << "no length to test";
    GTEST_SKIP() << backend().name() << ": takes none of the " << lengths << " lengths of this test"
                 << (in_haste() ? ", in haste; gpufft_opencl_every_length has the time" : "");
  }
  static bool compiled_in_time(std::size_t length) {
    constexpr std::array<std::size_t, 7> kSome{1, 2, 16, 37, 60, 97, 256};
    return !in_haste() || std::ranges::count(kSome, length) > 0;
  }
};

inline std::vector<std::size_t> lengths_up_to(std::size_t last) {
  std::vector<std::size_t> lengths(last);
  std::iota(lengths.begin(), lengths.end(), std::size_t{1});
  return lengths;
}

inline std::vector<std::size_t> powers_of_two(std::size_t first, std::size_t last) {
  std::vector<std::size_t> lengths;
  for (std::size_t length = first; length <= last; length *= 2) lengths.push_back(length);
  return lengths;
}

// The backends of this build, the processor once for each of its vector units; a backend for another machine's chip
// runs on an emulated one.
inline std::vector<const gpufft::Backend*> tested_backends() {
  static const std::vector<gpufft::cpu::CpuBackend> on_each_target(gpufft::cpu::targets().begin(),
                                                                   gpufft::cpu::targets().end());
  std::vector<const gpufft::Backend*> tested;
  for (const auto* const backend : gpufft::backends()) {
    const gpufft::BackendTraits traits = backend->traits();
    if (traits.composed || traits.processor) continue;  // tests/gpufft/hybrid; below
    tested.push_back(traits.test_device.empty() ? backend : &backend->on(traits.test_device));
  }
  for (const auto& backend : on_each_target) tested.push_back(&backend);
  return tested;
}

inline std::string backend_name(const testing::TestParamInfo<const gpufft::Backend*>& info) {
  const auto* const cpu = dynamic_cast<const gpufft::cpu::CpuBackend*>(info.param);
  return std::string(info.param->name()) + (cpu == nullptr ? "" : '_' + std::string(cpu->target().name));
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
