// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace qpu {

struct PropertyWords : std::vector<std::uint32_t> {
  using vector::vector;
  std::uint32_t unused_bytes = 0;  // of the last word: a MAC address has six
};
// Answers one tag, from the words of the request (as many as its value buffer has); nullopt for an unknown tag.
using AnswerTag =
    std::function<std::optional<PropertyWords>(std::uint32_t tag, std::span<const std::uint32_t> request)>;

// Whether the kernel accepts the message: it strips the first two words and the last, and requires whole words
// (reference 9.1).
bool kernel_takes(std::span<const std::uint32_t> message);

// Goes through the tags of a message and answers it in place (reference 9.2). Unknown tags are skipped silently.
// False: the message is malformed, as its second word now says.
bool answer_message(std::span<std::uint32_t> message, const AnswerTag& answer);

}  // namespace qpu
