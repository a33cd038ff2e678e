// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "daemon/server/http/request.h"

namespace spectrumd {

// A file of the page, as served.
struct Asset {
  std::string_view content;
  std::string_view type;
  std::string packed;  // gzip; empty if that would not be smaller
  std::string tag;     // of the content, for ETag
};

// "/" is the file `index`; null if there is no such file.
const Asset* find_asset(std::string_view path, std::string_view index = "index.html");

// Returns the file compressed if the client accepts that, or 304 if its copy is current.
Answer answer_asset(const Asset& asset, const RequestHead& head);

}  // namespace spectrumd
