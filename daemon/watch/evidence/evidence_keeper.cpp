// SPDX-License-Identifier: MIT
#include "daemon/watch/evidence/evidence_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "daemon/watch/trial.h"

namespace spectrumd {
namespace {

using Steady = std::chrono::steady_clock;

constexpr auto kAround = std::chrono::seconds(10);  // the begin of an alarm
constexpr std::size_t kMostPending = 100;

}  // namespace

EvidenceKeeper::EvidenceKeeper(const WatchParts& parts, Book& book, const EvidenceFolder& folder)
    : parts_(parts), book_(book), folder_(folder), bytes_(folder.bytes()) {}

void EvidenceKeeper::expect(const Alarm& alarm) {
  if (parts_.settings().watch.evidence_mib == 0 || pending_.size() >= kMostPending) return;
  pending_.push_back({alarm, alarm.begin + kAround, Steady::now() + 3 * kAround});
}

void EvidenceKeeper::keep_what_is_due(Time last_row) {
  const auto is_due = [&](const Pending& each) { return last_row >= each.due || Steady::now() >= each.latest; };
  for (auto due = std::ranges::find_if(pending_, is_due); due != pending_.end();
       due = std::ranges::find_if(pending_, is_due)) {
    const Alarm alarm = due->alarm;
    pending_.erase(due);
    keep(alarm);
  }
}

void EvidenceKeeper::keep(const Alarm& begun) try {
  std::vector<RowPtr> rows;
  const auto next = rows_of(parts_.history, begun.begin - kAround, begun.begin + kAround);
  while (RowPtr row = next()) rows.push_back(std::move(row));
  const auto kept = evidence_rows(std::move(rows), begun);
  if (kept.rows.empty()) throw std::runtime_error("its rows are no longer in memory");
  Alarm alarm = begun;
  if (const auto booked = book_.alarm(begun.id)) alarm = *booked;
  book_.attach(alarm.id, folder_.keep(alarm, kept, parts_.settings().dbm_offset ? "dBm" : "dBFS"), "", "");
  make_room();
} catch (const DatabaseError&) {
  throw;
} catch (const std::exception& error) {
  book_.attach(begun.id, "", "", fmt::format("no evidence: {}", error.what()));
}

void EvidenceKeeper::make_room() {
  const std::uint64_t most = parts_.settings().watch.evidence_mib << 20;
  bytes_ = folder_.bytes();
  while (bytes_ > most) {
    const auto oldest = book_.oldest_with_evidence(2);
    if (oldest.size() < 2) break;  // the newest stays
    folder_.remove(oldest.front());
    book_.forget_evidence(oldest.front());
    bytes_ = folder_.bytes();
  }
}

}  // namespace spectrumd
