// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/keys.h"

namespace spectrumd {

// Parsers of values for the table of keys: from JSON, or from the text of a flag, which comes as a JSON string. All of
// them throw KeyError for invalid values.

struct Range {
  double least;
  double most;
};
double number_in(const Json& value, Range range, Units units = {});  // suffixes k, M and G, and the units, in text
Hertz center_of(const Json& value);                                  // a frequency that an antenna may have
Hertz rate_of(const Json& value);                                    // a sample rate of a radio or of a recording
// Nullopt for `word`.
std::optional<Decibels> decibels_in(const Json& value, std::string_view word, Range range);
std::uint64_t count_in(const Json& value, Range range);  // a whole number
bool yes_or_no(const Json& value);                       // true, false
std::string text_of(const Json& value);                  // any text without control characters
std::vector<std::string> list_of(const Json& value);     // an array of texts; in a flag separated by commas
std::string one_of(const Json& value, std::span<const std::string_view> names);  // in upper or lower case
std::optional<gpufft::Window> window_named(std::string_view name);               // likewise; "hanning" is hann

std::string source_of(const Json& value);      // any non-empty text; the list of sources checks the kind
std::string backend_of(const Json& value);     // "auto", or a backend of gpufft: "cpu", "opencl:1"
std::string qpu_device_of(const Json& value);  // a device known to gpufft
// FFT length: any up to 2^16, powers of two up to 2^22.
std::size_t fft_length(const Json& value);
std::optional<Span> span_of(const Json& value);  // "88M:108M", "88-108 MHz", or "none"
// A token valid both as an HTTP bearer and as a WebSocket subprotocol, hard to guess; empty for none.
std::string token_of(const Json& value);
std::string listen_of(const Json& value);  // returns the full ADDR:PORT
std::string callsign_of(const Json& value);
std::string share_of(const Json& value);                 // "rtl_tcp=PORT" or empty; returns rtl_tcp=ADDR:PORT
std::vector<std::string> hosts_of(const Json& value);    // lower case
std::vector<unsigned> shares_of(const Json& value);      // "48,20,22,8,2": percentages of the levels of the history
std::vector<std::string> origins_of(const Json& value);  // lower case, as sent by browsers

std::string shown_value(const Json& value);  // as a message quotes it: not longer than 60 bytes

// 100000000 rather than 100000000.0 where that is the same number.
Json number_json(double value);

}  // namespace spectrumd
