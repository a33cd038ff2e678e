// SPDX-License-Identifier: MIT
#include "daemon/sources/file/tar_members.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

constexpr std::uint64_t kBlock = 512;
constexpr std::size_t kMostHeaders = 10'000;
constexpr std::uint64_t kLongestExtension = 65536;
constexpr std::size_t kSumAt = 148, kSumBytes = 8;

using TarHeading = std::array<char, kBlock>;

std::string_view field(const TarHeading& header, std::size_t at, std::size_t bytes) {
  const std::string_view text(header.data() + at, bytes);
  return text.substr(0, text.find('\0'));
}

std::optional<std::uint64_t> octal(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 8);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  return value;
}

// GNU tar writes 8 GiB and more in binary.
std::optional<std::uint64_t> size_in(const TarHeading& header) {
  constexpr std::size_t kAt = 124, kBytes = 12;
  if (static_cast<unsigned char>(header[kAt]) != 0x80) return octal(field(header, kAt, kBytes));
  std::uint64_t size = 0;
  for (std::size_t at = kAt + kBytes - sizeof size; at < kAt + kBytes; ++at)
    size = size << 8 | static_cast<unsigned char>(header[at]);
  return size;
}

// The bytes of the sum itself count as blanks.
bool sum_holds(const TarHeading& header) {
  std::uint64_t sum = kSumBytes * ' ';
  for (std::size_t at = 0; at < header.size(); ++at)
    if (at < kSumAt || at >= kSumAt + kSumBytes) sum += static_cast<unsigned char>(header[at]);
  return octal(field(header, kSumAt, kSumBytes)) == sum;
}

std::string name_in(const TarHeading& header) {
  const std::string_view name = field(header, 0, 100), prefix = field(header, 345, 155);
  const bool has_prefix = field(header, 257, 5) == "ustar" && !prefix.empty();
  return has_prefix ? fmt::format("{}/{}", prefix, name) : std::string(name);
}

// What stands before a header and holds for it instead.
struct Extension {
  std::optional<std::string> name;
  std::optional<std::uint64_t> size;
};

// Records of "30 size=8589934592\n".
void read_records(std::string_view text, Extension& extension) {
  while (!text.empty()) {
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    const auto digits = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || length <= digits + 1 || length > text.size()) return;
    std::string_view record = text.substr(digits + 1, length - digits - 2);
    text.remove_prefix(length);
    const std::size_t equals = std::min(record.find('='), record.size());
    const std::string_view key = record.substr(0, equals), value = record.substr(std::min(equals + 1, record.size()));
    if (key == "path") extension.name = value;
    std::uint64_t size = 0;
    if (key == "size" && std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc{})
      extension.size = size;
  }
}

class TarReader {
 public:
  explicit TarReader(const Input& archive) : archive_(archive), bytes_(archive.size().value_or(0)) {}

  std::vector<TarMember> read() {
    if (!archive_.size()) throw SourceError(archive_.name() + ": a pipe cannot be read as an archive");
    for (std::size_t headers = 0; const auto header = next_header(); ++headers) {
      if (headers == kMostHeaders) refuse("too many files");
      take(*header);
    }
    return std::move(members_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw SourceError(fmt::format("{}: not a usable tar archive: {}", archive_.name(), why));
  }

  // Empty at the end, which a block of zeros marks.
  std::optional<TarHeading> next_header() {
    TarHeading header;
    if (archive_.read_at(at_, std::as_writable_bytes(std::span(header))) < header.size()) return std::nullopt;
    if (std::ranges::all_of(header, [](char byte) { return byte == 0; })) return std::nullopt;
    if (!sum_holds(header)) refuse(fmt::format("the header at byte {} is damaged", at_));
    at_ += kBlock;
    return header;
  }

  void take(const TarHeading& header) {
    const char kind = header[156];
    const bool extends = kind == 'x' || kind == 'L';
    const std::uint64_t size = (extends ? std::nullopt : extension_.size).value_or(size_in(header).value_or(0));
    if (size > bytes_ - std::min(at_, bytes_)) refuse(fmt::format("it ends within {}", name_in(header)));
    if (extends) {
      read_extension(kind, size);
    } else {
      if (kind == '0' || kind == '\0')
        members_.push_back({.name = extension_.name.value_or(name_in(header)), .offset = at_, .size = size});
      if (kind != 'g') extension_ = {};
    }
    at_ += (size + kBlock - 1) / kBlock * kBlock;
  }

  void read_extension(char kind, std::uint64_t size) {
    if (size > kLongestExtension) refuse("a name is too long");
    std::string text(static_cast<std::size_t>(size), '\0');
    archive_.read_at(at_, std::as_writable_bytes(std::span(text)));
    if (kind == 'x')
      read_records(text, extension_);
    else
      extension_.name = text.substr(0, text.find('\0'));
  }

  const Input& archive_;
  const std::uint64_t bytes_;
  std::uint64_t at_ = 0;
  Extension extension_;
  std::vector<TarMember> members_;
};

}  // namespace

std::vector<TarMember> tar_members(const Input& archive) { return TarReader(archive).read(); }

}  // namespace spectrumd
