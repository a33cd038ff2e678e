// SPDX-License-Identifier: MIT
// A system clock that tests can step, for a program started with this library in LD_PRELOAD. FAKE_CLOCK names a file of
// two 64-bit integers: nanoseconds that are added to the system clock, and whether a time service keeps it. They
// are read at every call, so that writing the file steps the clock. The steady clock stays as it is.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr long kUnsynchronizedError = 16'000'000;  // microseconds, as the kernel reports without a time service

struct FakeClock {
  std::int64_t ahead;
  std::int64_t synchronized;
};

const volatile FakeClock& fake_clock() {
  static const FakeClock* const fake = [] {
    const char* const name = std::getenv("FAKE_CLOCK");
    const int file = name ? ::open(name, O_RDONLY | O_CLOEXEC) : -1;
    void* const mapped = ::mmap(nullptr, sizeof(FakeClock), PROT_READ, MAP_SHARED, file, 0);
    if (mapped == MAP_FAILED) std::abort();
    ::close(file);
    return static_cast<const FakeClock*>(mapped);
  }();
  return *fake;
}

bool is_system_clock(clockid_t id) { return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE; }

timespec system_time() {
  timespec time{};
  ::clock_gettime(CLOCK_REALTIME, &time);
  return time;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t id, timespec* time) noexcept {
  const auto result = static_cast<int>(::syscall(SYS_clock_gettime, id, time));
  if (result != 0 || !is_system_clock(id)) return result;
  const std::int64_t now = time->tv_sec * kSecond + time->tv_nsec + fake_clock().ahead;
  *time = {.tv_sec = now / kSecond, .tv_nsec = now % kSecond};
  return 0;
}

int gettimeofday(timeval* time, void*) noexcept {
  const timespec now = system_time();
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* place) noexcept {
  const time_t now = system_time().tv_sec;
  if (place) *place = now;
  return now;
}

int adjtimex(timex* request) noexcept {
  const bool synchronized = fake_clock().synchronized != 0;
  request->status = synchronized ? 0 : STA_UNSYNC;
  request->maxerror = synchronized ? 1000 : kUnsynchronizedError;
  return synchronized ? TIME_OK : TIME_ERROR;
}

}  // extern "C"
