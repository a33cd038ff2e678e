// SPDX-License-Identifier: MIT
#include "daemon/doctor/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

std::string failure_of(const std::function<Json()>& work, std::chrono::milliseconds limit = 10s) {
  try {
    return "none: " + in_child(work, limit).dump();
  } catch (const ChildFailed& failure) {
    return failure.what();
  }
}

TEST(Child, GivesWhatItFound) {
  const std::string long_text(1 << 20, 'x');  // more than a pipe holds
  EXPECT_EQ(in_child([&] { return Json{{"text", long_text}}; }, 10s)["text"], long_text);
}

TEST(Child, ChangesNothingHereAndPrintsNothing) {
  int here = 1;
  testing::internal::CaptureStdout();
  in_child(
      [&]() -> Json {
        std::cout << "chatter of a driver" << std::endl;
        return here = 2;
      },
      10s);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(here, 1);
}

TEST(Child, ReportsWhatItThrew) {
  EXPECT_EQ(failure_of([]() -> Json { throw std::runtime_error("no such thing"); }), "no such thing");
}

TEST(Child, IsGivenUpWhenItHangs) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(failure_of(
                []() -> Json {
                  for (;;) pause();
                },
                100ms),
            "no answer within 0.1 s");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
}

TEST(Child, MayCrash) {
  EXPECT_EQ(failure_of([]() -> Json {
              std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it
              std::raise(SIGSEGV);
              return {};
            }),
            "it crashed: Segmentation fault");
  EXPECT_EQ(failure_of([]() -> Json { _exit(3); }), "it exited without a result");
}

}  // namespace
}  // namespace spectrumd
