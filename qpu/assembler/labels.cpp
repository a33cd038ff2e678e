// SPDX-License-Identifier: MIT
#include "qpu/assembler/labels.h"

#include <fmt/format.h>

#include <algorithm>

#include "qpu/assembler/fault.h"

namespace qpu::assembly {

Labels Labels::for_next_pass() const {
  Labels next;
  next.first_pass_ = false;
  for (const auto& [name, indices] : places_)
    for (const std::size_t index : indices) next.before_[name].push_back(defined_[index].address);
  return next;
}

bool Labels::is_number(std::string_view name) {
  return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

void Labels::define(std::string_view name, std::uint32_t address, bool exported) {
  auto& places = places_[std::string(name)];
  if (!places.empty() && !is_number(name))
    throw SourceFault{fmt::format("label {} is already defined; only numbers may be defined again", name)};
  places.push_back(defined_.size());
  defined_.push_back({std::string(name), address, exported});
}

std::optional<std::uint32_t> Labels::find_numbered(std::string_view name, bool ahead) const {
  const auto here = places_.find(name);
  const std::size_t passed = here == places_.end() ? 0 : here->second.size();
  const std::size_t index = ahead ? passed : passed - 1;
  if (!ahead && passed == 0) return std::nullopt;
  const auto before = before_.find(name);
  if (before != before_.end() && index < before->second.size()) return before->second[index];
  return ahead ? std::nullopt : std::optional(defined_[here->second[index]].address);
}

std::optional<std::uint32_t> Labels::find(std::string_view reference) const {
  if (is_number(reference)) return find_numbered(reference, false);
  const std::string_view stem = reference.substr(0, reference.size() - 1);
  if (!stem.empty() && is_number(stem) && (reference.ends_with('f') || reference.ends_with('b')))
    return find_numbered(stem, reference.ends_with('f'));
  // The previous pass knows the final address of a label, even if code is inserted in front of it later.
  if (const auto before = before_.find(reference); before != before_.end()) return before->second.front();
  const auto here = places_.find(reference);
  return here == places_.end() ? std::nullopt : std::optional(defined_[here->second.front()].address);
}

void Labels::move(std::size_t first_inserted, std::int64_t inserted_by, std::uint32_t behind, std::int64_t behind_by) {
  for (std::size_t i = 0; i < defined_.size(); ++i) {
    std::uint32_t& address = defined_[i].address;
    if (i >= first_inserted)
      address += static_cast<std::uint32_t>(inserted_by);
    else if (address >= behind)
      address += static_cast<std::uint32_t>(behind_by);
  }
}

void Labels::move_all_at(std::uint32_t address, std::uint32_t to) {
  for (Label& label : defined_)
    if (label.address == address) label.address = to;
}

bool Labels::same_places_as(const Labels& other) const {
  return std::ranges::equal(defined_, other.defined_,
                            [](const Label& a, const Label& b) { return a.name == b.name && a.address == b.address; });
}

std::vector<Label> Labels::table() const {
  std::vector<Label> table = defined_;
  for (Label& label : table) label.exported = label.exported || exported_.contains(label.name);
  std::ranges::stable_sort(table, {}, &Label::address);
  return table;
}

std::vector<std::string> Labels::names() const {
  std::vector<std::string> names;
  for (const auto& [name, places] : before_) names.push_back(name);
  return names;
}

}  // namespace qpu::assembly
