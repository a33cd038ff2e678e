// SPDX-License-Identifier: MIT
#include "daemon/server/http/packing.h"

#include <algorithm>
#include <memory>

#include "daemon/server/http/gzip.h"

namespace spectrumd {

namespace {

constexpr std::size_t kWorthIt = 1024;
constexpr int kQuick = 1;  // levels 2 to 9 take up to eight times as long for a tenth less

// An item of Accept-Encoding whose weight is zero is one that the client does not take.
bool is_refused(std::string_view parameters) {
  const std::size_t weight = parameters.find("q=");
  return weight != std::string_view::npos &&
         parameters.substr(weight + 2).find_first_not_of("0. \t") == std::string_view::npos;
}

std::function<std::string()> packed(std::function<std::string()> pieces) {
  return [pieces = std::move(pieces), packer = std::make_shared<Gzip>(kQuick), ended = false]() mutable {
    std::string ready;
    while (ready.empty() && !ended) {
      const std::string piece = pieces();
      ended = piece.empty();
      ready = ended ? packer->finish() : packer->pack(piece);
    }
    return ready;
  };
}

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
  if (answer.type != "application/json" || (!answer.pieces && answer.body.size() <= kWorthIt)) return;
  answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip(head)) return;
  answer.headers.emplace_back("Content-Encoding", "gzip");
  if (answer.pieces)
    answer.pieces = packed(std::move(answer.pieces));
  else
    answer.body = gzip(answer.body, kQuick);
}

}  // namespace spectrumd
