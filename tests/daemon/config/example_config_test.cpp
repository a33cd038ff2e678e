// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "daemon/config/config_file.h"
#include "daemon/config/key_places.h"
#include "daemon/config/key_search.h"
#include "daemon/config/keys.h"

namespace spectrumd {
namespace {

constexpr const char* kExample = SPECTRUMD_ROOT "/systemd/spectrumd.json";

TEST(ExampleConfig, HasEveryKey) {
  std::ifstream file(kExample);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::vector<std::string> paths;
  for (const auto& place : key_places(text))
    if (!is_group(place.path)) paths.push_back(place.path);
  std::vector<std::string> expected;
  for (const Key& key : keys()) expected.emplace_back(key.path);
  EXPECT_EQ(paths, expected) << "in the order of the table";
}

TEST(ExampleConfig, HasTheDefaults) {
  Settings settings;
  apply_config_file(settings, kExample);
  for (const Key& key : keys()) EXPECT_EQ(key.get(settings), key.get(Settings{})) << key.path;
}

}  // namespace
}  // namespace spectrumd
