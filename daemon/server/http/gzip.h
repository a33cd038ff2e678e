// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>

namespace spectrumd {

// Compresses a body piece by piece (RFC 1952). One thread.
class Gzip {
 public:
  explicit Gzip(int level);  // 1 is fastest, 9 smallest
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::string pack(std::string_view piece);  // output available so far; may be empty
  std::string finish();                      // the rest

 private:
  std::string run(std::string_view piece, int flush);

  z_stream stream_{};
};

std::string gzip(std::string_view whole, int level);

}  // namespace spectrumd
