// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "daemon/feeds/spyserver/spy_iq.h"
#include "daemon/feeds/spyserver/spy_protocol.h"
#include "daemon/feeds/spyserver/spy_radio.h"
#include "daemon/feeds/spyserver/spy_settings.h"
#include "daemon/feeds/tcp_feed.h"
#include "daemon/pipeline/row.h"

namespace spectrumd::spy {

// One client of a SpyServer: samples and spectra at the center and the decimation that it asks for.
class SpyTalk : public FeedTalk {
 public:
  SpyTalk(ServerContext& context, SpyRadio& radio, BandSamples& band, std::string address,
          std::atomic<std::uint64_t>& messages, std::function<void()> wake);
  ~SpyTalk() override { radio_.return_control(this); }
  SpyTalk(const SpyTalk&) = delete;
  SpyTalk& operator=(const SpyTalk&) = delete;

  bool hear(std::string_view bytes, std::string& answers) override;
  bool speak(std::string& bytes) override;

 private:
  using Clock = std::chrono::steady_clock;

  // The band as it was announced, which cannot be changed afterwards.
  struct Announced {
    double rate = 0, bandwidth = 0;
    std::uint32_t stages = 0;
  };

  void obey(Order order, std::string_view body, std::string& answers);
  void set(Setting setting, std::uint32_t value);
  void follow_iq_center();
  void greet(std::string& bytes);
  Hertz iq_center() const;
  ClientSync sync();
  Span reach(std::uint32_t stage) const;
  double rate_at(std::uint32_t stage) const;
  std::optional<IqStream::Request> iq_request() const;
  void append_iq_messages(std::string& bytes);
  void append_spectrum(std::string& bytes);

  ServerContext& context_;
  SpyRadio& radio_;
  const std::string address_;
  std::atomic<std::uint64_t>& messages_;
  const Clock::time_point came_ = Clock::now();
  CommandReader commands_;
  bool hello_ = false;
  std::optional<Announced> announced_;  // once it was greeted
  std::optional<ClientSync> synced_;    // as sent last
  ClientSettings settings_;
  IqStream iq_;
  std::uint32_t sequence_ = 0;  // of the next IQ message
  std::uint64_t last_row_ = 0;
  Clock::time_point next_spectrum_{};
};

}  // namespace spectrumd::spy
