// SPDX-License-Identifier: MIT
#include "gpufft/program/check/random_spectra.h"

#include <unistd.h>

#include "gpufft/program/check/guarded_memory.h"
#include "tests/gpufft/counted_new.h"
#include "tests/gpufft/every_backend.h"

// For any request: the power is right, and samples, rows and the plans' own host memory are accessed within their
// bounds. `gpufft check --random` does the same at length.
namespace {

using gpufft::program::RandomSpectrum;

class RandomSpectra : public EveryBackend {
 protected:
  static bool is_slow() { return backend().traits().emulated || in_haste(); }

  // Where emulating or compiling takes seconds: lengths that the device does, and that other tests have compiled.
  static void choose_length(std::mt19937& generator, RandomSpectrum& random) {
    constexpr std::size_t kSome[] = {16, 256, 1024}, kCompiled[] = {1, 2, 256};
    random.request.bins = (backend().traits().emulated ? kSome : kCompiled)[generator() % 3];
    random.request.hop = 1 + generator() % (2 * random.request.bins);
  }
};
INSTANTIATE_TEST_SUITE_P(Backend, RandomSpectra, testing::ValuesIn(tested_backends()), backend_name);

TEST_P(RandomSpectra, AreRightAndKeepWithinTheirMemory) {
  const std::size_t count = is_slow() ? 8 : 150, points = is_slow() ? 1 << 11 : 1 << 15;
  const std::size_t damaged = damaged_allocations();
  std::mt19937 generator(7);
  for (std::size_t done = 0; done < count; ++done) {
    RandomSpectrum random = gpufft::program::random_spectrum(generator, points);
    if (is_slow()) choose_length(generator, random);
    SCOPED_TRACE(described(random));
    const auto result = compute(backend(), random);
    EXPECT_LT(result.error, 2 * backend().error_bound(random.request.bins) + 64 * 0x1p-24);
    EXPECT_TRUE(result.in_bounds);
    ASSERT_EQ(damaged_allocations(), damaged);
  }
}

TEST(GuardedMemory, MayNotBeTouchedPastItsEnds) {
  using gpufft::program::GuardedMemory;
  for (const std::size_t bytes : {1UL, 100UL, static_cast<std::size_t>(sysconf(_SC_PAGESIZE))}) {
    const GuardedMemory begins(bytes, GuardedMemory::Side::Begins), ends(bytes, GuardedMemory::Side::Ends);
    volatile std::byte* const first = begins.bytes().data();
    volatile std::byte* const last = ends.bytes().data() + bytes - 1;
    *first = std::byte{1};
    *last = std::byte{1};
    EXPECT_DEATH(*(first - 1) = std::byte{1}, "");
    EXPECT_DEATH(*(last + 1) = std::byte{1}, "");
  }
}

TEST(CountedNew, FindsWhatIsWrittenPastAnEnd) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "new[] is the sanitizer's";
#endif
  const std::size_t before = damaged_allocations();
  for (const std::ptrdiff_t at : {-1, 10}) {
    auto memory = std::make_unique<char[]>(10);
    volatile char* const start = memory.get();
    const char was = start[at];
    start[at] = static_cast<char>(was + 1);
    memory.reset();
  }
  EXPECT_EQ(damaged_allocations(), before + 2);
}

}  // namespace
