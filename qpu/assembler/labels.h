// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "qpu/assembler/program.h"

namespace qpu::assembly {

// Labels of one pass over the source. Later labels are looked up in the previous pass, so a source is assembled again
// until no label moves (reference 10.2).
class Labels {
 public:
  // For the pass that follows this one.
  Labels for_next_pass() const;

  // Throws SourceFault if a label that is not a number is defined twice.
  void define(std::string_view name, std::uint32_t address, bool exported);
  void export_name(std::string_view name) { exported_.emplace(name); }  // defined by now or later

  // "loop", "1f", "1b"; nullopt if there is none, or if it lies ahead in the first pass.
  std::optional<std::uint32_t> find(std::string_view reference) const;
  bool is_first_pass() const { return first_pass_; }

  std::size_t count() const { return defined_.size(); }

  // Code was inserted: labels from the given one on belong to it and move by one distance, earlier ones that stand
  // at or behind the insertion by the other.
  void move(std::size_t first_inserted, std::int64_t inserted_by, std::uint32_t behind, std::int64_t behind_by);

  // Moves the labels at this address to another one.
  void move_all_at(std::uint32_t address, std::uint32_t to);

  bool same_places_as(const Labels& other) const;
  std::vector<Label> table() const;
  std::vector<std::string> names() const;

 private:
  static bool is_number(std::string_view name);
  std::optional<std::uint32_t> find_numbered(std::string_view name, bool ahead) const;

  std::vector<Label> defined_;                                           // in the order of the source
  std::map<std::string, std::vector<std::size_t>, std::less<>> places_;  // by name, into defined_
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> before_;
  std::set<std::string, std::less<>> exported_;
  bool first_pass_ = true;
};

}  // namespace qpu::assembly
