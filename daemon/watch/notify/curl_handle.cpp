// SPDX-License-Identifier: MIT
#include "daemon/watch/notify/curl_handle.h"

#include <curl/curl.h>

namespace spectrumd {

void CurlCleanup::operator()(void* handle) const { curl_easy_cleanup(handle); }

void CurlListCleanup::operator()(curl_slist* list) const { curl_slist_free_all(list); }

CurlHandle curl_handle() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  return CurlHandle(started == CURLE_OK ? curl_easy_init() : nullptr);
}

CurlList curl_list(const std::vector<std::string>& texts) {
  CurlList list;
  for (const std::string& text : texts) list.reset(curl_slist_append(list.release(), text.c_str()));
  return list;
}

}  // namespace spectrumd
