// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "daemon/doctor/doctor.h"

namespace spectrumd {
namespace {

using State = Finding::State;

Finding check_release(const Sysroot& root) {
  const std::string text = root.text("etc/os-release").value_or("");
  constexpr std::string_view kName = "PRETTY_NAME=\"";
  const std::size_t at = text.find(kName);
  if (at == std::string::npos) return {"SYS-01", State::Skip, "the system does not say what it is", ""};
  const std::size_t start = at + kName.size();
  return {"SYS-01", State::Ok, text.substr(start, text.find('"', start) - start), ""};
}

Finding check_clock(const Sysroot& root) {
  if (root.has("run/systemd/timesync/synchronized")) return {"SYS-02", State::Ok, "the clock is synchronised", ""};
  if (!root.has("run/systemd/system")) return {"SYS-02", State::Skip, "who keeps the clock is not told", ""};
  return {"SYS-02", State::Warn, "the clock is not synchronised by systemd-timesyncd: times of rows may be wrong",
          "timedatectl set-ntp true, unless another program keeps it"};
}

Finding check_user(const Sysroot& root) {
  if (root.user() == "root") return {"SYS-03", State::Skip, "checked for root: there is no user spectrumd", ""};
  return {"SYS-03", State::Ok, "checked for the user " + root.user(), ""};
}

}  // namespace

std::vector<Finding> check_system(const Sysroot& root) {
  return {check_release(root), check_clock(root), check_user(root)};
}

}  // namespace spectrumd
