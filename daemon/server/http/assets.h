// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "daemon/server/http/request.h"

namespace spectrumd {

// A file of the page as it is served.
struct Asset {
  std::string_view content;
  std::string_view type;
  std::string packed;  // empty where that would not be smaller
  std::string tag;     // of the content, for ETag
};

const Asset* find_asset(std::string_view path);  // "/" is index.html; null for what there is not

// Packed, or only told that it has not changed, as the client can take it.
Answer answer_asset(const Asset& asset, const RequestHead& head);

}  // namespace spectrumd
