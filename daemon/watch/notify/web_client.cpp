// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/web_client.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>

#include "daemon/config/plain_text.h"
#include "daemon/config/units.h"
#include "daemon/config/version.h"

namespace spectrumd {
namespace {

constexpr std::chrono::milliseconds kConnectLimit = std::chrono::seconds(10);
constexpr long kMostRedirects = 3;
constexpr std::size_t kLongestField = 256;  // that is kept

// What one request is answered, and how much of that there may be.
struct WebExchange {
  const WebRequest& request;
  const std::stop_token& stop;
  WebAnswer answer;
  bool too_long = false;
};

// An answer that is not to be kept is thrown away.
std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* exchange) {
  auto& [request, stop, answer, too_long] = *static_cast<WebExchange*>(exchange);
  if (request.longest_answer == 0) return size * count;
  too_long = answer.body.size() + size * count > request.longest_answer;
  if (too_long) return 0;
  answer.body.append(bytes, size * count);
  return size * count;
}

std::size_t take_field(char* bytes, std::size_t size, std::size_t count, void* exchange) {
  WebAnswer& answer = static_cast<WebExchange*>(exchange)->answer;
  const std::string_view field(bytes, size * count);
  const std::size_t colon = field.find(':');
  if (colon == std::string_view::npos || field.size() > kLongestField) return size * count;
  const std::string name = lower_case(field.substr(0, colon));
  const std::string_view value = trimmed(field.substr(colon + 1));
  if (name == "etag") answer.etag = value;
  if (name == "last-modified") answer.last_modified = value;
  return size * count;
}

int stop_asked(void* exchange, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<WebExchange*>(exchange)->stop.stop_requested() ? 1 : 0;
}

void set_up(CURL* curl, const WebRequest& request, const curl_slist* fields, WebExchange& exchange) {
  static const std::string agent = fmt::format("spectrumd/{}", version());
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, request.redirects ? 1L : 0L);
  curl_easy_setopt(curl, CURLOPT_MAXREDIRS, kMostRedirects);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::min(kConnectLimit, request.limit).count()));
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, static_cast<long>(request.limit.count()));
  curl_easy_setopt(curl, CURLOPT_USERAGENT, agent.c_str());
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, request.longest_answer > 0 ? "" : nullptr);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, take_field);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &exchange);
  curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, stop_asked);
  curl_easy_setopt(curl, CURLOPT_XFERINFODATA, &exchange);
  if (!request.body) return;
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body->size()));
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body->c_str());
}

}  // namespace

std::string WebAnswer::cause() const {
  if (!problem.empty()) return problem;
  return good() ? "" : fmt::format("the server answered {}", status);
}

WebAnswer WebClient::ask(const WebRequest& request, const std::stop_token& stop) {
  CURL* const curl = handle_.get();
  if (!curl) return {.problem = "libcurl cannot be started"};
  WebExchange exchange{.request = request, .stop = stop, .answer = {}};
  auto fields = request.fields;
  fields.emplace_back("Expect:");  // no round trip before a short body
  const CurlList list = curl_list(fields);
  set_up(curl, request, list.get(), exchange);
  const CURLcode result = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &exchange.answer.status);
  if (exchange.too_long)
    exchange.answer.problem = fmt::format("the answer is longer than {} bytes", request.longest_answer);
  else if (result != CURLE_OK)
    exchange.answer.problem = curl_easy_strerror(result);
  exchange.answer.timed_out = result == CURLE_OPERATION_TIMEDOUT;
  return std::move(exchange.answer);
}

}  // namespace spectrumd
