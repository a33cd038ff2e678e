// SPDX-License-Identifier: MIT
#include "daemon/server/websocket/message_deflater.h"

#include <array>
#include <new>

namespace spectrumd {

namespace {

constexpr int kLevel = 4;                      // of a row of maxima, a sixth less than level 1 leaves
constexpr int kShortMessageMemory = 5;         // tables of 16 KiB: messages are short
constexpr std::size_t kStateBytes = 8 * 1024;  // of zlib besides window and tables
constexpr std::size_t kTailBytes = 4;          // of each flush: 00 00 FF FF, which both ends know

}  // namespace

// Levels are mostly noise, in which short matches cost more than they save: they are left to the Huffman codes.
MessageDeflater::MessageDeflater(const DeflateTerms& terms) : keeps_context_(terms.keeps_context) {
  if (deflateInit2(&stream_, kLevel, Z_DEFLATED, -terms.window_bits, kShortMessageMemory, Z_FILTERED) != Z_OK)
    throw std::bad_alloc();
}

MessageDeflater::~MessageDeflater() { deflateEnd(&stream_); }

// As zconf.h has it.
std::size_t MessageDeflater::memory_bytes(const DeflateTerms& terms) {
  return (std::size_t{1} << (terms.window_bits + 2)) + (std::size_t{1} << (kShortMessageMemory + 9)) + kStateBytes;
}

std::vector<std::byte> MessageDeflater::deflate(std::span<const std::byte> first, std::span<const std::byte> second) {
  std::vector<std::byte> packed;
  add(first, Z_NO_FLUSH, packed);
  add(second, Z_SYNC_FLUSH, packed);
  packed.erase(packed.end() - kTailBytes, packed.end());
  if (!keeps_context_) deflateReset(&stream_);
  return packed;
}

void MessageDeflater::add(std::span<const std::byte> part, int flush, std::vector<std::byte>& packed) {
  std::array<std::byte, 4096> buffer;
  // zlib only reads, but its input is not const.
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(part.data()));
  stream_.avail_in = static_cast<uInt>(part.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    ::deflate(&stream_, flush);
    packed.insert(packed.end(), buffer.begin(), buffer.end() - stream_.avail_out);
  } while (stream_.avail_out == 0);
}

}  // namespace spectrumd
