// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace qpu {

using PropertyWords = std::vector<std::uint32_t>;
// Answers one tag, with the words of the request (as many as its value buffer has); nothing for a tag it does not know.
using AnswerTag =
    std::function<std::optional<PropertyWords>(std::uint32_t tag, std::span<const std::uint32_t> request)>;

// What the kernel takes at all: it strips the first two words and the last, and wants whole words (reference 9.1).
bool kernel_takes(std::span<const std::uint32_t> message);

// Goes through the tags of a message and answers it in place (reference 9.2). A tag nobody knows is skipped silently.
// False: the message makes no sense, and says so in its second word.
bool answer_message(std::span<std::uint32_t> message, const AnswerTag& answer);

}  // namespace qpu
