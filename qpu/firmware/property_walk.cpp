// SPDX-License-Identifier: MIT
#include "qpu/firmware/property_walk.h"

#include <algorithm>

#include "mailbox/property_message.h"

namespace qpu {

namespace {

constexpr std::size_t kHeaderWords = 2, kTagWords = 3;
constexpr std::uint32_t kPropertyWordBytes = sizeof(std::uint32_t);

// One tag: its three words and its value.
void answer_tag(std::span<std::uint32_t> tag, const AnswerTag& answer) {
  const std::span<std::uint32_t> value = tag.subspan(kTagWords);
  const std::optional<PropertyWords> words = answer(tag[0], value);
  if (!words) return;
  std::copy_n(words->begin(), std::min(words->size(), value.size()), value.begin());
  tag[2] = mailbox::kAnswered | (static_cast<std::uint32_t>(words->size()) * kPropertyWordBytes - words->unused_bytes);
}

}  // namespace

bool kernel_takes(std::span<const std::uint32_t> message) {
  return message.size() > kHeaderWords && message[0] % kPropertyWordBytes == 0 &&
         message[0] / kPropertyWordBytes <= message.size() && message[0] / kPropertyWordBytes > kHeaderWords;
}

bool answer_message(std::span<std::uint32_t> message, const AnswerTag& answer) {
  std::span<std::uint32_t> rest = message.subspan(kHeaderWords, message[0] / kPropertyWordBytes - kHeaderWords);
  while (!rest.empty() && rest[0] != 0) {
    const std::size_t words = rest.size() > kTagWords ? kTagWords + (rest[1] + std::size_t{3}) / kPropertyWordBytes : 0;
    if (words == 0 || words > rest.size()) {
      message[1] = mailbox::kParseError;
      return false;
    }
    answer_tag(rest.first(words), answer);
    rest = rest.subspan(words);
  }
  message[1] = mailbox::kSuccess;
  return true;
}

}  // namespace qpu
