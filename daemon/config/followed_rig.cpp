// SPDX-License-Identifier: MIT
#include "daemon/config/followed_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace spectrumd {
namespace {

struct Program {
  FollowedRig::Kind kind;
  std::string_view name;
  std::uint16_t usual_port;
};

constexpr std::array<Program, 3> kPrograms{{{FollowedRig::Kind::Rigctld, "rigctld", 4532},
                                            {FollowedRig::Kind::Flrig, "flrig", 12345},
                                            {FollowedRig::Kind::Tci, "tci", 40001}}};

}  // namespace

std::optional<FollowedRig> parse_followed_rig(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto* program = std::ranges::find(kPrograms, text.substr(0, colon), &Program::name);
  if (program == kPrograms.end() || colon == std::string_view::npos) return std::nullopt;
  const auto server = parse_host_port(text.substr(colon + 1), program->usual_port);
  return server ? std::optional(FollowedRig{program->kind, *server}) : std::nullopt;
}

std::string to_string(const FollowedRig& rig) {
  const auto* program = std::ranges::find(kPrograms, rig.kind, &Program::kind);
  return fmt::format("{}:{}", program->name, to_string(rig.server));
}

}  // namespace spectrumd
