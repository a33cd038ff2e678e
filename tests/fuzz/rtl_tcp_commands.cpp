// SPDX-License-Identifier: MIT
// Any bytes from a client of share=rtl_tcp: as many commands as there are whole ones, however they are cut. The same
// bytes as the greeting of a server: read, or refused.
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "daemon/server/share/share_client.h"

namespace rtl_tcp = spectrumd::rtl_tcp;

namespace {

constexpr std::size_t kRead = 256;  // what the client reads at a time

void check_greeting(const std::uint8_t* data) {
  rtl_tcp::GreetingBytes bytes;
  std::memcpy(bytes.data(), data, bytes.size());
  if (const auto greeting = rtl_tcp::decode_greeting(bytes); greeting && rtl_tcp::encode(*greeting) != bytes)
    std::abort();
}

}  // namespace

// The first byte is the size of the pieces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size >= rtl_tcp::GreetingBytes().size()) check_greeting(data);
  if (size < 2) return 0;
  const std::size_t piece = 1 + data[0];
  const std::span<const std::uint8_t> sent(data + 1, size - 1);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) std::abort();
  spectrumd::ShareClient client(ends[0], "192.0.2.1", "1024");
  std::vector<std::byte> heard;
  const auto obey = [&heard](const rtl_tcp::Command& command) {
    const auto bytes = rtl_tcp::encode(command);
    heard.insert(heard.end(), bytes.begin(), bytes.end());
  };
  for (std::size_t at = 0; at < sent.size(); at += piece) {
    const auto part = sent.subspan(at, std::min(piece, sent.size() - at));
    if (::send(ends[1], part.data(), part.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(part.size())) std::abort();
    for (std::size_t reads = 0; reads <= part.size() / kRead; ++reads) client.hear(obey);
  }
  close(ends[1]);
  const std::size_t whole = sent.size() / rtl_tcp::CommandBytes().size() * rtl_tcp::CommandBytes().size();
  if (heard.size() != whole || !std::ranges::equal(heard, std::as_bytes(sent.first(whole)))) std::abort();
  return 0;
}
