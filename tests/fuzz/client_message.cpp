// SPDX-License-Identifier: MIT
// Any text message of a WebSocket client: refused with a reason, or the view it asks for survives being reported to the
// client and sent back.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "daemon/server/websocket/client_messages.h"

using spectrumd::Json;

namespace {

void check(const spectrumd::ViewMessage& message) {
  const std::string reported = spectrumd::view_message(message.request, spectrumd::Detector::Mean);
  const auto again = std::get<spectrumd::ViewMessage>(spectrumd::parse_client_message(reported, {}));
  if (spectrumd::view_message(again.request, spectrumd::Detector::Mean) != reported) std::abort();
  if (message.recent > 500 || message.request.view.bins > 65536) std::abort();
}
void check(const spectrumd::TuneMessage& message) {
  if (message.patch->contains("type")) std::abort();
}
void check(const spectrumd::ListenMessage& message) {
  const spectrumd::ListenRequest request = spectrumd::changed_request({}, *message.keys);
  spectrumd::check(request.listen);  // a listener takes what has been accepted
  if (!Json::accept(spectrumd::listen_message({.request = request, .channel = {}, .reason = "", .form = {}})))
    std::abort();
}
void check(const spectrumd::HeardMessage&) {}
void check(const spectrumd::PingMessage& message) {
  if (!Json::accept(spectrumd::pong_message(message, {}, 0))) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto message = spectrumd::parse_client_message({reinterpret_cast<const char*>(data), size}, {});
    std::visit([](const auto& any) { check(any); }, message);
  } catch (const spectrumd::RequestError& error) {
    if (!Json::accept(spectrumd::error_message(error))) std::abort();
  }
  return 0;
}
