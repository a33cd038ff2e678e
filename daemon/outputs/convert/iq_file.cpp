// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/iq_file.h"

#include <array>
#include <chrono>
#include <cmath>
#include <vector>

#include "daemon/channels/listening/little_endian.h"
#include "daemon/sources/file/recording.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

constexpr std::uint32_t kUnknown = 0xffffffff;
constexpr std::uint64_t kLargest = kUnknown;  // of the sizes of RIFF
constexpr std::uint16_t kPcm = 1, kFloat = 3, kChannels = 2;
constexpr std::uint32_t kLargeSizesBytes = 28, kAuxiBytes = 68;
constexpr std::size_t kSystemTimeBytes = 16;
constexpr std::size_t kAuxiUnused = 28;  // of these
constexpr std::size_t kBeforeFormat = 12 + 8 + kLargeSizesBytes;

void append_system_time(Time time, std::vector<std::byte>& out) {
  const auto midnight = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(midnight);
  const std::chrono::hh_mm_ss of_day(std::chrono::floor<std::chrono::milliseconds>(time - midnight));
  for (const auto field :
       {static_cast<long>(static_cast<int>(date.year())), static_cast<long>(static_cast<unsigned>(date.month())),
        static_cast<long>(std::chrono::weekday(midnight).c_encoding()),
        static_cast<long>(static_cast<unsigned>(date.day())), static_cast<long>(of_day.hours().count()),
        static_cast<long>(of_day.minutes().count()), static_cast<long>(of_day.seconds().count()),
        static_cast<long>(of_day.subseconds().count())})
    append_number(static_cast<std::uint16_t>(field), out);
}

// The end is that of the samples. A center beyond 4.29 GHz does not fit, and is left at 0.
void append_auxi(const IqFacts& facts, std::uint64_t samples, std::vector<std::byte>& out) {
  append_text("auxi", out);
  append_number(kAuxiBytes, out);
  if (facts.start) {
    append_system_time(*facts.start, out);
    append_system_time(after_samples(*facts.start, samples, facts.rate), out);
  } else {
    out.resize(out.size() + 2 * kSystemTimeBytes);  // a file of bare samples does not say it
  }
  const double center = std::round(facts.center.value);
  append_number(center >= 0 && center <= static_cast<double>(kLargest) ? static_cast<std::uint32_t>(center) : 0U, out);
  append_number(static_cast<std::uint32_t>(std::lround(facts.rate.value)), out);  // of the converter
  out.resize(out.size() + kAuxiUnused);
}

void append_format(const IqFacts& facts, std::vector<std::byte>& out) {
  const auto sample_bytes = static_cast<std::uint32_t>(gpufft::bytes_per_sample(facts.format));
  const auto rate = static_cast<std::uint32_t>(std::lround(facts.rate.value));
  append_text("fmt ", out);
  append_number<std::uint32_t>(16, out);  // bytes of the description
  append_number(facts.format == SampleFormat::Cf32 ? kFloat : kPcm, out);
  append_number(kChannels, out);
  append_number(rate, out);
  append_number(rate * sample_bytes, out);
  append_number(static_cast<std::uint16_t>(sample_bytes), out);
  append_number(static_cast<std::uint16_t>(8 * sample_bytes / kChannels), out);
}

}  // namespace

// The sizes of a file beyond 4 GiB stand in a chunk "ds64", for which there is room in any.
std::vector<std::byte> wav_head(const IqFacts& facts, std::uint64_t data_bytes) {
  const std::uint64_t samples = data_bytes / gpufft::bytes_per_sample(facts.format);
  std::vector<std::byte> after;
  append_format(facts, after);
  append_auxi(facts, samples, after);
  append_text("data", after);
  const std::uint64_t riff_bytes = kBeforeFormat + after.size() + sizeof(std::uint32_t) + data_bytes - 8;
  const bool large = riff_bytes > kLargest;
  append_number(large ? kUnknown : static_cast<std::uint32_t>(data_bytes), after);
  std::vector<std::byte> head;
  append_text(large ? "RF64" : "RIFF", head);
  append_number(large ? kUnknown : static_cast<std::uint32_t>(riff_bytes), head);
  append_text("WAVE", head);
  append_text(large ? "ds64" : "JUNK", head);
  append_number(kLargeSizesBytes, head);
  for (const std::uint64_t size : {riff_bytes, data_bytes, samples}) append_number(large ? size : 0, head);
  append_number<std::uint32_t>(0, head);  // of other chunks
  head.insert(head.end(), after.begin(), after.end());
  return head;
}

IqFile::IqFile(const std::filesystem::path& path, Kind kind, const IqFacts& facts)
    : facts_(facts), is_wav_(kind == Kind::Wav), file_(path) {
  if (is_wav_) file_.append(wav_head(facts_, 0));
}

void IqFile::append(std::span<const std::byte> samples) { file_.append(samples); }

void IqFile::finish() {
  if (is_wav_) {
    const std::size_t head = wav_head(facts_, 0).size();
    const std::uint64_t data = file_.size() - head;
    if (data % 2 != 0) file_.append(std::array<std::byte, 1>{});
    file_.overwrite(0, wav_head(facts_, data));
  }
  file_.sync();
}

}  // namespace spectrumd
