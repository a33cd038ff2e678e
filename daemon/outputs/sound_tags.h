// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/channels/listening/ogg_opus.h"
#include "daemon/channels/listening/wav.h"
#include "daemon/config/units.h"
#include "mailbox/descriptor.h"

namespace spectrumd {

enum class SoundFormat { Wav, Opus };

std::string_view extension_of(SoundFormat format);                              // ".wav"
std::optional<SoundFormat> sound_format_of(const std::filesystem::path& file);  // by its extension

// What a file of sound says about itself, for players and for the list of recordings.
struct SoundTags {
  std::optional<Time> started;
  std::optional<Hertz> center;
  std::string mode;  // "nfm"
  std::string description;
};

WavTags wav_tags(const SoundTags& tags);          // a list INFO: ICRD, ISRC, ISBJ, ICMT
OggComments ogg_comments(const SoundTags& tags);  // DATE, FREQUENCY, MODE, DESCRIPTION

struct SoundFacts {
  SoundTags tags;
  unsigned rate = 0;
  std::uint64_t frames = 0;
};

// Reads the beginning and, of Opus, the end of a file. Throws OutputError, or SourceError for one that is not of this
// program.
SoundFacts read_sound_facts(const mailbox::Descriptor& file, const std::filesystem::path& path, SoundFormat format);

}  // namespace spectrumd
