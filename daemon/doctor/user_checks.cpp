// SPDX-License-Identifier: MIT
// The file of those whom the server lets in.
#include <fmt/format.h>

#include "daemon/doctor/doctor.h"
#include "daemon/users/users.h"

namespace spectrumd {
namespace {

constexpr unsigned kOthers = 077;

// Of a copy only what the unit of the service or the configuration says.
std::optional<std::string> users_file(const Examination& examination) {
  const std::string& set = examination.settings.users.folder;
  if (set.empty() && examination.root.user() == "spectrumd") return "var/lib/spectrumd/users.json";
  const auto folder = users_folder(examination.settings);
  if (!folder || (set.empty() && !examination.root.is_this_machine())) return std::nullopt;
  return (std::filesystem::absolute(*folder) / "users.json").relative_path();
}

}  // namespace

std::vector<Finding> check_users(const Examination& examination) {
  const auto file = users_file(examination);
  const auto owner = file ? examination.root.owner(*file) : std::nullopt;
  if (!owner) return {};
  if (owner->mode & kOthers)
    return {{"USER-01", Finding::State::Warn,
             fmt::format("/{} is {}: others can read who is let in", *file, to_string(*owner)),
             fmt::format("chmod 600 /{}", *file)}};
  if (!examination.root.may_use(*owner))
    return {{"USER-01", Finding::State::Fail,
             fmt::format("/{} is {}: {} cannot read whom to let in", *file, to_string(*owner), examination.root.user()),
             fmt::format("chown {0}: /{1}", examination.root.user(), *file)}};
  return {{"USER-01", Finding::State::Ok, fmt::format("/{} is {}", *file, to_string(*owner)), ""}};
}

}  // namespace spectrumd
