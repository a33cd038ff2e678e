// SPDX-License-Identifier: MIT
#include "daemon/feeds/sdrangel/sdrangel_feed.h"

#include <memory>
#include <utility>

#include "daemon/feeds/sdrangel/spectrum_message.h"
#include "daemon/server/context.h"

namespace spectrumd {
namespace {

constexpr std::size_t kMostSpectra = 16;  // that a client may be behind
constexpr std::chrono::milliseconds kIdle(500);
constexpr std::chrono::milliseconds kLookForRows(10);

}  // namespace

class SdrangelFeed::Talk : public WebSocketTalk {
 public:
  Talk(const NewestBlocks& spectra, std::atomic<std::uint64_t>& messages)
      : spectra_(spectra), messages_(messages), next_(spectra.end()) {}

  void hear(std::string_view, Outbox&) override {}  // SDRangel only logs it
  bool speak(Outbox& outbox) override {
    while (const auto spectrum = spectra_.take(next_)) {
      outbox.add_binary(spectrum);
      ++messages_;
    }
    return true;
  }

 private:
  const NewestBlocks& spectra_;
  std::atomic<std::uint64_t>& messages_;
  std::uint64_t next_;
};

SdrangelFeed::SdrangelFeed(const FeedSettings& settings, ServerContext& context)
    : context_(context),
      spectra_(kMostSpectra),
      server_(
          {.name = "sdrangel", .listen = settings.sdrangel, .setting = "feeds.sdrangel"}, context,
          [this](const RequestHead&, const std::string&) { return welcome(); }, [this] { return work(); }),
      entry_(context.feeds, [this] { return status(); }) {}

// Without clients rows are not looked at.
std::unique_ptr<WebSocketTalk> SdrangelFeed::welcome() {
  const RowPtr latest = context_.history.latest();
  if (server_.clients() == 0 && latest) last_row_ = latest->sequence;
  return std::make_unique<Talk>(spectra_, messages_);
}

std::chrono::milliseconds SdrangelFeed::work() {
  if (server_.clients() == 0) return kIdle;
  for (const RowPtr& row : context_.history.after(last_row_, kMostSpectra)) {
    add(*row);
    last_row_ = row->sequence;
  }
  return kLookForRows;
}

void SdrangelFeed::add(const Row& row) {
  const auto now = std::chrono::steady_clock::now();
  const auto since = std::chrono::floor<std::chrono::milliseconds>(now - std::exchange(sent_, now));
  const Detector detector = context_.receiver.settings()->analysis.detector;
  spectra_.push(spectrum_message(row, detector, std::chrono::system_clock::now(), since));
}

FeedStatus SdrangelFeed::status() const {
  FeedStatus now = server_.status();
  now.messages = messages_;
  return now;
}

}  // namespace spectrumd
