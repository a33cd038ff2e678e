// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/config/settings.h"

namespace spectrumd {

constexpr std::size_t kKiwiBins = 1024;  // of a row
constexpr unsigned kKiwiZooms = 14;      // each halves the span

// The band that a client sees. On the wire its frequencies begin at 0; clients add the offset.
struct KiwiBand {
  double offset_hz = 0, width_hz = 1;

  friend bool operator==(const KiwiBand&, const KiwiBand&) = default;
};

// What a client of a KiwiSDR's waterfall has said, and what it is answered. One thread.
class KiwiSession {
 public:
  struct Terms {
    KiwiBand band;
    unsigned fps = 23;      // rows a second at most
    unsigned channel = 0;   // of the client
    unsigned channels = 1;  // of all
  };
  explicit KiwiSession(const Terms& terms) : terms_(terms) {}

  // Unknown messages have no effect. Answers are the texts of messages: "MSG badp=0".
  void hear(std::string_view text, std::vector<std::string>& answers);

  bool refused() const { return refused_; }  // it asked for what is not served
  // Rows are sent once the client has said all that they depend on.
  bool wants_rows() const { return authorized_ && has_view_ && has_scale_ && fps_ > 0; }
  unsigned fps() const { return fps_; }
  unsigned zoom() const { return zoom_; }
  bool compresses() const { return compresses_; }
  bool said_compression() const { return said_compression_; }
  Span span() const;                // what a row shows
  std::uint32_t first_bin() const;  // of it, as counted at the highest zoom
  const KiwiBand& band() const { return terms_.band; }

 private:
  using Values = std::map<std::string_view, std::string_view>;

  void authorize(const Values& values, std::vector<std::string>& answers);
  void introduce(std::vector<std::string>& answers) const;
  void look(const Values& values, std::vector<std::string>& answers);
  void set_speed(std::string_view value, std::vector<std::string>& answers);
  double width_hz() const;
  double bin_hz() const;

  const Terms terms_;
  bool authorized_ = false, refused_ = false, has_view_ = false, has_scale_ = false;
  bool compresses_ = true, said_compression_ = false;  // until the client says otherwise
  unsigned fps_ = 0, zoom_ = 0;
  double start_hz_ = 0;  // from the begin of the band
};

}  // namespace spectrumd
