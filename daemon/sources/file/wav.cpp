// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <system_error>

#include "daemon/sources/file/recording.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

using gpufft::SampleFormat;

constexpr std::uint64_t kHeader = 12;  // "RIFF", size, "WAVE"
constexpr std::uint64_t kUnknownSize = 0xffffffff;
constexpr int kMostChunks = 1000;  // a file of zeros would be one of very many
constexpr unsigned kPcm = 1, kFloat = 3, kExtensible = 0xfffe;

// The first bytes of a chunk; beyond its end it reads as 0.
class Fields {
 public:
  Fields(const Input& input, std::uint64_t offset, std::uint64_t size) {
    const auto read = static_cast<std::size_t>(std::min<std::uint64_t>(size, bytes_.size()));
    (void)input.read_at(offset, std::span(bytes_).first(read));
  }
  template <class Number>
  Number at(std::size_t offset) const {  // little-endian
    Number number = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;)
      number = static_cast<Number>((number << 8) | std::to_integer<Number>(bytes_.at(offset + i)));
    return number;
  }
  std::string_view name() const { return {reinterpret_cast<const char*>(bytes_.data()), 4}; }

 private:
  std::array<std::byte, 64> bytes_{};
};

// The chunk in which SDR programs store the tuning: two SYSTEMTIMEs in UTC, then the center frequency.
struct Auxi {
  std::optional<Time> start;
  Hertz center;
};

std::optional<Time> system_time(const Fields& fields) {
  const auto field = [&](std::size_t index) { return static_cast<int>(fields.at<std::uint16_t>(2 * index)); };
  const std::chrono::year_month_day date(std::chrono::year(field(0)), std::chrono::month(fields.at<std::uint16_t>(2)),
                                         std::chrono::day(fields.at<std::uint16_t>(6)));
  if (!date.ok() || field(0) < 1970 || field(0) > 2200 || field(4) > 23 || field(5) > 59) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(field(4)) + std::chrono::minutes(field(5)) +
         std::chrono::seconds(field(6)) + std::chrono::milliseconds(field(7));
}

class WavReader {
 public:
  explicit WavReader(const std::filesystem::path& path) : input_(Input::open(path)) {
    if (!input_.size()) fail("a WAV file cannot be read from a pipe");
    const Fields header(input_, 0, kHeader);
    if (header.name() != "RIFF" && header.name() != "RF64") fail("is not a WAV file");
    std::uint64_t at = kHeader;
    for (int chunks = 0; chunks < kMostChunks && at + 8 <= *input_.size(); ++chunks) at = read_chunk(at);
    if (!format_) fail("has no fmt chunk, so it is not a WAV file");
    if (data_ == 0) fail("has no data chunk");
  }

  Recording recording(const std::filesystem::path& path, const Tuning& unsaid) const {
    return {.container = "WAV",
            .data = path,
            .format = *format_,
            .rate = {rate_},
            .offset = data_,
            .bytes = data_size_,
            .captures = {{.first_sample = 0,
                          .center = auxi_ ? auxi_->center : unsaid.center,
                          .time = auxi_ ? auxi_->start : std::nullopt}}};
  }

 private:
  [[noreturn]] void fail(std::string_view reason) const {
    throw SourceError(fmt::format("{}: {}", input_.name(), reason));
  }

  std::uint64_t read_chunk(std::uint64_t at) {
    const Fields header(input_, at, 8);
    std::uint64_t size = header.at<std::uint32_t>(4);
    const std::uint64_t body = at + 8;
    if (header.name() == "data") size = read_data(body, size);
    const Fields fields(input_, body, size);
    if (header.name() == "ds64") large_data_size_ = fields.at<std::uint64_t>(8);
    if (header.name() == "fmt ") read_format(fields);
    if (header.name() == "auxi") read_auxi(fields);
    return body + size + size % 2;
  }

  // A recorder that was interrupted, or that exceeded 4 GiB, leaves a meaningless size.
  std::uint64_t read_data(std::uint64_t body, std::uint64_t size) {
    const std::uint64_t rest = *input_.size() - body;
    if (size == kUnknownSize && large_data_size_) size = *large_data_size_;
    if (size == 0 || size > rest) size = rest;
    data_ = body;
    data_size_ = size;
    return size;
  }

  void read_format(const Fields& fields) {
    const unsigned channels = fields.at<std::uint16_t>(2);
    if (channels != 2) fail(fmt::format("has {} channel{}; I and Q need two", channels, channels == 1 ? "" : "s"));
    rate_ = fields.at<std::uint32_t>(4);
    if (rate_ < kFileRates.least || rate_ > kFileRates.most)
      fail(fmt::format("has a sample rate of {}; supported: {} to {}", format_number(rate_),
                       format_number(kFileRates.least), format_number(kFileRates.most)));
    const unsigned tag = fields.at<std::uint16_t>(0);
    const unsigned kind = tag == kExtensible ? fields.at<std::uint16_t>(24) : tag;
    const unsigned bits = fields.at<std::uint16_t>(14);
    if (kind == kPcm && bits == 8) format_ = SampleFormat::Cu8;
    if (kind == kPcm && bits == 16) format_ = SampleFormat::Cs16;
    if (kind == kFloat && bits == 32) format_ = SampleFormat::Cf32;
    if (!format_)
      fail(fmt::format("samples of {} bits in WAV format {} are not supported; 8 and 16 bits and 32-bit float are",
                       bits, kind));
  }

  // Some programs put XML there, which has no date in this place.
  void read_auxi(const Fields& fields) {
    if (const auto start = system_time(fields)) auxi_ = {start, {static_cast<double>(fields.at<std::uint32_t>(32))}};
  }

  const Input input_;
  std::optional<SampleFormat> format_;
  double rate_ = 0;
  std::uint64_t data_ = 0, data_size_ = 0;
  std::optional<std::uint64_t> large_data_size_;
  std::optional<Auxi> auxi_;
};

}  // namespace

bool is_wav(const std::filesystem::path& path) {
  std::error_code error;
  // Opening and closing a FIFO again costs its writer a broken pipe.
  if (!is_regular_file(path, error)) return false;
  const Input input = Input::open(path);
  const Fields header(input, 0, kHeader);
  return header.name() == "RIFF" || header.name() == "RF64";
}

Recording read_wav(const std::filesystem::path& path, const Tuning& unsaid) {
  return WavReader(path).recording(path, unsaid);
}

}  // namespace spectrumd
