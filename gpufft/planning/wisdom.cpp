// SPDX-License-Identifier: MIT
#include "gpufft/planning/wisdom.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <stdexcept>

namespace gpufft {
namespace {

std::optional<std::filesystem::path> path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::optional<std::filesystem::path> wisdom_file() {
  if (const auto file = path_in("GPUFFT_WISDOM")) return file;
  if (const auto cache = path_in("XDG_CACHE_HOME")) return *cache / "gpufft/wisdom";
  if (const auto home = path_in("HOME")) return *home / ".cache/gpufft/wisdom";
  return std::nullopt;
}

}  // namespace

// The first lines date from a time when the processor had a separate format; those files can still be read.
std::string Wisdom::first_line() const {
  return backend_ == "cpu" ? "gpufft wisdom 1" : "gpufft " + backend_ + " wisdom 1";
}

// A truncated file ends within a line.
std::optional<std::string> Wisdom::read(std::istream& in) {
  std::string first, device;
  if (!std::getline(in, first) || first != first_line() || !std::getline(in, device)) return "not a wisdom file";
  if (device != device_) return "made on another device, " + device;
  decltype(known_) known;
  for (std::string line; std::getline(in, line);) {
    const auto last = line.rfind(' ');
    if (in.eof() || last == 0 || last == std::string::npos || last + 1 == line.size()) return "damaged";
    known[line.substr(0, last)] = line.substr(last + 1);
  }
  known_ = std::move(known);
  return std::nullopt;
}

void Wisdom::write(std::ostream& out) const {
  out << first_line() << '\n' << device_ << '\n';
  for (const auto& [what, result] : known_) out << what << ' ' << result << '\n';
}

void Wisdom::learn(const std::string& what, double cost) {
  std::ostringstream text;
  text << cost;
  known_[what] = text.str();
}

std::optional<std::string> Wisdom::recipe(const std::string& what) const {
  const auto found = known_.find(what);
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

std::optional<double> Wisdom::cost(const std::string& what) const {
  const auto text = recipe(what).value_or("");
  double cost = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), cost);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  if (!whole || !std::isfinite(cost) || cost <= 0) return std::nullopt;
  return cost;
}

std::optional<std::filesystem::path> Wisdom::file() const {
  auto path = wisdom_file();
  if (!path || backend_ == "cpu") return path;
  std::string name = device_;
  const auto is_odd = [](unsigned char sign) { return !std::isalnum(sign) && sign != '.' && sign != '-'; };
  std::ranges::replace_if(name, is_odd, '_');
  return *path += '.' + backend_ + '.' + name;
}

void Wisdom::load() {
  const auto path = file();
  if (!path) return;
  std::ifstream in(*path);
  const auto complaint = in ? read(in) : std::nullopt;
  if (complaint) std::fprintf(stderr, "gpufft: %s: %s; ignored\n", path->c_str(), complaint->c_str());
}

std::filesystem::path Wisdom::save() const {
  const auto path = file();
  if (!path) throw std::runtime_error("nowhere to keep what is measured; GPUFFT_WISDOM names a file");
  std::error_code ignored;  // the file says whether it worked
  std::filesystem::create_directories(path->parent_path(), ignored);
  std::ofstream out(*path);
  write(out);
  if (!out.flush()) throw std::runtime_error(path->string() + ": cannot be written; GPUFFT_WISDOM names another file");
  return *path;
}

Wisdom& wisdom_of(const std::string& backend, const std::string& device) {
  static std::mutex mutex;  // guards what follows
  static std::map<std::pair<std::string, std::string>, Wisdom> known;
  const std::scoped_lock lock(mutex);
  const auto [at, is_new] = known.try_emplace({backend, device}, backend, device);
  if (is_new) at->second.load();
  return at->second;
}

}  // namespace gpufft
