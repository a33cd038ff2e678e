// SPDX-License-Identifier: MIT
#include <thread>

#include "tests/gpufft/counted_new.h"
#include "tests/gpufft/signals.h"
#include "tests/gpufft/spectrum_fixture.h"

namespace {

class Allocation : public SpectrumTest {};
INSTANTIATE_TEST_SUITE_P(Backend, Allocation, testing::ValuesIn(tested_backends()), backend_name);

TEST_P(Allocation, IsOverOnceASpectrumIsPlanned) {
  if (backend().traits().emulated) GTEST_SKIP() << "what is emulated allocates";
  for (const std::size_t bins : {64, 37}) {
    gpufft::SpectrumRequest request{gpufft::SampleFormat::Cs16, bins, 20, {}, true};
    if (backend().traits().processor) request.threads = 2;
    const auto iq = encode(request.format, noise(100 * bins, 0.1, 1));
    const auto spectrum = plan(request);
    while (!spectrum->ready()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    gpufft::PowerRow row;
    row.clear(bins);
    const std::size_t before = allocations();
    spectrum->accumulate(iq, 60, row);
    spectrum->reset();
    row.clear(bins);
    spectrum->accumulate(iq, 1, row);
    EXPECT_EQ(allocations(), before) << bins;
  }
}

TEST_P(Allocation, IsOverOnceATransformIsPlanned) {
  if (backend().traits().emulated) GTEST_SKIP() << "what is emulated allocates";
  for (const std::size_t length : {64, 37}) {
    auto x = random_points(3 * length, 1);
    const auto fft = backend().plan_fft({.length = length, .batch = 3});
    const std::size_t before = allocations();
    fft->transform(x, x);
    EXPECT_EQ(allocations(), before) << length;
  }
}

}  // namespace
