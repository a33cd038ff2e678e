// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/tar_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <vector>

namespace spectrumd {
namespace {

constexpr std::uint64_t kLargestInOctal = 077777777777;  // 8 GiB - 1
constexpr char kFile = '0', kExtended = 'x';

constexpr std::size_t kTarBlock = 512;
using TarHeader = std::array<char, kTarBlock>;

void put(TarHeader& header, std::size_t at, std::string_view text) {
  std::ranges::copy(text, header.begin() + static_cast<std::ptrdiff_t>(at));
}

std::int64_t seconds_of(Time time) { return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count(); }

TarHeader header_of(std::string_view name, std::uint64_t size, Time changed, char kind) {
  constexpr std::size_t kLongestName = 100;
  TarHeader header{};
  put(header, 0, name.substr(0, kLongestName));
  put(header, 100, "0000644");
  put(header, 108, "0000000");
  put(header, 116, "0000000");
  put(header, 124, fmt::format("{:011o}", std::min(size, kLargestInOctal)));
  put(header, 136, fmt::format("{:011o}", std::max<std::int64_t>(seconds_of(changed), 0)));
  put(header, 148, "        ");  // counts as spaces in the sum
  header[156] = kind;
  put(header, 257, "ustar");
  put(header, 263, "00");
  const auto sum = std::accumulate(header.begin(), header.end(), 0U, [](unsigned so_far, char byte) {
    return so_far + static_cast<unsigned char>(byte);
  });
  put(header, 148, fmt::format("{:06o}", sum));
  header[154] = 0;
  return header;
}

// "30 size=8589934592\n": a length that includes its own digits.
std::string record_of(std::string_view key, std::string_view value) {
  const std::string rest = fmt::format(" {}={}\n", key, value);
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

}  // namespace

void TarArchive::begin(const std::string& name, std::uint64_t size, Time changed) {
  constexpr std::size_t kLongestName = 100;
  std::string extended;
  if (name.size() > kLongestName) extended += record_of("path", name);
  if (size > kLargestInOctal) extended += record_of("size", std::to_string(size));
  if (!extended.empty()) {
    append_header(header_of("pax", extended.size(), changed, kExtended));
    append(std::as_bytes(std::span(extended)));
    fill_block();
  }
  fill_block();
  append_header(header_of(name, size, changed, kFile));
}

void TarArchive::append_header(const std::array<char, kTarBlock>& header) { append(std::as_bytes(std::span(header))); }

void TarArchive::append(std::span<const std::byte> bytes) { file_.append(bytes); }

void TarArchive::fill_block() {
  const std::vector<std::byte> zeros((kTarBlock - file_.size() % kTarBlock) % kTarBlock);
  file_.append(zeros);
}

void TarArchive::finish() {
  fill_block();
  file_.append(std::vector<std::byte>(2 * kTarBlock));
  file_.sync();
}

}  // namespace spectrumd
