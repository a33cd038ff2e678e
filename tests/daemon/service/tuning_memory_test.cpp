// SPDX-License-Identifier: MIT
#include "daemon/service/tuning_memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

class TuningMemoryTest : public testing::Test {
 protected:
  TuningMemoryTest() { fs::remove_all(folder_); }
  ~TuningMemoryTest() override { fs::remove_all(folder_); }

  TuningMemory memory(const Settings& configured = Settings()) const { return {folder_ / "tuning.json", configured}; }
  Settings changed() const {
    Settings settings;
    settings.tuning.center = {145.5e6};
    settings.tuning.gain = Decibels{28};
    settings.analysis.fft = 8192;
    return settings;
  }
  void write(const std::string& text) const {
    fs::create_directories(folder_);
    std::ofstream(folder_ / "tuning.json") << text;
  }

  const fs::path folder_ = fs::temp_directory_path() / ("tuning-memory-" + std::to_string(::getpid()));
};

TEST_F(TuningMemoryTest, StartsWithTheConfigurationWhereNothingIsKept) { EXPECT_EQ(memory().restored(), Settings()); }

TEST_F(TuningMemoryTest, ContinuesWithTheLastTuning) {
  memory().note(changed());
  EXPECT_EQ(memory().restored(), changed());
}

TEST_F(TuningMemoryTest, WritesNothingBeforeSomethingChanges) {
  memory().note(Settings());
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(TuningMemoryTest, ForgetsATuningThatWasTakenBack) {
  memory().note(changed());
  memory().note(Settings());
  EXPECT_EQ(memory().restored(), Settings());
}

TEST_F(TuningMemoryTest, GivesWayToAConfigurationThatWasEdited) {
  memory().note(changed());
  Settings edited;
  edited.tuning.center = {433.92e6};
  EXPECT_EQ(memory(edited).restored(), edited);
  Settings another;
  another.source = "sim";
  EXPECT_EQ(memory(another).restored(), another);
}

TEST_F(TuningMemoryTest, LeavesTheDemoBandOut) {
  Settings demo = changed();
  demo.source = kDemoSource;
  memory().note(demo);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(TuningMemoryTest, IgnoresWhatIsInvalid) {
  memory().note(changed());
  std::stringstream text;
  text << std::ifstream(folder_ / "tuning.json").rdbuf();
  std::string high = text.str();
  high.replace(high.find("145500000"), 9, "1e300");
  for (const std::string& invalid : {std::string(), std::string("{"), std::string("[]"), std::string("{}"), high,
                                     text.str().substr(0, text.str().size() / 2)}) {
    write(invalid);
    EXPECT_EQ(memory().restored(), Settings()) << invalid;
  }
}

}  // namespace
}  // namespace spectrumd
