// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace gpufft {

// Which way is the fastest on one device, for each kind of work and length: words that say more to a backend than here.
class RecipeWisdom {
 public:
  RecipeWisdom(std::string backend, std::string device) : backend_(std::move(backend)), device_(std::move(device)) {}

  // Takes over what was saved. Says why not, and stays as it is, if that is no such text, or another device's.
  std::optional<std::string> read(std::istream& in);
  void write(std::ostream& out) const;

  void learn(const std::string& work, std::size_t length, const std::string& recipe);  // no spaces in either
  std::optional<std::string> recipe(const std::string& work, std::size_t length) const;

  // In a file of the device's own beside the cpu's wisdom. One that is not good is ignored, with a warning on the
  // standard error output.
  void load();
  std::filesystem::path save() const;  // throws std::runtime_error

 private:
  std::optional<std::filesystem::path> file() const;
  std::string first_line() const { return "gpufft " + backend_ + " wisdom 1"; }

  std::string backend_, device_;
  std::map<std::pair<std::string, std::size_t>, std::string> known_;
};

}  // namespace gpufft
