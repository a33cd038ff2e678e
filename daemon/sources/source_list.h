// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "daemon/config/settings.h"
#include "daemon/sources/iq_source.h"

namespace spectrumd {

// A kind of source. To add one, write its class and add a line to the list in source_list.cpp.
struct SourceKind {
  std::string_view name;         // before the colon of --source
  std::string_view usage;        // "file:PATH"
  std::string_view description;  // one line for --help
  std::unique_ptr<IqSource> (*open)(std::string_view argument, const Settings& settings);  // throws SourceError
  Span (*reach)(const Settings& settings) = nullptr;                                       // null: unknown, or anywhere
  bool converted = true;                            // radio.offset and radio.invert apply to it
  std::span<const std::string_view> settings = {};  // paths of keys that a client may change: those of its hardware
};

std::span<const SourceKind> source_kinds();

// Opens the source named by settings.source ("sim", "file:PATH", "-"). Throws SourceError; for an unknown kind its text
// lists the known ones.
std::unique_ptr<IqSource> open_source(const Settings& settings);

// The kind that the settings name; null if there is no such kind.
const SourceKind* source_kind(const Settings& settings);

// The centers that the source can be tuned to at the rate of the settings, as far as that is known without opening it.
Span reach_of(const Settings& settings);

}  // namespace spectrumd
