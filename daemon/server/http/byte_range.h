// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "daemon/server/http/request.h"

namespace spectrumd {

struct ByteRange {
  std::uint64_t first = 0, bytes = 0;
  bool is_part = false;  // a range was requested
};

// Returns the part of a file that a request asks for (RFC 9110, 14): one range, or all of it, which is also the answer
// to several ranges, another unit, or an If-Range that no longer matches. Throws RequestError if nothing is left of the
// range.
ByteRange byte_range(const RequestHead& head, std::uint64_t size, const std::string& etag);

}  // namespace spectrumd
