// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace spectrumd {

// A file embedded in the program; listed in CMakeLists.txt (embed_files).
struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};
std::span<const EmbeddedFile> page_files();    // from web/
std::span<const EmbeddedFile> schema_files();  // schemas.json

}  // namespace spectrumd
