// SPDX-License-Identifier: MIT
#include "daemon/feeds/influx/point_queue.h"

#include <algorithm>
#include <utility>

namespace spectrumd {

void PointQueue::push(std::string lines) {
  if (lines.empty()) return;
  const auto count = static_cast<std::size_t>(std::ranges::count(lines, '\n'));
  bytes_ += lines.size();
  batches_.push_back({.lines = std::move(lines), .count = count});
  while (bytes_ > most_bytes_ && !batches_.empty()) lost_ += drop_oldest();
}

std::string PointQueue::front(std::size_t most_bytes, std::size_t most_lines) {
  std::string lines;
  std::size_t count = 0;
  taken_ = 0;
  for (const Batch& batch : batches_) {
    count += batch.count;
    if (taken_ > 0 && (lines.size() + batch.lines.size() > most_bytes || count > most_lines)) break;
    lines += batch.lines;
    ++taken_;
  }
  return lines;
}

void PointQueue::done() {
  for (; taken_ > 0; --taken_) delivered_ += drop_oldest();
}

void PointQueue::refused() {
  for (; taken_ > 0; --taken_) lost_ += drop_oldest();
}

std::size_t PointQueue::drop_oldest() {
  const std::size_t count = batches_.front().count;
  bytes_ -= batches_.front().lines.size();
  batches_.pop_front();
  return count;
}

}  // namespace spectrumd
