// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "daemon/config/key_values.h"
#include "daemon/config/settings.h"
#include "daemon/sources/file/input.h"
#include "gpufft/spectrum.h"

namespace spectrumd {

// Samples recorded without a break under one tuning.
struct Capture {
  std::uint64_t first_sample = 0;
  Hertz center;
  std::optional<Time> time;   // of the first sample; all captures of a recording have one, or none has
  std::uint64_t missing = 0;  // samples that were on the air just before it and are not in the recording
};

// Rates that files may have. What a header claims is not what a radio does: memory is taken by the rate.
inline constexpr Range kFileRates{1, 1e9};

// Times of a recording lie between these; differences between them fit into nanoseconds.
inline constexpr Time kEarliestTime{};
inline constexpr Time kLatestTime = std::chrono::sys_days(std::chrono::year(2262) / 2 / 1);

// Held at these ends, whatever a recording claims.
Time moved(Time time, std::chrono::nanoseconds by);
Time after_samples(Time start, std::uint64_t samples, Hertz rate);

// What is known of a recording before its samples are read.
struct Recording {
  std::string container;  // "raw", "SigMF", "WAV"
  std::filesystem::path data;
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  Hertz rate;
  std::optional<Decibels> gain;        // known of raw files only, where the settings say it
  std::uint64_t offset = 0;            // of the first sample, in bytes
  std::optional<std::uint64_t> bytes;  // of samples; nothing: up to the end
  std::vector<Capture> captures;       // at least one, the first at sample 0
};

std::string_view to_string(gpufft::SampleFormat format);  // "cu8"

// All throw SourceError. What a recording does not say of itself is taken from the settings.
Recording find_recording(const std::filesystem::path& path, const Settings& settings);
Recording raw_recording(const std::filesystem::path& path, const Settings& settings);
Recording read_sigmf(const std::filesystem::path& file, const Tuning& unsaid);  // either file of the pair or their stem
Recording read_sigmf(const std::filesystem::path& file, Json metadata, const Tuning& unsaid);  // as read before
Recording read_wav(const std::filesystem::path& path, const Tuning& unsaid);

bool is_sigmf(const std::filesystem::path& file);
bool is_wav(const std::filesystem::path& path);  // by its first bytes

}  // namespace spectrumd
