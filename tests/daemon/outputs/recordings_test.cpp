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
    channels_ = std::make_unique<ChannelBook>(*receiver_);
    open();
  }
  void open() {
    recordings_ = std::make_unique<Recordings>(
        *receiver_, *channels_, events_, [this] { return settings_; }, disk_);
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
  void wait_for_past(double seconds) const {
    ASSERT_TRUE(eventually([&] {
      std::vector<std::byte> buffer(kPastPieceBytes);
      PastCursor cursor = receiver_->taps().begin_past(seconds);
      std::size_t bytes = 0;
      while (const auto piece = receiver_->taps().read_past(cursor, buffer)) bytes += piece->bytes.size();
      return static_cast<double>(bytes) >= 2 * seconds * settings_.tuning.rate.value;
    }));
  }
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
  std::unique_ptr<ChannelBook> channels_;
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

ChannelRecording samples_at(double center, double seconds) {
  ChannelRecording recording{
      .order = {.settings = {.center = {center}, .rate = 24e3, .bandwidth = 20e3}, .listen = {}}};
  recording.seconds = seconds;
  return recording;
}

ChannelRecording sound_at(double center, double seconds, ListenSettings listen = {.mode = ListenMode::Am}) {
  ChannelRecording recording{.order = listening_at({center}, listen)};
  recording.seconds = seconds;
  return recording;
}

TEST_F(RecordingsTest, RecordsSamplesOfAChannel) {
  ChannelRecording wanted = samples_at(100.02e6, 0.5);
  wanted.samples = gpufft::SampleFormat::Cs8;
  wanted.description = "a test";
  const RecordingFacts facts = ended(recordings_->start(wanted));
  EXPECT_EQ(facts.progress->reason, "complete");
  EXPECT_EQ(facts.kind, RecordingKind::Iq);
  EXPECT_EQ(facts.samples, 12'000U);
  EXPECT_EQ(facts.bytes, 24'000U);
  EXPECT_TRUE(facts.name.ends_with("_100.02MHz_iq")) << facts.name;
  const Json metadata = read_json(folder_.path("recordings/" + facts.name + ".sigmf-meta"));
  EXPECT_EQ(metadata["global"]["core:datatype"], "ci8");
  EXPECT_EQ(metadata["global"]["core:sample_rate"], 24000);
  EXPECT_EQ(metadata["global"]["core:description"], "a test");
  EXPECT_EQ(metadata["captures"][0]["core:frequency"], 100.02e6);
  EXPECT_EQ(std::filesystem::file_size(folder_.path("recordings/" + facts.name + ".sigmf-data")), 24'000U);
  open();  // as after a restart
  const RecordingFacts read = *recordings_->find(facts.name);
  EXPECT_EQ(read.kind, RecordingKind::Iq);
  EXPECT_EQ(read.samples, 12'000U);
  EXPECT_EQ(read.center, Hertz{100.02e6});
}

TEST_F(RecordingsTest, RecordsSoundOfAChannel) {
  for (const SoundFormat format : {SoundFormat::Wav, SoundFormat::Opus}) {
    ChannelRecording wanted = sound_at(100.02e6, 0.5);
    wanted.sound = format;
    const RecordingFacts facts = ended(recordings_->start(wanted));
    EXPECT_EQ(facts.progress->reason, "complete");
    EXPECT_TRUE(facts.name.ends_with("_100.02MHz_am" + std::string(extension_of(format)))) << facts.name;
    EXPECT_EQ(facts.bytes, std::filesystem::file_size(folder_.path("recordings/" + facts.name)));
    const std::uint64_t used = recordings_->list().used;
    open();
    const RecordingFacts read = *recordings_->find(facts.name);
    for (const RecordingFacts& each : {facts, read}) {
      EXPECT_EQ(each.kind, RecordingKind::Sound);
      EXPECT_EQ(each.mode, "am");
      EXPECT_EQ(each.samples, 12'000U);
      EXPECT_EQ(each.rate, Hertz{24e3});
      EXPECT_EQ(each.center, Hertz{100.02e6});
      EXPECT_EQ(each.started.has_value(), true);
    }
    EXPECT_EQ(read.bytes, facts.bytes);
    EXPECT_EQ(refusal([&] { recordings_->open(facts.name, RecordingPart::Meta); }), "not_found");
    EXPECT_NE(recordings_->open(facts.name, RecordingPart::Data), nullptr);
    recordings_->remove(facts.name);
    EXPECT_EQ(recordings_->list().used, used - facts.bytes);
    EXPECT_FALSE(recordings_->find(facts.name));
  }
}

TEST_F(RecordingsTest, RecordsManyChannelsNextToTheBand) {
  std::vector<std::string> names{recordings_->start(std::nullopt, "")};
  for (int n = 0; n < 8; ++n) {
    names.push_back(recordings_->start(samples_at(100e6 + 1000 * n, 1e6)));
    names.push_back(recordings_->start(sound_at(100e6, 1e6)));
  }
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size());
  for (const std::string& name : names)
    EXPECT_TRUE(eventually([&] { return recordings_->find(name)->samples > 2400; }, 20s)) << name;
  EXPECT_EQ(recordings_->list().recordings.size(), names.size());
  EXPECT_EQ(channels_->list().size(), 16U);
  for (const std::string& name : names) EXPECT_EQ(stopped(name).progress->lost, 0U) << name;
  EXPECT_TRUE(eventually([&] { return channels_->list().empty(); }, 20s)) << "the channels have ended with them";
}

TEST_F(RecordingsTest, RecordsNoMoreChannelsThanTheirLimit) {
  settings_.channels.limit = 2;
  const auto channel = channels_->keep(sound_at(100e6, 1).order);
  ChannelRecording wanted;
  wanted.open = channel;
  const std::string first = recordings_->start(wanted), second = recordings_->start(wanted);
  EXPECT_THROW(recordings_->start(wanted), ChannelRefused);
  stopped(first);
  EXPECT_NE(recordings_->start(wanted), "");
}

TEST_F(RecordingsTest, FollowsAnOpenChannelAndEndsWithIt) {
  const auto channel = channels_->keep(samples_at(100e6, 1).order);
  ChannelRecording wanted;
  wanted.open = channel;
  const std::string name = recordings_->start(wanted);
  ASSERT_TRUE(eventually([&] { return recordings_->find(name)->samples > 2400; }, 20s));
  ChannelOrder moved = channel->channel().order();
  moved.settings.center = {100.01e6};
  channels_->change(channel->id(), moved);
  ASSERT_TRUE(eventually([&] { return recordings_->find(name)->captures == 2; }, 20s));
  channels_->remove(channel->id());
  EXPECT_EQ(ended(name).progress->reason, "the channel has ended");
  const Json metadata = read_json(folder_.path("recordings/" + name + ".sigmf-meta"));
  EXPECT_EQ(metadata["captures"][1]["core:frequency"], 100.01e6);
  EXPECT_EQ(metadata["annotations"][0]["core:comment"], "channel at 100.01MHz");
}

TEST_F(RecordingsTest, KeepsSoundToTheQuota) {
  settings_.recordings.quota_mib = 1;
  std::filesystem::create_directories(settings_.recordings.folder);
  folder_.write("recordings/old.sigmf-meta", R"({"global": {"core:datatype": "cu8"}, "captures": []})");
  std::filesystem::resize_file(folder_.write("recordings/old.sigmf-data", ""), (1 << 20) - 60'000);
  const RecordingFacts facts = ended(recordings_->start(sound_at(100e6, 100)));
  EXPECT_EQ(facts.progress->state, RecordingState::Failed);
  EXPECT_NE(facts.progress->reason.find("quota"), std::string::npos) << facts.progress->reason;
  EXPECT_GT(facts.bytes, 20'000U);
  EXPECT_LE(recordings_->list().used, 1U << 20);
}

TEST_F(RecordingsTest, SharesTheQuotaAmongThoseInProgress) {
  settings_.recordings.quota_mib = 1;
  const std::string band = recordings_->start(std::nullopt, "");
  ChannelRecording wanted = samples_at(100e6, 1e6);
  wanted.samples = gpufft::SampleFormat::Cf32;
  const std::string channel = recordings_->start(wanted);
  EXPECT_EQ(ended(band).progress->state, RecordingState::Failed);
  EXPECT_EQ(ended(channel).progress->state, RecordingState::Failed);
  const std::uint64_t bytes = recordings_->find(band)->bytes + recordings_->find(channel)->bytes;
  EXPECT_LE(bytes, 1U << 20);
  EXPECT_GT(bytes, (1U << 20) - 40'000);
}

TEST_F(RecordingsTest, ReportsAFullDiskOfSoundAndContinues) {
  disk_->set_available(20'000);
  const std::string name = recordings_->start(sound_at(100e6, 1e6));
  while (!has_event("disk_full")) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(recordings_->find(name)->progress->state, RecordingState::Recording);
  disk_->set_available(1 << 30);
  while (recordings_->find(name)->bytes <= 60'000) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(stopped(name).progress->reason, "stopped");
  EXPECT_EQ(recordings_->find(name)->progress->lost, 0U);
}

TEST_F(RecordingsTest, EndsAllOfThemWithTheProgram) {
  const std::string iq = recordings_->start(samples_at(100e6, 1e6)), sound = recordings_->start(sound_at(100e6, 1e6));
  for (const std::string& name : {iq, sound})
    ASSERT_TRUE(eventually([&] { return recordings_->find(name)->samples > 24'000; }, 20s));
  recordings_.reset();
  open();
  EXPECT_GT(recordings_->find(iq)->samples, 24'000U);
  EXPECT_GT(recordings_->find(sound)->samples, 24'000U);
}

TEST_F(RecordingsTest, BeginsTheBandInThePast) {
  wait_for_past(1);
  const std::string name = recordings_->start(2, "", 1);
  const Time asked = std::chrono::system_clock::now();
  const RecordingFacts facts = ended(name);
  EXPECT_EQ(facts.samples, 500'000U) << "with what was before";
  EXPECT_EQ(facts.captures, 1U) << "without a gap";
  EXPECT_EQ(facts.progress->lost, 0U);
  EXPECT_GE(asked - *facts.started, 999ms);
  EXPECT_LT(asked - *facts.started, 10s);
}

TEST_F(RecordingsTest, BeginsChannelsInThePast) {
  wait_for_past(1);
  ChannelRecording samples = samples_at(100e6, 1.5), sound = sound_at(100e6, 1.5);
  for (ChannelRecording* recording : {&samples, &sound}) {
    recording->before = 1;
    const std::string name = recordings_->start(*recording);
    const Time asked = std::chrono::system_clock::now();
    const RecordingFacts facts = ended(name);
    EXPECT_EQ(facts.samples, 36'000U) << "with what was before";
    EXPECT_EQ(facts.captures, 1U);
    EXPECT_EQ(facts.progress->lost, 0U);
    EXPECT_GE(asked - *facts.started, 999ms);
    EXPECT_LT(asked - *facts.started, 10s);
  }
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

}  // namespace
}  // namespace spectrumd
