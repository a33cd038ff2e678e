// SPDX-License-Identifier: MIT
#include "daemon/outputs/recordings.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "daemon/sources/json_file.h"
#include "tests/daemon/outputs/test_disk.h"
#include "tests/daemon/sources/file/temporary_folder.h"
#include "tests/eventually.h"
#include "tests/fakes/environment.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

class RecordingsTest : public testing::Test {
 protected:
  // The threads of a recording keep their disk.
  ~RecordingsTest() override {
    disk_->release();
    recordings_.reset();
    while (disk_.use_count() > 1) std::this_thread::sleep_for(1ms);
  }
  RecordingsTest() {
    settings_.source = "sim";
    settings_.recordings.folder = folder_.path("recordings");
    settings_.recordings.disk_floor_mib = 0;
    settings_.tuning.rate = {250e3};
    receiver_ = std::make_unique<Receiver>(settings_, history_, events_, heartbeats_);
    open();
  }
  void open() {
    recordings_ = std::make_unique<Recordings>(
        *receiver_, events_, [this] { return settings_; }, disk_);
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
    EXPECT_TRUE(eventually([&] { return recordings_->find(name)->progress->ended(); }, 20s)) << name;
    return *recordings_->find(name);
  }
  RecordingFacts stopped(const std::string& name) const {
    recordings_->stop(name);
    return ended(name);
  }
  bool has_event(const std::string& kind) const { return std::ranges::count(events_.after(0), kind, &Event::kind) > 0; }
  // Of 2 MS/s and 100 MHz unless the text says otherwise.
  void write_recording(const std::string& name, const std::string& center = "100e6") const {
    std::filesystem::create_directories(settings_.recordings.folder);
    folder_.write("recordings/" + name + ".sigmf-meta",
                  R"({"global": {"core:datatype": "cu8", "core:sample_rate": 2e6}, "captures": [{"core:frequency": )" +
                      center + "}]}");
    folder_.write("recordings/" + name + ".sigmf-data", counting_bytes(1000));
  }

  const TemporaryFolder folder_;
  const std::shared_ptr<TestDisk> disk_ = std::make_shared<TestDisk>();
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
  EXPECT_EQ(facts.progress->reason, "complete");
  EXPECT_EQ(facts.samples, 50000U);
  EXPECT_EQ(facts.bytes, 100000U);
  EXPECT_EQ(facts.center, settings_.tuning.center);
  EXPECT_EQ(facts.captures, 1U);
}

TEST_F(RecordingsTest, MakesOneAtATimeAndStopsItOnRequest) {
  const std::string name = recordings_->start(std::nullopt, "");
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "already_recording");
  EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "still_recording");
  while (recordings_->find(name)->samples < 25000) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(stopped(name).progress->reason, "stopped");
  recordings_->remove(name);
  EXPECT_FALSE(recordings_->find(name));
  EXPECT_TRUE(std::filesystem::is_empty(settings_.recordings.folder));
}

TEST_F(RecordingsTest, GivesNoNameTwice) {
  std::set<std::string> names;
  for (int n = 0; n < 5; ++n) {
    names.insert(recordings_->start(std::nullopt, ""));
    stopped(*names.rbegin());
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
  EXPECT_EQ(facts.progress->state, RecordingState::Failed);
  EXPECT_EQ(facts.bytes, 1U << 20);
}

TEST_F(RecordingsTest, HasWhatOthersLeaveOfTheQuota) {
  write_recording("old");
  std::filesystem::resize_file(folder_.path("recordings/old.sigmf-data"), 1 << 19);
  settings_.recordings.quota_mib = 1;
  const std::uint64_t used = recordings_->list().used;
  ASSERT_GE(used, 1U << 19);
  const RecordingFacts facts = ended(recordings_->start(10, ""));
  EXPECT_EQ(facts.progress->state, RecordingState::Failed);
  EXPECT_EQ(facts.bytes, ((1U << 20) - used) / 2 * 2);
}

TEST_F(RecordingsTest, LeavesTheDiskItsFloor) {
  settings_.recordings.disk_floor_mib = 1'000'000'000;
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "disk_full");
}

TEST_F(RecordingsTest, KnowsNothingOutsideItsFolder) {
  std::filesystem::create_directories(settings_.recordings.folder);  // else recordings/../secret leads nowhere
  folder_.write("secret.sigmf-meta", R"({"global": {"core:datatype": "cu8"}, "captures": []})");
  folder_.write("secret.sigmf-data", "secret");
  const std::string by_path = folder_.path("secret");
  for (const std::string name :
       {"../secret", "/etc/passwd", "..", "", "./secret", "recordings/../secret", by_path.c_str()}) {
    EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->stop(name); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->open(name, RecordingPart::Data); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->open(name, RecordingPart::Meta); }), "not_found") << name;
    EXPECT_FALSE(recordings_->find(name)) << name;
  }
  EXPECT_TRUE(std::filesystem::exists(folder_.path("secret.sigmf-data")));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("secret.sigmf-meta")));
}

TEST_F(RecordingsTest, TidiesUpAfterACrash) {
  std::filesystem::create_directories(settings_.recordings.folder);
  folder_.write("recordings/a.sigmf-meta.tmp", "{");
  folder_.write("recordings/b.sigmf-data", "");
  folder_.write("recordings/b.sigmf-meta", "{}");
  folder_.write("recordings/c.sigmf-data", "data without a word about it: a person may know");
  folder_.write("recordings/notes.tmp", "of another program");
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
  EXPECT_EQ(ended(name).progress->reason, "the source has ended");
}

TEST_F(RecordingsTest, AnswersWhileTheDiskStalls) {
  write_recording("old");
  disk_->stall(TestDisk::Stalled::Everything);
  const std::string name = recordings_->start(std::nullopt, "");
  disk_->wait_until_stalled();
  EXPECT_EQ(recordings_->find(name)->progress->state, RecordingState::Opening);
  EXPECT_EQ(recordings_->list().recordings.size(), 2U);
  recordings_->stop(name);
  recordings_->stop(name);
  EXPECT_EQ(recordings_->find(name)->progress->state, RecordingState::Stopping);
  EXPECT_EQ(refusal([&] { recordings_->start(1, ""); }), "already_recording");
  EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "still_recording");
  recordings_->remove("old");
  disk_->release();
  EXPECT_EQ(ended(name).progress->state, RecordingState::Ended);
}

TEST_F(RecordingsTest, StopsOnceHoweverOftenItIsAsked) {
  const std::string name = recordings_->start(std::nullopt, "");
  EXPECT_EQ(stopped(name).progress->reason, "stopped");
  EXPECT_EQ(stopped(name).progress->reason, "stopped");
  const std::string complete = recordings_->start(0.01, "");
  ended(complete);
  EXPECT_EQ(stopped(complete).progress->reason, "complete");
  recordings_->stop(name);
}

TEST_F(RecordingsTest, ReportsFilesThatCannotBeMade) {
  disk_->fail_to_create(EIO);
  const std::string name = recordings_->start(std::nullopt, "");
  const RecordingFacts facts = ended(name);
  EXPECT_EQ(facts.progress->state, RecordingState::Failed);
  EXPECT_NE(facts.progress->reason.find("Input/output error"), std::string::npos) << facts.progress->reason;
  EXPECT_EQ(recordings_->list().recordings.size(), 1U);
  while (!has_event("recording_failed")) std::this_thread::sleep_for(1ms);
  recordings_->remove(name);
  EXPECT_TRUE(recordings_->list().recordings.empty());
}

TEST_F(RecordingsTest, ReportsAFullDiskAndContinuesWhereThereIsRoom) {
  disk_->set_available(100'001);
  const std::string name = recordings_->start(std::nullopt, "");
  while (!has_event("disk_full")) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(recordings_->find(name)->progress->state, RecordingState::Recording);
  disk_->set_available(1 << 30);
  while (recordings_->find(name)->samples <= 50'000) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(stopped(name).progress->reason, "stopped");
}

// What is still in the buffer of a disk that takes nothing would keep the service manager waiting.
TEST_F(RecordingsTest, EndsWithTheProgramHoweverSlowTheDiskIs) {
  const std::string name = recordings_->start(std::nullopt, "");
  while (recordings_->find(name)->samples == 0) std::this_thread::sleep_for(1ms);
  disk_->stall(TestDisk::Stalled::Syncs);
  disk_->wait_until_stalled();
  recordings_.reset();
  const Json metadata = read_json(folder_.path("recordings/" + name + ".sigmf-meta"));
  const std::string last = metadata["annotations"].back()["core:comment"];
  EXPECT_NE(last.find("the program has ended"), std::string::npos) << last;
}

TEST_F(RecordingsTest, IgnoresWhatIsNotARegularFile) {
  write_recording("pipe");
  std::filesystem::remove(folder_.path("recordings/pipe.sigmf-data"));
  ASSERT_EQ(mkfifo(folder_.path("recordings/pipe.sigmf-data").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo(folder_.path("recordings/pipe_of_words.sigmf-meta").c_str(), 0600), 0);
  std::filesystem::create_directory(folder_.path("recordings/directory.sigmf-meta"));
  std::filesystem::create_symlink(folder_.path("recordings/pipe.sigmf-meta"),
                                  folder_.path("recordings/link.sigmf-meta"));
  open();
  EXPECT_EQ(recordings_->list().recordings.size(), 1U);
  EXPECT_EQ(refusal([&] { recordings_->open("pipe", RecordingPart::Data); }), "not_found");
  for (const char* name : {"pipe_of_words", "directory", "link"}) {
    EXPECT_EQ(refusal([&] { recordings_->open(name, RecordingPart::Meta); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->stop(name); }), "not_found") << name;
    EXPECT_EQ(refusal([&] { recordings_->remove(name); }), "not_found") << name;
  }
  recordings_->remove("pipe");
  EXPECT_TRUE(std::filesystem::exists(folder_.path("recordings/directory.sigmf-meta")));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("recordings/pipe.sigmf-data")));
}

TEST_F(RecordingsTest, ListsMetadataThatItCannotRead) {
  write_recording("broken", "no number");
  write_recording("large");
  std::filesystem::resize_file(folder_.path("recordings/large.sigmf-meta"), 2 << 20);
  const auto recordings = recordings_->list().recordings;
  ASSERT_EQ(recordings.size(), 2U);
  EXPECT_NE(recordings[0].error.find("syntax error"), std::string::npos) << recordings[0].error;
  EXPECT_NE(recordings[1].error.find("larger than 1 MiB"), std::string::npos) << recordings[1].error;
  EXPECT_EQ(recordings[1].bytes, 1000U);
  recordings_->remove("large");
}

TEST_F(RecordingsTest, ReadsMetadataAgainOnlyWhereItHasChanged) {
  const auto center = [this] { return recordings_->find("x")->center.value; };
  const std::filesystem::path file = folder_.path("recordings/x.sigmf-meta");
  write_recording("x", "100e6");
  const auto written = std::filesystem::last_write_time(file);
  EXPECT_EQ(center(), 100e6);
  write_recording("x", "200e6");
  std::filesystem::last_write_time(file, written);
  EXPECT_EQ(center(), 100e6) << "of the same size and time, so it has not been read";
  std::filesystem::last_write_time(file, written + 1s);
  EXPECT_EQ(center(), 200e6);
  write_recording("x", "2000e6");
  std::filesystem::last_write_time(file, written + 1s);
  EXPECT_EQ(center(), 2000e6);
}

TEST_F(RecordingsTest, CountsDeletedFilesUntilTheyAreSent) {
  write_recording("x");
  auto some = recordings_->open("x", RecordingPart::Data), more = recordings_->open("x", RecordingPart::Data);
  recordings_->remove("x");
  EXPECT_EQ(recordings_->list().used, 1000U);
  some.reset();
  EXPECT_EQ(recordings_->list().used, 1000U);
  more.reset();
  EXPECT_EQ(recordings_->list().used, 0U);
}

TEST(RecordingBuffer, HoldsTheSecondsOrSaysHowManyFit) {
  SourceFacts source{.tuned = {.rate = {2.4e6}}};
  EXPECT_EQ(recording_buffer_bytes(source, 8, 64 << 20), 38'400'000U);
  source.format = gpufft::SampleFormat::Cs16;
  try {
    recording_buffer_bytes(source, 8, 64 << 20);
    FAIL() << "took more than it may";
  } catch (const RecordingRefused& refused) {
    EXPECT_EQ(refused.code, "buffer_too_large");
    const std::string reason = refused.what();
    EXPECT_NE(reason.find("8 s at 2.4MS/s are 74 MiB"), std::string::npos) << reason;
    EXPECT_NE(reason.find("at most 6 s"), std::string::npos) << reason;
  }
  source.live = false;
  EXPECT_LE(recording_buffer_bytes(source, 120, 64 << 20), 64U << 20) << "this one can wait";
  EXPECT_GT(most_recording_buffer_bytes(), 0U);
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
