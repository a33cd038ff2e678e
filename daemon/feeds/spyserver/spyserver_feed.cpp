// SPDX-License-Identifier: MIT
#include "daemon/feeds/spyserver/spyserver_feed.h"

#include <memory>

#include "daemon/feeds/spyserver/spy_talk.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostSpyClients = 32;
constexpr int kStreamBufferBytes = 512 * 1024;  // a tenth of a second and more
constexpr std::chrono::milliseconds kLookAtRadio(20);
constexpr std::chrono::milliseconds kWithoutClients(500);

}  // namespace

SpyserverFeed::SpyserverFeed(const FeedSettings& settings, ServerContext& context)
    : may_tune_(settings.spyserver_control),
      radio_(context, settings.spyserver_control),
      band_(context, [this] { tcp_.wake(); }),
      tcp_(
          {.name = "spyserver",
           .listen = settings.spyserver,
           .setting = "feeds.spyserver",
           .most_clients = kMostSpyClients},
          [this, &context](const std::string& address) {
            return std::make_unique<spy::SpyTalk>(context, radio_, band_, address, messages_, [this] { tcp_.wake(); });
          },
          [this] { return work(); }, kStreamBufferBytes),
      entry_(context.feeds, [this] { return status(); }) {}

// The samples wake the server, which uses them: first it stops, then they do, while it is still there.
SpyserverFeed::~SpyserverFeed() {
  tcp_.stop();
  band_.close();
}

std::chrono::milliseconds SpyserverFeed::work() {
  band_.collect();
  if (tcp_.clients() == 0) return kWithoutClients;
  radio_.apply();
  const auto now = std::chrono::steady_clock::now();
  if (now >= look_again_) {
    look_again_ = now + kLookAtRadio;
    radio_.look();
  }
  return kLookAtRadio;
}

FeedStatus SpyserverFeed::status() const {
  FeedStatus now = tcp_.status();
  now.messages = messages_;
  now.may_tune = may_tune_;
  return now;
}

}  // namespace spectrumd
