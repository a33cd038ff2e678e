// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "daemon/channels/listening/ogg_opus.h"
#include "daemon/channels/listening/sound_coder.h"
#include "daemon/outputs/output_file.h"
#include "daemon/outputs/sound_tags.h"

namespace spectrumd {

struct SoundForm {
  SoundFormat format = SoundFormat::Wav;
  unsigned rate = 24'000, channels = 1;
};

// A file of sound that can be played at every moment, up to a second before the last keep(). One thread; all but add()
// block on the disk and throw OutputError, and can be repeated then: nothing is lost, nothing written twice.
class SoundFile {
 public:
  SoundFile(const std::filesystem::path& path, const SoundForm& form, const SoundTags& tags,
            std::shared_ptr<Disk> disk);  // must not exist yet

  void add(std::span<const float> sound);  // interleaved; codes it
  void write();                            // what has been coded
  void keep();                             // the same, on the disk, and the header says how much there is
  void finish();                           // likewise, with the end of the sound

  const std::filesystem::path& path() const { return file_.path(); }
  std::uint64_t frames() const { return frames_; }  // added
  std::uint64_t bytes() const { return file_.size() + coded_.size(); }

 private:
  struct Opus {
    SoundCoder coder;
    OggOpusWriter writer;
  };

  const SoundForm form_;
  const WavTags wav_tags_;
  std::optional<Opus> opus_;
  std::vector<std::byte> coded_;  // not written yet
  std::uint64_t frames_ = 0, header_bytes_ = 0;
  bool finished_ = false;
  OutputFile file_;
};

// Bytes that so many frames take at most.
std::uint64_t most_sound_bytes(const SoundForm& form, std::uint64_t frames);

}  // namespace spectrumd
