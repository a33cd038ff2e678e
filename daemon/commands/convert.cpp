// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "command_line/program.h"
#include "daemon/channels/streams/iq_reader.h"
#include "daemon/commands/commands.h"
#include "daemon/commands/flags.h"
#include "daemon/commands/history/work_progress.h"
#include "daemon/outputs/convert/converted_file.h"
#include "daemon/outputs/convert/sample_conversion.h"
#include "daemon/outputs/convert/sigmf_archive.h"
#include "daemon/service/signals.h"
#include "daemon/service/start.h"
#include "daemon/sources/file/input.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;
using Container = ConvertedKind::Container;

constexpr std::size_t kSamplesAtATime = 1 << 18;
constexpr auto kPatience = std::chrono::seconds(10);  // with a disk

struct ConvertOptions {
  std::vector<std::filesystem::path> from;
  std::filesystem::path to;
  std::string format;  // of the samples; empty: that of the extension, or as they are
};

// The format to write: the one asked for, that of the extension, or the nearest that the container has.
SampleFormat format_for(const ConvertOptions& options, const ConvertedKind& kind, SampleFormat from) {
  const auto asked = options.format.empty() ? std::nullopt : iq_format_named(options.format);
  if (!options.format.empty() && !asked)
    throw command_line::UsageError(fmt::format("--format: {} is not one of cs16, cf32, cs8, cu8", options.format));
  if (kind.format && asked && asked != kind.format)
    throw command_line::UsageError(
        fmt::format("--format {} and the extension of {} are not the same", options.format, options.to.string()));
  const SampleFormat format = asked.value_or(kind.format.value_or(from));
  if (kind.container != Container::Wav || format != SampleFormat::Cs8) return format;
  if (asked) throw command_line::UsageError("WAV has no signed samples of 8 bits: use cs16 or cu8");
  return SampleFormat::Cs16;
}

ConvertedKind kind_for(const std::filesystem::path& path) {
  if (const auto kind = kind_of_output(path)) return *kind;
  throw command_line::UsageError(fmt::format(
      "{}: unknown extension; it can be .sigmf-meta, .sigmf, .wav, .cu8, .cs8, .cs16 or .cf32", path.string()));
}

// Reads the samples of a recording in pieces that end with its captures.
class SampleReader {
 public:
  explicit SampleReader(const Recording& recording)
      : recording_(recording),
        sample_bytes_(gpufft::bytes_per_sample(recording.format)),
        input_(Input::open(recording.data)),
        buffer_(kSamplesAtATime * sample_bytes_) {
    if (!input_.size())
      throw SourceError(input_.name() + ": a pipe cannot be converted; `spectrumd record --source -` reads one");
    if (recording.offset > 0) input_.go_to(recording.offset);
  }

  std::uint64_t all() const {
    const auto bytes = recording_.bytes ? *recording_.bytes : *input_.size() - recording_.offset;
    return bytes / sample_bytes_;
  }
  std::uint64_t position() const { return position_; }

  // Whole samples, at most up to `end`; nothing at the end of the file.
  std::span<const std::byte> read(std::uint64_t end) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(end - position_, kSamplesAtATime));
    std::size_t have = 0;
    while (have < wanted * sample_bytes_) {
      const auto count = input_.read(std::span(buffer_).subspan(have, wanted * sample_bytes_ - have), kPatience);
      if (!count || *count == 0) break;
      have += *count;
    }
    const std::size_t samples = have / sample_bytes_;
    position_ += samples;
    return std::span(buffer_).first(samples * sample_bytes_);
  }

 private:
  const Recording& recording_;
  const std::size_t sample_bytes_;
  Input input_;
  std::vector<std::byte> buffer_;
  std::uint64_t position_ = 0;
};

// Where the next capture begins.
std::uint64_t end_of(const Recording& recording, std::size_t capture, std::uint64_t all) {
  return capture + 1 < recording.captures.size() ? std::min(recording.captures[capture + 1].first_sample, all) : all;
}

// False: a signal has interrupted it.
bool copy(const Recording& recording, SampleReader& reader, ConvertedFile& to, SampleFormat format,
          const Signals& signals) {
  WorkProgress progress(std::cerr, isatty(STDERR_FILENO) != 0, "converted");
  std::string converted;
  const std::uint64_t all = reader.all();
  for (std::size_t capture = 0; capture < recording.captures.size(); ++capture) {
    to.begin(recording.captures[capture]);
    const std::uint64_t end = end_of(recording, capture, all);
    while (reader.position() < end) {
      if (signals.wait_for(std::chrono::milliseconds(0))) return false;
      const auto samples = reader.read(end);
      if (samples.empty()) return true;
      converted.clear();
      convert_samples(recording.format, samples, format, converted);
      to.append(std::as_bytes(std::span(converted)));
      progress.update(reader.position(), all);
    }
  }
  return true;
}

// False: a signal has interrupted it.
bool convert_one(const Recording& recording, ConvertedFile& to, SampleFormat format, const std::string& name,
                 const Signals& signals) {
  SampleReader reader(recording);
  if (!to.keeps_captures() && recording.captures.size() > 1)
    std::cerr << fmt::format("{}: {} captures become one: gaps and changes of the center are lost\n", name,
                             recording.captures.size());
  if (!copy(recording, reader, to, format, signals)) {
    std::cerr << "interrupted; nothing was written\n";
    return false;
  }
  to.finish();
  std::cout << fmt::format("{}: {} samples of {}, {} Hz wide at {} Hz\n", name, reader.position(), to_string(format),
                           format_number(recording.rate.value), format_number(recording.captures.front().center.value));
  return true;
}

int convert(const Settings& settings, const ConvertOptions& options) {
  const Signals signals;
  const ConvertedKind kind = kind_for(options.to);
  const Recording recording = find_recording(options.from.front(), settings);
  const SampleFormat format = format_for(options, kind, recording.format);
  const auto to = make_converted_file(options.to, kind, recording, format);
  return convert_one(recording, *to, format, options.to.string(), signals) ? EXIT_SUCCESS : EXIT_FAILURE;
}

// "band" of "band.sigmf-meta", "shack.sigmf/band" and "band.wav".
std::string name_of(const std::filesystem::path& recording) { return sigmf_stem(recording).stem().string(); }

void refuse_same_names(const ConvertOptions& options) {
  std::set<std::string> names;
  for (const auto& from : options.from)
    if (!names.insert(name_of(from)).second)
      throw command_line::UsageError(fmt::format("two recordings are named {}", name_of(from)));
}

// Into one archive.
int collect(const Settings& settings, const ConvertOptions& options) {
  const Signals signals;
  const ConvertedKind kind = kind_for(options.to);
  if (kind.container != Container::Archive)
    throw command_line::UsageError(options.to.string() + ": only an archive, .sigmf, takes more than one recording");
  refuse_same_names(options);
  SigmfArchive archive(options.to, true);
  for (const auto& from : options.from) {
    const Recording recording = find_recording(from, settings);
    const SampleFormat format = format_for(options, kind, recording.format);
    const std::string name = name_of(from);
    if (!convert_one(recording, archive.add(name, recording, format), format, (options.to / name).string(), signals))
      return EXIT_FAILURE;
  }
  archive.finish();
  return EXIT_SUCCESS;
}

}  // namespace

int run_convert(command_line::Arguments& arguments) {
  using command_line::into;
  ConvertOptions options;
  std::vector<std::string> files;
  arguments.add(
      {{"IN... OUT",
        "recordings: SigMF (a pair, an archive, or ARCHIVE/NAME where it has several), WAV or raw samples; then the "
        "file to write, whose extension says what: .sigmf-meta, .sigmf (an archive, of more than one as well), .wav, "
        ".cu8, .cs8, .cs16, .cf32",
        into(files), "", true},
       {"--format FORMAT", "of the samples: cu8, cs8, cs16 or cf32; default: as they are", into(options.format)}});
  if (!arguments.parse()) return 0;
  if (files.size() < 2) arguments.refuse("OUT is missing");
  options.to = files.back();
  options.from.assign(files.begin(), std::prev(files.end()));
  start_log();
  const Settings settings = load_settings(flags_of(arguments));
  return options.from.size() > 1 ? collect(settings, options) : convert(settings, options);
}

}  // namespace spectrumd
