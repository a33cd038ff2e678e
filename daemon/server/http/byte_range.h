// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "daemon/server/http/request.h"

namespace spectrumd {

struct ByteRange {
  std::uint64_t first = 0, bytes = 0;
  bool is_part = false;  // asked for as such
};

// What a request wants of a file (RFC 9110, 14): one range, or all of it, which is also what one gets who asks for
// several, in another unit, or for a part of what is another file by now. Throws RequestError where nothing is left of
// the range.
ByteRange byte_range(const RequestHead& head, std::uint64_t size, const std::string& etag);

}  // namespace spectrumd
