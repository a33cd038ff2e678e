// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace spectrumd {

// Copies into and out of memory that another thread may use at the same time: what is loaded then is a mix of old and
// new, and the reader has to find that out. Memory and spans begin and end at even addresses.
namespace shared_bytes {

template <class Word>
void store(std::byte* to, const std::byte* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  std::atomic_ref(*reinterpret_cast<Word*>(to)).store(word, std::memory_order_relaxed);
}

template <class Word>
void load(const std::byte* from, std::byte* to) {
  const Word word =
      std::atomic_ref(*reinterpret_cast<Word*>(const_cast<std::byte*>(from))).load(std::memory_order_relaxed);
  std::memcpy(to, &word, sizeof word);
}

// Calls copy(word, place) for words as large as the alignment of the memory allows.
template <class Copy>
void for_words(const std::byte* memory, std::size_t bytes, const Copy& copy) {
  using Large = std::uintptr_t;
  using Small = std::uint16_t;
  const auto starts_whole = [&](std::size_t at) { return reinterpret_cast<Large>(memory + at) % sizeof(Large) == 0; };
  for (std::size_t at = 0; at < bytes;) {
    if (starts_whole(at)) {
      for (; at + sizeof(Large) <= bytes; at += sizeof(Large)) copy(Large{}, at);
      if (at == bytes) return;
    }
    copy(Small{}, at);
    at += sizeof(Small);
  }
}

}  // namespace shared_bytes

inline void store_shared(std::byte* to, std::span<const std::byte> from) {
  shared_bytes::for_words(to, from.size(), [&](auto word, std::size_t at) {
    shared_bytes::store<decltype(word)>(to + at, from.data() + at);
  });
}

inline void load_shared(const std::byte* from, std::span<std::byte> to) {
  shared_bytes::for_words(from, to.size(), [&](auto word, std::size_t at) {
    shared_bytes::load<decltype(word)>(from + at, to.data() + at);
  });
}

}  // namespace spectrumd
