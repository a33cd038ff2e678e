// SPDX-License-Identifier: MIT
#include "daemon/fleet/epoch_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "daemon/store/frame_codec.h"

namespace spectrumd {
namespace {

std::int64_t tag_of(const StoredEpoch& epoch) {
  const std::string text = fmt::format("{} {}", epoch.boot, epoch.ahead_ms);
  return std::int64_t{epoch.id} << 32 | checksum(std::as_bytes(std::span(text)));
}

}  // namespace

void EpochTags::read() {
  for (StoredEpoch& epoch : stored_epochs(folder_)) epochs_[epoch.id] = std::move(epoch);
}

std::int64_t EpochTags::tagged(std::uint32_t epoch) {
  used_.insert(epoch);
  if (!epochs_.contains(epoch)) read();
  const auto found = epochs_.find(epoch);
  return found == epochs_.end() ? std::int64_t{epoch} << 32 : tag_of(found->second);
}

bool EpochTags::is_news(const StoredEpoch& epoch) const {
  return (epoch.shift_ms != 0 || used_.contains(epoch.id)) && !announced_.contains({epoch.id, epoch.shift_ms});
}

bool EpochTags::has_news() {
  read();
  return std::ranges::any_of(epochs_, [this](const auto& entry) { return is_news(entry.second); });
}

void EpochTags::add_news(std::int32_t receiver, Batch& batch) {
  for (const auto& [id, epoch] : epochs_) {
    if (!is_news(epoch)) continue;
    batch.rows(Reported::Clock).add(CopyRows::Integer{receiver}, tag_of(epoch), epoch.shift_ms, epoch.boot);
    announced_.emplace(id, epoch.shift_ms);
  }
}

}  // namespace spectrumd
