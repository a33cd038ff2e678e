// SPDX-License-Identifier: MIT
#include "daemon/server/http/assets.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "daemon/server/http/base64.h"
#include "daemon/server/http/embedded.h"
#include "daemon/server/http/gzip.h"
#include "daemon/server/http/packing.h"
#include "daemon/server/http/sha1.h"

namespace spectrumd {

namespace {

struct FileType {
  std::string_view ending;
  std::string_view type;
};
constexpr std::array<FileType, 8> kFileTypes{{{".html", "text/html; charset=utf-8"},
                                              {".js", "text/javascript; charset=utf-8"},
                                              {".css", "text/css; charset=utf-8"},
                                              {".svg", "image/svg+xml"},
                                              {".png", "image/png"},
                                              {".ico", "image/x-icon"},
                                              {".json", "application/json"},
                                              {".webmanifest", "application/manifest+json"}}};

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : kFileTypes)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

Asset make_asset(const EmbeddedFile& file) {
  std::string packed = gzip(file.content, 9);
  if (packed.size() >= file.content.size()) packed.clear();
  return {.content = file.content,
          .type = type_of(file.name),
          .packed = std::move(packed),
          .tag = '"' + base64(sha1(file.content)) + '"'};
}

std::map<std::string, Asset, std::less<>> make_assets() {
  std::map<std::string, Asset, std::less<>> assets;
  for (const EmbeddedFile& file : page_files()) assets.emplace(file.name, make_asset(file));
  return assets;
}

// If-None-Match uses weak comparison (RFC 9110, section 13.1.2).
bool is_known(const RequestHead& head, std::string_view tag) {
  return head.lists("If-None-Match", tag) || head.lists("If-None-Match", "W/" + std::string(tag)) ||
         head.lists("If-None-Match", "*");
}

// The page may load and send nothing elsewhere. Older browsers do not include WebSockets in 'self'.
std::string content_policy(const RequestHead& head) {
  const std::string_view host = head.header("Host").value_or("localhost");
  return fmt::format(
      "default-src 'self'; connect-src 'self' ws://{0} wss://{0}; img-src 'self' data: blob:; "
      "base-uri 'none'; form-action 'none'; object-src 'none'; frame-ancestors 'none'",
      host);
}

}  // namespace

const Asset* find_asset(std::string_view path, std::string_view index) {
  static const auto assets = make_assets();
  if (!path.starts_with('/')) return nullptr;
  const auto found = assets.find(path == "/" ? index : path.substr(1));
  return found == assets.end() ? nullptr : &found->second;
}

Answer answer_asset(const Asset& asset, const RequestHead& head) {
  Answer answer{.type = std::string(asset.type)};
  // no-cache: keep it, but ask each time whether it is still the same; a new version is seen at once.
  answer.headers = {{"ETag", "W/" + asset.tag}, {"Cache-Control", "no-cache"}, {"Vary", "Accept-Encoding"}};
  answer.headers.emplace_back("Content-Security-Policy", content_policy(head));
  if (is_known(head, asset.tag)) {
    answer.status = 304;
    return answer;
  }
  const bool packed = !asset.packed.empty() && accepts_gzip(head);
  if (packed) answer.headers.emplace_back("Content-Encoding", "gzip");
  answer.body = packed ? asset.packed : std::string(asset.content);
  return answer;
}

}  // namespace spectrumd
