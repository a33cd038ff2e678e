// SPDX-License-Identifier: MIT
#pragma once

#include <zlib.h>

#include <cstddef>
#include <span>
#include <vector>

#include "daemon/server/websocket/deflate_offer.h"

namespace spectrumd {

// Compresses the messages to one client, in the order in which they are sent (RFC 7692, 7.2.1). One thread.
class MessageDeflater {
 public:
  explicit MessageDeflater(const DeflateTerms& terms);
  ~MessageDeflater();
  MessageDeflater(const MessageDeflater&) = delete;
  MessageDeflater& operator=(const MessageDeflater&) = delete;

  static std::size_t memory_bytes(const DeflateTerms& terms);

  // The payload of a message of two parts, the second of which may be empty.
  std::vector<std::byte> deflate(std::span<const std::byte> first, std::span<const std::byte> second = {});

 private:
  void add(std::span<const std::byte> part, int flush, std::vector<std::byte>& packed);

  bool keeps_context_;
  z_stream stream_{};
};

}  // namespace spectrumd
