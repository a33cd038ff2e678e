// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "daemon/channels/channel_book.h"
#include "daemon/outputs/channel_recording.h"
#include "daemon/outputs/recorder.h"
#include "daemon/outputs/recording_buffer.h"
#include "daemon/outputs/recording_folder.h"
#include "daemon/outputs/recording_name.h"
#include "daemon/outputs/recording_quota.h"
#include "daemon/pipeline/event_log.h"
#include "daemon/pipeline/receiver.h"

namespace spectrumd {

struct RecordingsFacts {
  std::filesystem::path folder;
  std::uint64_t used = 0, quota = 0, free = 0, disk_floor = 0;  // bytes
  std::vector<RecordingFacts> recordings;                       // oldest first
};

// The folder of recordings: records the band, once at a time, and any number of channels, within the limits of the
// settings; existing ones can be listed and deleted. Names are generated here, so that no text of a client becomes a
// path. Any thread; no function waits for the disk that a recording is written to, except where it reads the folder.
class Recordings {
 public:
  Recordings(Receiver& receiver, ChannelBook& channels, EventLog& events, std::function<Settings()> settings,
             std::shared_ptr<Disk> disk = std::make_shared<Disk>());
  ~Recordings();  // allows recordings in progress a few seconds to be written

  ChannelBook& channels() { return channels_; }

  // All of these throw RecordingRefused or OutputError, and where there is a channel ChannelRefused.
  // Return its name. With `before`, the recording begins that many seconds in the past, as far as it is kept; a copy
  // of it is made before this returns.
  std::string start(std::optional<double> seconds, const std::string& description, double before = 0);
  std::string start(ChannelRecording recording);
  void stop(const std::string& name);    // samples received so far are still written; no effect if it has ended
  void remove(const std::string& name);  // must have ended

  // Opens one of the two files. Throws RecordingRefused.
  std::shared_ptr<const mailbox::Descriptor> open(const std::string& name, RecordingPart part);

  RecordingsFacts list();
  std::optional<RecordingFacts> find(const std::string& name);

 private:
  // A recording made since the program started.
  struct Made {
    RecordingFacts facts;                // without the progress of one that is running
    double channel_rate = 0;             // of sound: its samples, of which `facts` counts frames
    std::shared_ptr<Recorder> recorder;  // null from the last byte on, as are the next two
    BookedChannelPtr channel;            // null where it is the band
    std::shared_ptr<ChannelFeed> feed;

    RecordingFacts now() const;
    void adopt(const RecordingProgress& progress);
  };

  void refuse_second() const;
  void refuse_more_channels() const;
  RecordingPlan limited(RecordingPlan plan, const std::filesystem::path& folder);
  ReceiverStatus recordable() const;
  double buffer_left() const;
  Recorder::Listener listener_for(const std::string& name);
  std::uint64_t used_bytes(const std::filesystem::path& folder);
  void attach(const std::string& name, const std::shared_ptr<Recorder>& recorder, double before);
  void note(const std::string& name, RecordingEvent event, const RecordingProgress& progress);
  void note_end(const std::string& name, const RecordingProgress& progress);
  void detach(Made& made);
  void forget_old();
  Made* made_as(const std::string& name);
  std::vector<RecordingFacts> made_facts() const;
  RecordingFacts from_disk(const std::filesystem::path& folder, const std::string& name,
                           const std::vector<RecordingFacts>& known);
  std::filesystem::path folder() const;
  // Where a new recording of this name goes, or of the next one if that is taken.
  std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& name) const;
  bool has(const std::string& name) const;

  Receiver& receiver_;
  ChannelBook& channels_;
  EventLog& events_;
  const std::function<Settings()> settings_;
  const std::shared_ptr<Disk> disk_;
  const std::shared_ptr<RecordingQuota> quota_ = std::make_shared<RecordingQuota>();
  RecordingIndex index_;
  LentFiles lent_;

  std::mutex starting_;  // one start at a time; held while reading the folder, so only start() locks it

  mutable std::mutex mutex_;  // guards what follows; never held while the disk is used
  std::vector<Made> made_;    // oldest first: those in progress, and the last that have ended
};

// The folder of recordings: from the settings, the service manager, or the desktop of the user. Throws RecordingRefused
// if there is none of these.
std::filesystem::path recordings_folder(const RecordingSettings& settings);

}  // namespace spectrumd
