// SPDX-License-Identifier: MIT
#include "daemon/feeds/follow/rigctld_link.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <span>

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kAnswerLimit = 2s;
constexpr std::size_t kLongestAnswer = 4096, kLongestRigMode = 16;
constexpr std::uint64_t kModeEvery = 5;  // readings: it changes less often than the dial
constexpr int kWidestPassBand = 1'000'000;

int width_of(std::string_view text) {
  int width = 0;
  std::from_chars(text.data(), text.data() + text.size(), width);
  return width > 0 && width < kWidestPassBand ? width : 0;
}

}  // namespace

RigctldLink::RigctldLink(const HostPort& server) : connection_(server, kAnswerLimit) {
  names_vfo_ = wants_vfo(ask("\\chk_vfo", 1).line(0).value_or(""));
}

RigReading RigctldLink::read() {
  const RigctldAnswer answer = ask_value('f', 1);
  const auto frequency = parse_rig_frequency((extended_ ? answer.named("Frequency") : answer.line(0)).value_or(""));
  if (!frequency && extended_) {
    extended_ = false;  // gqrx does not know that form
    return read();
  }
  if (!frequency) throw RigLost(fmt::format("{}: reports no frequency ({})", connection_.name(), answer.code()));
  last_.frequency = {*frequency};
  if (readings_++ % kModeEvery == 0) read_mode();
  read_transmitting();
  return last_;
}

// Rigs without a mode report an error.
void RigctldLink::read_mode() {
  const RigctldAnswer answer = ask_value('m', 2);
  last_.mode = (extended_ ? answer.named("Mode") : answer.line(0)).value_or("").substr(0, kLongestRigMode);
  last_.width_hz = width_of((extended_ ? answer.named("Passband") : answer.line(1)).value_or(""));
}

void RigctldLink::read_transmitting() {
  const RigctldAnswer answer = ask_value('t', 1);
  const std::string state = (extended_ ? answer.named("PTT") : answer.line(0)).value_or("0");
  last_.transmitting = state != "0";
}

std::string RigctldLink::tune(Hertz frequency) {
  const RigctldAnswer answer =
      ask(fmt::format("{}F{} {:.0f}", extended_ ? "+" : "", names_vfo_ ? " currVFO" : "", frequency.value), 1);
  return answer.code() == 0 ? "" : fmt::format("the rig answered RPRT {}", answer.code());
}

RigctldAnswer RigctldLink::ask_value(char command, std::size_t plain_lines) {
  return ask(fmt::format("{}{}{}", extended_ ? "+" : "", command, names_vfo_ ? " currVFO" : ""), plain_lines);
}

RigctldAnswer RigctldLink::ask(std::string_view command, std::size_t plain_lines) {
  unread_.clear();  // nothing was asked that it could answer
  const std::string line = std::string(command) + "\n";
  connection_.send(std::as_bytes(std::span(line)));
  RigctldAnswer answer = command.starts_with('+') ? RigctldAnswer::extended() : RigctldAnswer(plain_lines);
  while (answer.take(next_line())) {
  }
  return answer;
}

std::string RigctldLink::next_line() {
  for (std::size_t end = unread_.find('\n'); end == std::string::npos; end = unread_.find('\n')) {
    if (unread_.size() > kLongestAnswer) throw RigLost(fmt::format("{}: speaks no rigctld", connection_.name()));
    if (!connection_.readable(kAnswerLimit)) throw RigLost(fmt::format("{}: does not answer", connection_.name()));
    std::array<std::byte, 1024> bytes;
    const std::size_t count = connection_.receive(bytes);
    if (count == 0) throw RigLost(fmt::format("{}: has closed the connection", connection_.name()));
    unread_.append(reinterpret_cast<const char*>(bytes.data()), count);
  }
  const std::size_t end = unread_.find('\n');
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  return line;
}

}  // namespace spectrumd
