// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "daemon/channels/streams/stream_reader.h"
#include "gpufft/sample_format.h"

namespace spectrumd {

// The samples of a channel as bytes, little-endian. What is missing is silence, so that a program that counts samples
// stays in time.
class IqReader : public StreamReader {
 public:
  IqReader(gpufft::SampleFormat format, double rate);

  void adopt(const ChannelOrder&) override {}

 private:
  void make_bytes(const ChannelBlock& block) override;

  const gpufft::SampleFormat format_;
  const std::uint64_t most_silence_;
  std::string bytes_;
};

// Appends samples as bytes, rounded and clipped to the format.
void append_iq(gpufft::SampleFormat format, std::span<const std::complex<float>> samples, std::string& out);

std::span<const std::string_view> iq_format_names();  // "cs16", the usual one, first
std::optional<gpufft::SampleFormat> iq_format_named(std::string_view name);

}  // namespace spectrumd
