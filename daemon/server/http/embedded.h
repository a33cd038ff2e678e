// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace spectrumd {

// A file that is part of the program; CMakeLists.txt lists them (embed_files).
struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};
std::span<const EmbeddedFile> page_files();    // of web/
std::span<const EmbeddedFile> schema_files();  // schemas.json

}  // namespace spectrumd
