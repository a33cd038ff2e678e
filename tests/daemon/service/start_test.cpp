// SPDX-License-Identifier: MIT
#include "daemon/service/start.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

namespace spectrumd {
namespace {

// What a process with these files closed gets for the next file it opens, and the modes of the three.
struct Places {
  int next = -1;
  int modes[3]{};
};

Places places_after_closing(const std::vector<int>& closed) {
  int ends[2];
  EXPECT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int file : closed) ::close(file);
    keep_standard_places();
    Places places{.next = ::open("/dev/null", O_RDONLY | O_CLOEXEC)};
    for (int file = 0; file < 3; ++file) places.modes[file] = ::fcntl(file, F_GETFL) & O_ACCMODE;
    (void)!::write(ends[1], &places, sizeof places);
    ::_exit(0);
  }
  Places places;
  EXPECT_EQ(::read(ends[0], &places, sizeof places), static_cast<ssize_t>(sizeof places));
  ::waitpid(child, nullptr, 0);
  for (const int end : ends) ::close(end);
  return places;
}

TEST(StandardFiles, AreNotReplacedByTheNextFileThatIsOpened) {
  for (const std::vector<int>& closed : {std::vector{0}, {1}, {2}, {0, 1, 2}, {1, 2}}) {
    const Places places = places_after_closing(closed);
    EXPECT_GT(places.next, 2);
    for (const int file : closed) EXPECT_EQ(places.modes[file], file == 0 ? O_WRONLY : O_RDONLY) << file;
  }
}

TEST(StandardFiles, StayAsTheyAreWhereTheyAreOpen) {
  const int before = ::fcntl(2, F_GETFL) & O_ACCMODE;
  EXPECT_EQ(places_after_closing({0}).modes[2], before);
}

}  // namespace
}  // namespace spectrumd
