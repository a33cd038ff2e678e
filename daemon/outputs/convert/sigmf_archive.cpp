// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/sigmf_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "daemon/outputs/convert/sha512.h"
#include "daemon/sources/file/input.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

// Calls `take` with the bytes of a file, piece by piece.
template <class Take>
void read_file(const fs::path& file, Take take) {
  Input content = Input::open(file);
  std::uint64_t left = content.size().value_or(0);
  for (std::vector<std::byte> bytes(1 << 20); left > 0;) {
    const auto count = content.read(bytes, std::chrono::minutes(1));
    if (!count || *count == 0) throw OutputError::with_text(file.string() + ": cannot be read again", EIO);
    take(std::span<const std::byte>(bytes).first(*count));
    left -= std::min<std::uint64_t>(left, *count);
  }
}

std::string text_of_file(const fs::path& file) {
  std::string text;
  read_file(file, [&text](std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  return text;
}

void add_file(TarArchive& archive, const fs::path& file, const std::string& name) {
  archive.begin(name, fs::file_size(file), std::chrono::system_clock::now());
  read_file(file, [&archive](std::span<const std::byte> bytes) { archive.append(bytes); });
}

}  // namespace

SigmfArchive::SigmfArchive(fs::path path, bool with_collection)
    : path_(std::move(path)), with_collection_(with_collection) {
  std::error_code error;
  if (fs::exists(path_, error)) throw OutputError(path_, EEXIST);
}

SigmfArchive::~SigmfArchive() {
  for (const Member& member : members_) member.pair.remove();
}

ConvertedFile& SigmfArchive::add(const std::string& name, const Recording& from, gpufft::SampleFormat format) {
  const fs::path stem = fs::path(path_) += fmt::format(".{}.part", members_.size());
  const std::string collection = with_collection_ ? path_.stem().string() : "";
  return members_.emplace_back(name, stem, from, format, collection).pair;
}

void SigmfArchive::finish() {
  TarArchive archive(path_);
  try {
    write(archive);
    archive.finish();
  } catch (...) {
    std::error_code error;
    fs::remove(path_, error);
    throw;
  }
}

void SigmfArchive::write(TarArchive& archive) const {
  if (with_collection_) {
    const std::string text = collection_text();
    archive.begin(path_.stem().string() + ".sigmf-collection", text.size(), std::chrono::system_clock::now());
    archive.append(std::as_bytes(std::span(text)));
  }
  for (const Member& member : members_)
    for (const fs::path& file : {member.pair.metadata(), member.pair.data()})
      add_file(archive, file, fmt::format("{0}/{0}{1}", member.name, file.extension().string()));
}

std::string SigmfArchive::collection_text() const {
  Json streams = Json::array();
  for (const Member& member : members_)
    streams.push_back({{"name", member.name}, {"hash", sha512_hex(text_of_file(member.pair.metadata()))}});
  const Json collection{{"core:version", kSigmfVersion}, {"core:streams", std::move(streams)}};
  return Json{{"collection", collection}}.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace spectrumd
