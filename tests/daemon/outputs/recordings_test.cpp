// SPDX-License-Identifier: MIT
#include "daemon/outputs/recordings.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <thread>

#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

class RecordingsTest : public testing::Test {
 protected:
  RecordingsTest() {
    settings_.recordings.folder = folder_.path("recordings");
    settings_.recordings.disk_floor_mib = 0;
    settings_.tuning.rate = {250e3};
    receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_);
    open();
  }
  void open() {
    recordings_ = std::make_unique<Recordings>(*receiver_, events_, [this] { return settings_; });
  }
  std::string refusal(const std::function<void()>& attempt) const {
    try {
      attempt();
    } catch (const RecordingRefused& refused) {
      return refused.code;
    }
    return "";
  }
  RecordingFacts ended(const std::string& name) const {
    for (int turn = 0; turn < 2000 && !recordings_->find(name)->progress->ended; ++turn)
      std::this_thread::sleep_for(10ms);
    return *recordings_->find(name);
  }

  const TemporaryFolder folder_;
  Settings settings_;
  History history_{16 << 20};
  EventLog events_;
  Heartbeats heartbeats_;
  std::unique_ptr<Receiver> receiver_;
  std::unique_ptr<Recordings> recordings_;
};

TEST_F(RecordingsTest, MakesOneOfAsManySecondsAsAskedFor) {
  const std::string name = recordings_->start(0.2, "a test");
  const RecordingFacts facts = ended(name);
  EXPECT_EQ(facts.progress->ended, "complete");
  EXPECT_EQ(facts.samples, 50000U);
  EXPECT_EQ(facts.bytes, 100000U);
  EXPECT_EQ(facts.center, settings_.tuning.center);
  EXPECT_EQ(facts.captures, 1U);
}

TEST_F(RecordingsTest, MakesOneAtATimeAndStopsItWhenTold) {
  const std::string name = recordings_->start(std::nullopt, "");
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "already_recording");
  EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "still_recording");
  while (recordings_->find(name)->samples < 25000) std::this_thread::sleep_for(10ms);
  recordings_->stop(name);
  EXPECT_EQ(recordings_->find(name)->progress->ended, "stopped");
  recordings_->remove(name);
  EXPECT_FALSE(recordings_->find(name));
  EXPECT_TRUE(std::filesystem::is_empty(settings_.recordings.folder));
}

TEST_F(RecordingsTest, GivesNoNameTwice) {
  std::set<std::string> names;
  for (int n = 0; n < 5; ++n) {
    names.insert(recordings_->start(std::nullopt, ""));
    recordings_->stop(*names.rbegin());
  }
  EXPECT_EQ(names.size(), 5U);
}

TEST_F(RecordingsTest, KeepsToItsQuota) {
  std::filesystem::create_directories(settings_.recordings.folder);
  folder_.write("recordings/old.sigmf-meta", R"({"global": {"core:datatype": "cu8"}, "captures": []})");
  std::filesystem::resize_file(folder_.write("recordings/old.sigmf-data", ""), 1 << 20);
  settings_.recordings.quota_mib = 1;
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "quota");
  recordings_->remove("old");
  const RecordingFacts facts = ended(recordings_->start(10, ""));
  EXPECT_TRUE(facts.progress->failed);
  EXPECT_EQ(facts.bytes, 1U << 20);
}

TEST_F(RecordingsTest, LeavesTheDiskItsFloor) {
  settings_.recordings.disk_floor_mib = 1'000'000'000;
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "disk_full");
}

TEST_F(RecordingsTest, KnowsNothingOutsideItsFolder) {
  folder_.write("secret.sigmf-meta", R"({"global": {"core:datatype": "cu8"}, "captures": []})");
  for (const char* name : {"../secret", "/etc/passwd", "..", "", "./secret", "recordings/../secret"}) {
    EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->stop(name); }), "not_found") << name;
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path("secret.sigmf-meta")));
}

TEST_F(RecordingsTest, TidiesUpAfterACrash) {
  std::filesystem::create_directories(settings_.recordings.folder);
  folder_.write("recordings/a.sigmf-meta.tmp", "{");
  folder_.write("recordings/b.sigmf-data", "");
  folder_.write("recordings/b.sigmf-meta", "{}");
  folder_.write("recordings/c.sigmf-data", "data without a word about it: a person may know");
  folder_.write("recordings/notes.tmp", "somebody else's");
  open();
  EXPECT_FALSE(std::filesystem::exists(folder_.path("recordings/a.sigmf-meta.tmp")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("recordings/b.sigmf-meta")));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("recordings/c.sigmf-data")));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("recordings/notes.tmp")));
}

TEST_F(RecordingsTest, EndsWithItsSource) {
  const std::string name = recordings_->start(std::nullopt, "");
  Settings other = settings_;
  other.sim.seed = 2;
  receiver_->replace_source(other);
  EXPECT_EQ(ended(name).progress->ended, "the source has ended");
}

TEST(RecordingsFolder, IsWhatTheSettingsOrTheSystemSay) {
  RecordingSettings settings;
  const EnvironmentVariable state("STATE_DIRECTORY", "/var/lib/spectrumd");
  EXPECT_EQ(recordings_folder(settings), "/var/lib/spectrumd/recordings");
  {
    const EnvironmentVariable several("STATE_DIRECTORY", "/var/lib/spectrumd:/var/lib/other");
    EXPECT_EQ(recordings_folder(settings), "/var/lib/spectrumd/recordings");
  }
  settings.folder = "/data";
  EXPECT_EQ(recordings_folder(settings), "/data");
  settings.folder.clear();
  const EnvironmentVariable none("STATE_DIRECTORY", std::nullopt);
  const EnvironmentVariable home("HOME", "/home/ham"), no_data("XDG_DATA_HOME", std::nullopt);
  EXPECT_EQ(recordings_folder(settings), "/home/ham/.local/share/spectrumd/recordings");
  const EnvironmentVariable no_home("HOME", std::nullopt);
  EXPECT_THROW(recordings_folder(settings), RecordingRefused);
}

TEST(RecordingName, HasTimeAndFrequency) {
  const Time time = std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + 8h + 3min + 49s;
  EXPECT_EQ(recording_name(time, {100.3e6}), "2026-11-21T080349Z_100.3MHz");
  EXPECT_EQ(recording_name(time, {433'920'000.4}), "2026-11-21T080349Z_433.92MHz");
}

}  // namespace
}  // namespace spectrumd
