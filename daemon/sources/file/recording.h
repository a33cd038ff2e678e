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
  std::optional<Time> time;   // of the first sample; either all captures of a recording have one or none
  std::uint64_t missing = 0;  // samples lost just before it
};

// Valid sample rates for files. The header of a file may claim anything, and memory is allocated by the rate.
inline constexpr Range kFileRates{1, 1e9};

// Valid times of a recording; differences between them fit into nanoseconds.
inline constexpr Time kEarliestTime{};
inline constexpr Time kLatestTime = std::chrono::sys_days(std::chrono::year(2262) / 2 / 1);

// Clamps to these limits, whatever a recording claims.
Time moved(Time time, std::chrono::nanoseconds by);
Time after_samples(Time start, std::uint64_t samples, Hertz rate);

// Facts about a recording before its samples are read.
struct Recording {
  std::string container;  // "raw", "SigMF", "WAV"
  std::filesystem::path data;
  gpufft::SampleFormat format = gpufft::SampleFormat::Cu8;
  Hertz rate;
  std::optional<Decibels> gain;        // from the settings, for raw files only
  std::uint64_t offset = 0;            // of the first sample, in bytes
  std::optional<std::uint64_t> bytes;  // of samples; nullopt: up to the end
  std::vector<Capture> captures;       // at least one, the first at sample 0
};

std::string_view to_string(gpufft::SampleFormat format);                                     // "cu8"
std::optional<gpufft::SampleFormat> format_of_extension(const std::filesystem::path& path);  // of raw samples: ".cu8"

// All throw SourceError. What a recording does not specify is taken from the settings.
Recording find_recording(const std::filesystem::path& path, const Settings& settings);
Recording raw_recording(const std::filesystem::path& path, const Settings& settings);
Recording read_sigmf(const std::filesystem::path& file, const Tuning& unsaid);  // either file of the pair or their stem
Recording read_sigmf(const std::filesystem::path& file, Json metadata, const Tuning& unsaid);  // already read
Recording read_wav(const std::filesystem::path& path, const Tuning& unsaid);

bool is_sigmf(const std::filesystem::path& file);
std::filesystem::path sigmf_stem(std::filesystem::path file);  // the name that both files of a pair begin with
bool is_wav(const std::filesystem::path& path);                // by its first bytes

}  // namespace spectrumd
