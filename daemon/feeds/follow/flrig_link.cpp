// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/flrig_link.h"

#include <fmt/format.h>

#include <utility>

#include "daemon/feeds/follow/rigctld_answer.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kCallLimit = 2s;
constexpr std::size_t kLongestXml = 65536, kLongestFlrigMode = 16;
constexpr std::uint64_t kFlrigModeEvery = 5;  // readings

}  // namespace

FlrigLink::FlrigLink(const HostPort& server, std::stop_token stop) : name_(to_string(server)), stop_(std::move(stop)) {
  if (call("rig.get_xcvr").empty()) throw RigLost(fmt::format("{}: flrig has no transceiver yet", name_));
}

RigReading FlrigLink::read() {
  const std::string text = call("rig.get_vfo");
  const auto frequency = parse_rig_frequency(text);
  if (!frequency) throw RigLost(fmt::format("{}: reports no frequency", name_));
  last_.frequency = {*frequency};
  if (readings_++ % kFlrigModeEvery == 0) last_.mode = call("rig.get_mode").substr(0, kLongestFlrigMode);
  const std::string transmitting = call("rig.get_ptt");
  last_.transmitting = !transmitting.empty() && transmitting != "0";
  return last_;
}

// flrig takes a double only.
std::string FlrigLink::tune(Hertz frequency) {
  const XmlRpcAnswer answer = ask("rig.set_vfo", fmt::format("<double>{:.1f}</double>", frequency.value));
  return answer.is_fault ? answer.value : "";
}

std::string FlrigLink::call(std::string_view method) {
  const XmlRpcAnswer answer = ask(method);
  if (answer.is_fault) throw RigLost(fmt::format("{}: {}: {}", name_, method, answer.value));
  return answer.value;
}

XmlRpcAnswer FlrigLink::ask(std::string_view method, std::string_view argument) {
  const WebAnswer answer = client_.ask({.url = fmt::format("http://{}/RPC2", name_),
                                        .fields = {"Content-Type: text/xml"},
                                        .body = xml_rpc_call(method, argument),
                                        .limit = kCallLimit,
                                        .longest_answer = kLongestXml},
                                       stop_);
  if (!answer.good()) throw RigLost(fmt::format("{}: {}", name_, answer.cause()));
  const auto value = parse_xml_rpc_answer(answer.body);
  if (!value) throw RigLost(fmt::format("{}: {}: no XML-RPC answer", name_, method));
  return *value;
}

}  // namespace spectrumd
