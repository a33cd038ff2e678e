// SPDX-License-Identifier: MIT
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/server/rows/row_codec.h"
#include "daemon/server/websocket/message_deflater.h"

namespace spectrumd {

SharedBytes share(std::string_view text);

// Data queued for one WebSocket, in order: whole frames, each with a separate head and a body that may be shared with
// other clients. Its owner bounds it, by adding only while there is room. One thread; nothing blocks.
class Outbox {
 public:
  enum class Flush { Done, Full, Broken };

  void compress(const DeflateTerms& terms);  // texts, and rows of one byte a level, from now on
  void add_text(const SharedBytes& text);
  void add_row(const SharedBytes& encoded,
               std::size_t skipped);            // from encode_row(); the count goes into a copy of the header
  void add_binary(const SharedBytes& message);  // as it is
  void add_ping();
  void add_close(std::uint16_t code, std::string_view reason);
  void add_bytes(std::span<const std::byte> frames);  // already framed

  bool empty() const { return frames_.empty(); }
  std::size_t frames() const { return frames_.size(); }
  std::uint64_t bytes_written() const { return bytes_written_; }

  void drop_unsent();   // except a partly sent frame: what follows must not be taken for its rest
  Flush flush(int fd);  // writes what the socket accepts without blocking

 private:
  struct Frame {
    std::vector<std::byte> head;
    SharedBytes body;  // may be null
    std::size_t body_begin = 0;
    std::size_t bytes() const { return head.size() + (body ? body->size() - body_begin : 0); }
  };

  Frame compressed(unsigned opcode, std::span<const std::byte> first, std::span<const std::byte> second = {});
  std::size_t gather(std::span<iovec> pieces) const;
  void written(std::size_t bytes);

  std::unique_ptr<MessageDeflater> deflater_;  // null: messages are sent as they are
  std::deque<Frame> frames_;
  std::size_t front_written_ = 0;  // bytes of the first frame already written
  std::uint64_t bytes_written_ = 0;
};

}  // namespace spectrumd
