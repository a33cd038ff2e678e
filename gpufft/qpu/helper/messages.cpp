// SPDX-License-Identifier: MIT
#include "gpufft/qpu/helper/messages.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gpufft/backend.h"

namespace gpufft::qpu {
namespace {

constexpr std::chrono::milliseconds kLongestDeadline = std::chrono::hours(1);

}  // namespace

PlanMessage to_message(const SpectrumRequest& request) {
  PlanMessage message;
  message.format = static_cast<std::uint32_t>(request.format);
  message.window = static_cast<std::uint32_t>(request.window.shape);
  message.remove_dc = request.remove_dc;
  message.bins = request.bins;
  message.hop = request.hop;
  message.deadline_milliseconds = request.deadline.count();
  message.beta = request.window.beta;
  return message;
}

SpectrumRequest from_message(const PlanMessage& message) {
  if (message.protocol != kProtocol)
    throw PlanError("the qpu helper has another version than this program; restart it");
  if (message.format > static_cast<std::uint32_t>(SampleFormat::Cf32) ||
      message.window > static_cast<std::uint32_t>(Window::Shape::Youssef) || message.deadline_milliseconds < 1 ||
      message.deadline_milliseconds > kLongestDeadline.count() || !std::in_range<std::size_t>(message.bins) ||
      !std::in_range<std::size_t>(message.hop))
    throw PlanError("the qpu helper got an invalid format, length, window or deadline");
  return {.format = static_cast<SampleFormat>(message.format),
          .bins = static_cast<std::size_t>(message.bins),
          .hop = static_cast<std::size_t>(message.hop),
          .window = {static_cast<Window::Shape>(message.window), message.beta},
          .remove_dc = message.remove_dc != 0,
          .deadline = std::chrono::milliseconds(message.deadline_milliseconds)};
}

void Reply::set_text(std::string_view words) {
  text = {};
  words.copy(text.data(), text.size() - 1);
}

std::string_view Reply::words() const {
  return {text.data(), static_cast<std::size_t>(std::ranges::find(text, '\0') - text.begin())};
}

}  // namespace gpufft::qpu
