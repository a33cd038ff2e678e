// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "qpu/hazards/checker.h"
#include "tests/qpu/hazards/check_text.h"
#include "tests/qpu/hazards/hazard_free_author.h"

namespace qpu {
namespace {

constexpr int kPrograms = 500;

TEST(RandomPrograms, WithoutHazardsGiveNoFinding) {
  for (int seed = 1; seed <= kPrograms; ++seed)
    ASSERT_EQ(ids_of(check(HazardFreeAuthor(seed).program())), std::vector<std::string>()) << "seed " << seed;
}

TEST(RandomPrograms, OfAnyBitsAreCheckedToTheEnd) {
  for (int seed = 1; seed <= kPrograms; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Word> words(100);
    for (Word& word : words) word = random();
    EXPECT_FALSE(check(words).empty()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace qpu
