// SPDX-License-Identifier: MIT
#include "daemon/feeds/spots/spot_poller.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "daemon/config/text_file.h"
#include "daemon/pipeline/rest.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kReportLife = 30min;  // after a station was heard
constexpr auto kFetchLimit = 20s;
constexpr auto kShortestPeriod = 60s, kFileLook = 2s;
constexpr auto kShortestLife = 10s;
constexpr int kMostPeriods = 32;  // between fetches that fail
constexpr long kNotModified = 304;

// When a file was changed, and its size. Throws std::filesystem::filesystem_error.
std::string mark_of(const std::filesystem::path& file) {
  return fmt::format("{} {}", std::filesystem::last_write_time(file).time_since_epoch().count(),
                     std::filesystem::file_size(file));
}

}  // namespace

SpotPoller::SpotPoller(Plan plan, SpotList& spots, FeedList& feeds)
    : plan_(std::move(plan)), spots_(spots), entry_(feeds, [this] { return status(); }) {
  thread_ = std::jthread([this](const std::stop_token& stop) {
    pthread_setname_np(pthread_self(), "spots");
    run(stop);
  });
}

void SpotPoller::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    is_file() ? poll_file() : poll_url(stop);
    rest(stop, period() * std::max(1, failures_));
  }
}

std::chrono::milliseconds SpotPoller::period() const {
  const auto seconds = is_file() ? kFileLook : std::max(kShortestPeriod, page_.period);
  return seconds.count() * plan_.second;
}

void SpotPoller::poll_url(const std::stop_token& stop) {
  WebRequest request{.url = plan_.source.where,
                     .fields = {"Accept: application/json"},
                     .body = {},
                     .limit = kFetchLimit,
                     .longest_answer = kLongestSpotPage,
                     .redirects = true};
  if (!etag_.empty()) request.fields.push_back("If-None-Match: " + etag_);
  if (!last_modified_.empty()) request.fields.push_back("If-Modified-Since: " + last_modified_);
  const WebAnswer answer = client_.ask(request, stop);
  const bool unchanged = answer.problem.empty() && answer.status == kNotModified;
  if (unchanged)
    state_.set("connected", "");
  else if (!answer.good())
    state_.set("waiting", answer.cause());
  if (answer.good() && take(answer.body)) {
    etag_ = answer.etag;
    last_modified_ = answer.last_modified;
  }
  const bool fails = !state_.now().cause.empty();
  failures_ = fails ? std::min(failures_ + 1, kMostPeriods) : 0;
  if (!fails) place_all();
}

void SpotPoller::poll_file() {
  const std::filesystem::path file = plan_.source.where;
  try {
    const std::string mark = mark_of(file);
    if (std::exchange(seen_, mark) != mark) take(read_text_file(file, {.bytes = kLongestSpotPage}));
    place_all();
  } catch (const std::exception& error) {  // it may be gone
    seen_.clear();
    state_.set("waiting", error.what());
  }
}

// False: it makes no sense, and what was there before stays.
bool SpotPoller::take(std::string_view text) {
  try {
    page_ = parse_spot_page(text);
    reported_ += page_.spots.size();
    state_.set("connected", "");
    return true;
  } catch (const SpotPageError& error) {
    state_.set("waiting", error.what());
    return false;
  }
}

// Those without a time last until the page is looked at again.
void SpotPoller::place_all() {
  const auto now = std::chrono::system_clock::now();
  const auto undated = std::max<std::chrono::milliseconds>(kShortestLife, 3 * period());
  for (const ReportedSpot& spot : page_.spots) {
    const auto age = spot.heard ? std::max<std::chrono::nanoseconds>(0ns, now - *spot.heard) : 0ns;
    const auto life = spot.heard ? std::chrono::ceil<std::chrono::milliseconds>(kReportLife - age) : undated;
    if (life <= 0ms) continue;
    spots_.place({.frequency = spot.frequency, .label = spot.label, .comment = spot.comment, .source = page_.source},
                 life);
  }
}

FeedStatus SpotPoller::status() const {
  const FeedState::Now now = state_.now();
  return {.name = "spots",
          .address = to_string(plan_.source),
          .state = now.state,
          .cause = now.cause,
          .messages = reported_};
}

}  // namespace spectrumd
