// SPDX-License-Identifier: MIT
#include "daemon/server/http/made_body.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace spectrumd {

void Rest::begin(SharedText text) {
  text_ = std::move(text);
  at_ = 0;
}

ssize_t Rest::take(char* buffer, std::size_t most) {
  const std::size_t bytes = std::min(most, text_->size() - at_);
  std::memcpy(buffer, text_->data() + at_, bytes);
  at_ += bytes;
  if (empty()) text_ = nullptr;
  return static_cast<ssize_t>(bytes);
}

MadeBody::MadeBody(Service& service, MHD_Connection* connection, const Answer& answer)
    : service_(service),
      connection_(connection),
      source_(answer.source),
      share_(answer.share),
      workers_(answer.waits_for_disk ? service.blocking : service.encoder),
      is_stream_(answer.is_stream) {}

ssize_t MadeBody::read(char* buffer, std::size_t most) {
  while (rest_.empty()) {
    if (service_.sleepers.stopped()) return end();
    if (!next_) {
      if (ask()) return 0;
      continue;
    }
    rest_.begin(std::exchange(next_, nullptr)->take());
    if (!rest_.empty()) break;
    const auto due = source_->due();
    if (!due) return MHD_CONTENT_READER_END_OF_STREAM;
    if (service_.sleepers.sleep(connection_, *due, seen_)) return 0;
  }
  return rest_.take(buffer, most);
}

// Returns false when the server stops.
bool MadeBody::ask() {
  seen_ = service_.sleepers.news();
  next_ = std::make_shared<WorkResult<SharedText>>();
  return service_.work(connection_, workers_, Workers::Kind::Piece,
                       [source = source_, result = next_] { result->make([&] { return source->next(); }); });
}

}  // namespace spectrumd
