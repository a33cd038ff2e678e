// SPDX-License-Identifier: MIT
#include "daemon/store/level_folder.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <system_error>
#include <utility>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".db";
constexpr std::uint64_t kLeastPart = 1 << 20;
constexpr std::uint64_t kPartsOfLimit = 8;  // of a level's share: so much goes at a time
// Frames are written to the log and from there to the file; the rest is pages of the tables, and a new log.
constexpr std::uint64_t kLogBytes = 64 * 1024;
constexpr std::uint64_t bytes_needed(std::uint64_t frames) { return 2 * frames + frames / 4 + kLogBytes; }

bool is_period(std::string_view text) {
  if (text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (i == 4 || i == 7 ? text[i] != '-' : text[i] < '0' || text[i] > '9') return false;
  return true;
}

std::uint64_t size_of(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? 0 : size;
}

fs::path log_of(const fs::path& file) { return file.string() + "-wal"; }
fs::path index_of(const fs::path& file) { return file.string() + "-shm"; }

// By a crash: something is to be moved into it or rolled back, or its tables are not made yet.
bool is_unfinished(const fs::path& file) {
  constexpr std::uint64_t kEmpty = 4096;
  return size_of(log_of(file)) > 0 || size_of(file.string() + "-journal") > 0 || size_of(file) <= kEmpty;
}

void remove_file(const fs::path& file) {
  std::error_code ignored;
  for (const fs::path& each : {file, log_of(file), index_of(file)}) fs::remove(each, ignored);
}

std::string now_text() {
  const std::string text = format_time(std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()));
  std::string compact;
  std::ranges::copy_if(text, std::back_inserter(compact), [](char c) { return c != '-' && c != ':'; });
  return compact;
}

}  // namespace

std::uint64_t size_with_log(const fs::path& file) {
  return size_of(file) + size_of(log_of(file)) + size_of(index_of(file));
}

std::string StoredFile::name() const {
  return part == 1 ? fmt::format("{}{}", period, kSuffix) : fmt::format("{}.{}{}", period, part, kSuffix);
}

std::optional<StoredFile> stored_file_named(const std::string& name) {
  if (!name.ends_with(kSuffix)) return std::nullopt;
  const std::string_view stem = std::string_view(name).substr(0, name.size() - kSuffix.size());
  const std::size_t dot = stem.find('.');
  StoredFile file{.period = std::string(stem.substr(0, dot))};
  if (!is_period(file.period)) return std::nullopt;
  if (dot == std::string_view::npos) return file;
  const auto [end, error] = std::from_chars(stem.data() + dot + 1, stem.data() + stem.size(), file.part);
  if (error != std::errc() || end != stem.data() + stem.size() || file.part < 2) return std::nullopt;
  return file;
}

std::vector<StoredFile> stored_files(const fs::path& folder) {
  std::vector<StoredFile> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (auto file = stored_file_named(entry->path().filename())) files.push_back(std::move(*file));
  std::sort(files.begin(), files.end());
  return files;
}

LevelFolder::LevelFolder(fs::path folder, const Level& level, Report report, const char* vfs)
    : folder_(std::move(folder)), level_(level), report_(std::move(report)), vfs_(vfs) {}

void LevelFolder::open() {
  close();
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error)
    throw DatabaseError(folder_, error.message(),
                        error == std::errc::no_space_on_device ? SQLITE_FULL : SQLITE_CANTOPEN);
  files_ = stored_files(folder_);
  for (const StoredFile& file : std::vector(files_)) {
    const bool is_last = !(file < files_.back());
    if (!is_last && !is_unfinished(folder_ / file.name())) continue;
    try {
      LevelFile(folder_ / file.name(), LevelFile::For::Writing, vfs_).checkpoint();
    } catch (const DatabaseError& fault) {
      if (!fault.damaged()) throw;
      set_aside(file, fault.what());
    } catch (const StoreVersionError&) {  // left alone
    }
  }
  for (StoredFile& file : files_) file.bytes = size_with_log(folder_ / file.name());
}

std::uint64_t LevelFolder::bytes() const {
  return std::accumulate(files_.begin(), files_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const StoredFile& file) { return sum + file.bytes; });
}

StoredFile* LevelFolder::entry(const StoredFile& file) {
  const auto found = std::lower_bound(files_.begin(), files_.end(), file);
  return found != files_.end() && !(file < *found) ? &*found : nullptr;
}

void LevelFolder::measure() {
  if (!current_) return;
  if (StoredFile* file = entry(*current_)) file->bytes = size_with_log(folder_ / file->name());
}

void LevelFolder::close() {
  if (!file_) return;
  try {
    file_->checkpoint();            // a reader that has it open would keep its end from doing so
  } catch (const DatabaseError&) {  // then the log stays, and is moved when the folder is opened again
  }
  file_.reset();
  measure();
  current_.reset();
}

std::size_t LevelFolder::append(std::span<const EncodedFrame> frames, std::uint64_t limit_bytes) {
  const auto period = [this](const EncodedFrame& frame) {
    return period_of(level_, Time(std::chrono::milliseconds(frame.head.t0_ms)));
  };
  const std::string first = period(frames.front());
  const auto end = std::ranges::find_if(frames, [&](const EncodedFrame& each) { return period(each) != first; });
  const auto count = static_cast<std::size_t>(end - frames.begin());
  begin_file(first, limit_bytes);
  append_to_file(frames.first(count), limit_bytes);
  return count;
}

void LevelFolder::append_to_file(std::span<const EncodedFrame> frames, std::uint64_t limit_bytes) {
  const std::uint64_t bytes = std::accumulate(frames.begin(), frames.end(), std::uint64_t{0},
                                              [](auto sum, const EncodedFrame& each) { return sum + each.bytes(); });
  if (!make_room(bytes_needed(bytes), limit_bytes))
    throw DatabaseError(folder_, fmt::format("{} bytes are too few for one file; raise history.disk", limit_bytes),
                        SQLITE_FULL);
  try {
    file_->append(frames);
  } catch (const DatabaseError& fault) {
    const StoredFile file = *current_;
    file_.reset();  // the next attempt opens it again
    current_.reset();
    if (!fault.damaged()) throw;
    set_aside(file, fault.what());
    begin_file(file.period, limit_bytes);
    file_->append(frames);
  }
  measure();
}

// False if there is not even room for this much.
bool LevelFolder::make_room(std::uint64_t wanted, std::uint64_t limit_bytes) {
  while (bytes() + wanted > limit_bytes) {
    const auto oldest =
        std::ranges::find_if(files_, [this](const StoredFile& file) { return *current_ < file || file < *current_; });
    if (oldest == files_.end()) break;
    remove_file(folder_ / oldest->name());
    files_.erase(oldest);
    ++removed_;
  }
  return bytes() + wanted <= limit_bytes;
}

// The last part of the period, or another if that one is full or of another version.
void LevelFolder::begin_file(const std::string& period, std::uint64_t limit_bytes) {
  const std::uint64_t most = std::max(kLeastPart, limit_bytes / kPartsOfLimit);
  measure();
  StoredFile file{.period = period};
  for (const StoredFile& each : files_)
    if (each.period == period) file = each;
  if (file.bytes >= most) file = {.period = period, .part = file.part + 1};
  if (current_ && file_ && !(*current_ < file) && !(file < *current_)) return;
  close();
  for (;; ++file.part) {
    try {
      return open_part(file);
    } catch (const DatabaseError& fault) {
      if (!fault.damaged()) throw;
      set_aside(file, fault.what());
    } catch (const StoreVersionError& fault) {
      report_(file.name(), fault.what());
    }
  }
}

void LevelFolder::open_part(StoredFile file) {
  file_ = std::make_unique<LevelFile>(folder_ / file.name(), LevelFile::For::Writing, vfs_);
  file.bytes = 0;
  current_ = file;
  if (!entry(file)) files_.insert(std::lower_bound(files_.begin(), files_.end(), file), file);
  measure();
}

// It keeps its name in front, so that it is found next to the others; it no longer counts.
void LevelFolder::set_aside(const StoredFile& file, const std::string& reason) {
  const fs::path path = folder_ / file.name();
  const std::string suffix = ".damaged-" + now_text();
  std::error_code error;
  fs::rename(path, path.string() + suffix, error);
  if (error) throw DatabaseError(path, "damaged, and cannot be renamed: " + error.message(), SQLITE_READONLY);
  fs::rename(log_of(path), path.string() + suffix + "-wal", error);
  fs::remove(index_of(path), error);
  std::erase_if(files_, [&](const StoredFile& each) { return !(each < file) && !(file < each); });
  report_(file.name(), reason);
}

}  // namespace spectrumd
