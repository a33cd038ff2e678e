// SPDX-License-Identifier: MIT
#include "gpufft/program/check/random_spectra.h"
#include "gpufft/program/check/random_transforms.h"

#include <unistd.h>

#include "gpufft/program/check/guarded_memory.h"
#include "tests/gpufft/counted_new.h"
#include "tests/gpufft/every_backend.h"

// For any request: powers and points are right, and samples, results and the plans' own host memory are accessed within
// their bounds. `gpufft check --random` does the same at length.
namespace {

using gpufft::program::RandomLengths;

class RandomRequests : public EveryBackend {
 protected:
  static bool is_slow() { return backend().traits().emulated || in_haste(); }
  static std::size_t count() { return is_slow() ? 8 : 150; }
  static std::size_t points() { return is_slow() ? 1 << 11 : 1 << 15; }

  // Where emulating or compiling takes seconds: lengths that the device does, and that other tests have compiled.
  static RandomLengths lengths() {
    static constexpr std::size_t kSome[] = {16, 256, 1024}, kCompiled[] = {1, 2, 256};
    if (!is_slow()) return {};
    return backend().traits().emulated ? RandomLengths{kSome} : RandomLengths{kCompiled};
  }

  template <typename Random>
  static void check(const Random& random, double bound) {
    SCOPED_TRACE(described(random));
    const auto result = compute(backend(), random);
    EXPECT_LT(result.error, bound);
    EXPECT_TRUE(result.in_bounds);
  }

  // The QPUs take powers of two, one point after the other. All other backends take everything.
  static bool may_refuse(const gpufft::FftRequest& request) {
    const auto is_packed = [](const gpufft::FftLayout& side) { return side.stride == 1 && side.distance == 0; };
    const bool is_plain = is_packed(request.in) && is_packed(request.out) && request.rows == 1;
    return backend().traits().emulated && (!is_plain || request.kind != gpufft::FftKind::Complex);
  }
};
INSTANTIATE_TEST_SUITE_P(Backend, RandomRequests, testing::ValuesIn(tested_backends()), backend_name);

TEST_P(RandomRequests, OfSpectraAreRightAndKeepWithinTheirMemory) {
  const std::size_t damaged = damaged_allocations();
  std::mt19937 generator(7);
  for (std::size_t done = 0; done < count(); ++done) {
    const auto random = gpufft::program::random_spectrum(generator, lengths(), points());
    check(random, 2 * backend().error_bound(random.request.bins) + 64 * 0x1p-24);
    ASSERT_EQ(damaged_allocations(), damaged);
  }
}

TEST_P(RandomRequests, OfTransformsAreRightAndKeepWithinTheirMemory) {
  const std::size_t damaged = damaged_allocations();
  std::mt19937 generator(8);
  for (std::size_t done = 0; done < count(); ++done) {
    const auto random = gpufft::program::random_transform(generator, lengths(), points());
    if (may_refuse(random.request)) continue;
    check(random, 2 * backend().error_bound(gpufft::program::points_of(random.request)));
    ASSERT_EQ(damaged_allocations(), damaged);
  }
}

TEST(GuardedMemory, MayNotBeTouchedPastItsEnds) {
  using gpufft::program::GuardedMemory;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, static_cast<std::size_t>(sysconf(_SC_PAGESIZE))}) {
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
