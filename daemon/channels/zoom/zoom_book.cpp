// SPDX-License-Identifier: MIT
#include "daemon/channels/zoom/zoom_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace spectrumd {
namespace {

constexpr auto kMeasured = std::chrono::milliseconds(900);  // a shorter time says little
constexpr auto kLate = std::chrono::milliseconds(500);      // later than the rows of the band

std::string over_limit(double share, double limit) {
  return fmt::format("zoomed views take {:.0f} % of a core, and zoom.limit is {:.0f} %", share * 100, limit * 100);
}

}  // namespace

Zoom::Zoom(ChannelHub& hub, const ZoomPlan& plan)
    : plan_(plan),
      rows_(std::make_shared<ZoomRows>(plan)),
      ticket_(hub.open(std::string(kZoomUse), plan.channel, rows_)) {}

void Zoom::end(const std::string& reason) {
  std::unique_ptr<ChannelHub::Ticket> ended;
  const std::scoped_lock lock(mutex_);
  ended = std::move(ticket_);
  ended_because_ = reason;
}

std::string Zoom::ended_because() const {
  const std::scoped_lock lock(mutex_);
  return ended_because_;
}

bool up_to_date(const Zoom& zoom, const RowFacts& newest) {
  const RowPtr row = zoom.rows().latest();
  return row && row->time + row->duration + kLate + newest.duration > newest.time;
}

std::shared_ptr<Zoom> ZoomBook::join(const ZoomPlan& plan, double limit, std::chrono::seconds linger) {
  const std::scoped_lock lock(mutex_);
  Entry* entry = find(plan);
  auto zoom = entry ? entry->zoom.lock() : nullptr;
  if (!zoom) {
    if (total() >= limit) throw ChannelRefused("zoom_limit", "", over_limit(total(), limit));
    zoom = std::make_shared<Zoom>(hub_, plan);
    entry = &entries_.emplace_back(Entry{.zoom = zoom});
  }
  if (linger.count() > 0) {
    entry->lingering = zoom;
    entry->lingers_until = Clock::now() + linger;
  }
  return zoom;
}

ZoomBook::Entry* ZoomBook::find(const ZoomPlan& plan) {
  for (Entry& entry : entries_)
    if (const auto zoom = entry.zoom.lock(); zoom && zoom->plan() == plan && zoom->ended_because().empty())
      return &entry;
  return nullptr;
}

void ZoomBook::keep_within(double limit) {
  std::vector<std::shared_ptr<Zoom>> held;  // released without the lock
  const std::scoped_lock lock(mutex_);
  const auto now = Clock::now();
  if (now - looked_ < kMeasured) return;
  const double elapsed = std::chrono::duration<double>(now - std::exchange(looked_, now)).count();
  for (Entry& entry : entries_) {
    if (entry.lingering && now >= entry.lingers_until) held.push_back(std::move(entry.lingering));
    const auto zoom = held.emplace_back(entry.zoom.lock());
    const double seconds = zoom ? zoom->processor_seconds() : entry.seconds;
    entry.share = (seconds - std::exchange(entry.seconds, seconds)) / elapsed;
  }
  const double before = total();
  for (auto entry = entries_.rbegin(); entry != entries_.rend() && total() > limit; ++entry) {
    if (const auto zoom = entry->zoom.lock()) zoom->end(over_limit(before, limit));
    entry->share = 0;
  }
  std::erase_if(entries_, [](const Entry& entry) { return entry.zoom.expired(); });
}

double ZoomBook::total() const {
  return std::accumulate(entries_.begin(), entries_.end(), 0.0,
                         [](double sum, const Entry& entry) { return sum + entry.share; });
}

ZoomLoad ZoomBook::load() const {
  const std::scoped_lock lock(mutex_);
  const auto open = std::ranges::count_if(entries_, [](const Entry& entry) { return !entry.zoom.expired(); });
  return {.views = static_cast<std::size_t>(open), .core_share = total()};
}

}  // namespace spectrumd
