// SPDX-License-Identifier: MIT
#include "daemon/doctor/doctor.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "daemon/config/keys.h"
#include "daemon/doctor/usb_sticks.h"
#include "gpufft/backend.h"

namespace spectrumd {
namespace {

std::string_view to_string(Finding::State state) {
  switch (state) {
    case Finding::State::Warn:
      return "WARN";
    case Finding::State::Fail:
      return "FAIL";
    case Finding::State::Skip:
      return "SKIP";
    case Finding::State::Ok:
      break;
  }
  return "OK";
}

int exit_status(const std::vector<Finding>& findings) {
  const auto any = [&](Finding::State state) { return std::ranges::count(findings, state, &Finding::state) > 0; };
  if (any(Finding::State::Fail)) return 2;
  return any(Finding::State::Warn) ? 1 : 0;
}

std::string verdict() {
  const gpufft::Choice choice = gpufft::choose_backend("auto");
  return fmt::format("Will use: {} ({}).", choice.backend->name(), choice.reason);
}

}  // namespace

std::vector<Finding> check_all(const Sysroot& root) {
  auto findings = check_system(root);
  for (const auto& check : {check_usb, check_pi}) std::ranges::move(check(root), std::back_inserter(findings));
  return findings;
}

int doctor(const Sysroot& root, bool json, std::ostream& out) {
  const auto findings = check_all(root);
  if (json) {
    Json list = Json::array();
    for (const Finding& finding : findings)
      list.push_back(
          {{"id", finding.id}, {"state", to_string(finding.state)}, {"finding", finding.text}, {"cure", finding.cure}});
    out << Json{{"status", exit_status(findings)}, {"findings", std::move(list)}, {"verdict", verdict()}}.dump(2)
        << '\n';
    return exit_status(findings);
  }
  for (const Finding& finding : findings)
    out << fmt::format("{:<7}{:<5} {}{}{}\n", finding.id, to_string(finding.state), finding.text,
                       finding.cure.empty() ? "" : " - ", finding.cure);
  out << verdict() << '\n';
  return exit_status(findings);
}

int list_devices(const Sysroot& root, bool json, std::ostream& out) {
  Json list = Json::array();
  for (const UsbStick& stick : find_usb_sticks(root)) {
    const std::string source = stick.serial.empty() ? "rtlsdr:path=" + stick.path : "rtlsdr:serial=" + stick.serial;
    list.push_back({{"source", source},
                    {"kind", "rtlsdr"},
                    {"manufacturer", stick.manufacturer},
                    {"product", stick.product},
                    {"serial", stick.serial},
                    {"path", stick.path},
                    {"in_use_by", stick.holder}});
    if (!json)
      out << fmt::format("{:<26} {} {} at {}{}\n", source, stick.manufacturer, stick.product, stick.path,
                         stick.holder.empty() ? "" : ", in use by " + stick.holder);
  }
  if (json)
    out << Json{{"devices", list}}.dump(2) << '\n';
  else if (list.empty())
    out << "no RTL-SDR stick on USB; other radios: SoapySDRUtil --find\n";
  return 0;
}

}  // namespace spectrumd
