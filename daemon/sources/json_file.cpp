// SPDX-License-Identifier: MIT
#include "daemon/sources/json_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

#include "daemon/config/key_places.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

// The longest we expect is SigMF with thousands of annotations; /dev/zero must end somewhere.
constexpr std::size_t kLargestFile = std::size_t{16} << 20;

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw SourceError(fmt::format("{}: {}", file.string(), std::generic_category().message(errno)));
  std::string text;
  std::string piece(std::size_t{1} << 16, '\0');
  while (stream && text.size() <= kLargestFile) {
    stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) throw SourceError(fmt::format("{}: cannot be read", file.string()));
  if (text.size() > kLargestFile) throw SourceError(fmt::format("{}: too long for what it should be", file.string()));
  return text;
}

}  // namespace

Json parse_json(const std::string& text, const std::string& file_name) {
  try {
    return Json::parse(text, nullptr, true, true);
  } catch (const Json::parse_error& error) {
    const std::size_t line = line_of(text, std::min(std::max<std::size_t>(error.byte, 1) - 1, text.size()));
    std::string_view reason = error.what();  // "[json...] parse error at line 3, column 5: syntax error ..."
    reason.remove_prefix(std::min(reason.find(": "), reason.size() - 2) + 2);
    throw SourceError(fmt::format("{}:{}: {}", file_name, line, reason));
  } catch (const Json::exception& error) {
    throw SourceError(fmt::format("{}: {}", file_name, error.what()));
  }
}

Json read_json(const std::filesystem::path& file) { return parse_json(read_text(file), file.string()); }

}  // namespace spectrumd
