// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

struct curl_slist;

namespace spectrumd {

struct CurlCleanup {
  void operator()(void* handle) const;
};
using CurlHandle = std::unique_ptr<void, CurlCleanup>;  // a CURL

CurlHandle curl_handle();  // null: libcurl cannot be started

struct CurlListCleanup {
  void operator()(curl_slist* list) const;
};
using CurlList = std::unique_ptr<curl_slist, CurlListCleanup>;

CurlList curl_list(const std::vector<std::string>& texts);

}  // namespace spectrumd
