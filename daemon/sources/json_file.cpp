// SPDX-License-Identifier: MIT
#include "daemon/sources/json_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "daemon/config/json_text.h"
#include "daemon/config/key_places.h"
#include "daemon/config/text_file.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {
namespace {

// The longest expected file is SigMF with 25 000 captures and as many annotations. It takes 60 MiB while it is read.
constexpr JsonLimits kLimits{
    .bytes = std::size_t{16} << 20, .values = 250'000, .comments = true, .repeated_keys = true};

}  // namespace

Json parse_json_file(const std::string& text, const std::string& file_name) {
  try {
    return parse_json(text, kLimits);
  } catch (const JsonError& error) {
    if (error.byte == 0) throw SourceError(fmt::format("{}: {}", file_name, error.what()));
    const std::size_t line = line_of(text, std::min(error.byte - 1, text.size()));
    throw SourceError(fmt::format("{}:{}: {}", file_name, line, error.what()));
  }
}

Json read_json(const std::filesystem::path& file, std::chrono::milliseconds pipe_patience) {
  try {
    return parse_json_file(read_text_file(file, {.bytes = kLimits.bytes, .pipe_patience = pipe_patience}),
                           file.string());
  } catch (const TextFileError& error) {
    throw SourceError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace spectrumd
