// SPDX-License-Identifier: MIT
#include "daemon/server/http/packing.h"

#include <algorithm>
#include <memory>

#include "daemon/server/http/gzip.h"

namespace spectrumd {

namespace {

constexpr std::size_t kWorthIt = 1024;
constexpr int kQuick = 1;  // levels 2 to 9 take up to eight times as long for a tenth less

// An Accept-Encoding item with weight zero is not accepted by the client.
bool is_refused(std::string_view parameters) {
  const std::size_t weight = parameters.find("q=");
  return weight != std::string_view::npos &&
         parameters.substr(weight + 2).find_first_not_of("0. \t") == std::string_view::npos;
}

// Text, and the binary rows of the history. Files are recordings, of which clients request ranges of bytes.
bool is_packable(const Answer& answer) {
  if (answer.type == "application/json") return answer.source || answer.body.size() > kWorthIt;
  return answer.source && !answer.is_stream && answer.type == "application/octet-stream";
}

class PackedSource : public BodySource {
 public:
  explicit PackedSource(std::shared_ptr<BodySource> source) : source_(std::move(source)) {}

  SharedText next() override {
    std::string ready;
    while (ready.empty() && !ended_) {
      const SharedText piece = source_->next();
      ended_ = !piece;
      ready = ended_ ? packer_.finish() : packer_.pack(*piece);
    }
    return ready.empty() ? nullptr : std::make_shared<const std::string>(std::move(ready));
  }

 private:
  std::shared_ptr<BodySource> source_;
  Gzip packer_{kQuick};
  bool ended_ = false;
};

}  // namespace

bool accepts_gzip(const RequestHead& head) {
  const std::string_view list = head.header("Accept-Encoding").value_or("");
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(',', at), list.size());
    const std::string_view item = list.substr(at, end - at);
    const auto names = items_of(item);
    if (!names.empty() && same_name(names.front(), "gzip"))
      return !is_refused(item.substr(std::min(item.find(';'), item.size())));
    at = end + 1;
  }
  return false;
}

void pack(Answer& answer, const RequestHead& head) {
  if (!is_packable(answer)) return;
  answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip(head)) return;
  answer.headers.emplace_back("Content-Encoding", "gzip");
  if (answer.source)
    answer.source = std::make_shared<PackedSource>(std::move(answer.source));
  else
    answer.body = gzip(answer.body, kQuick);
}

}  // namespace spectrumd
