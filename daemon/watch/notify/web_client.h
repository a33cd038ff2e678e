// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/watch/notify/curl_handle.h"

namespace spectrumd {

struct WebRequest {
  std::string url;                  // http or https
  std::vector<std::string> fields;  // of the header: "Content-Type: text/xml"
  std::optional<std::string> body;  // to be posted; empty: GET
  std::chrono::milliseconds limit = std::chrono::seconds(30);
  std::size_t longest_answer = 0;  // bytes that are kept
  bool redirects = false;          // a few are followed
};

struct WebAnswer {
  long status = 0;
  std::string body;  // unpacked, if it was compressed
  std::string etag, last_modified;
  std::string problem;     // empty if there was an answer, whatever its status
  bool timed_out = false;  // that is the problem

  bool good() const { return problem.empty() && status >= 200 && status < 300; }
  std::string cause() const;  // why it is not good
};

// HTTP by libcurl; connections are kept for further requests. One thread.
class WebClient {
 public:
  WebAnswer ask(const WebRequest& request, const std::stop_token& stop);  // blocks, until a stop is requested at most

 private:
  const CurlHandle handle_ = curl_handle();
};

}  // namespace spectrumd
