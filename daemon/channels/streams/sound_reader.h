// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "daemon/channels/streams/stream_reader.h"

namespace spectrumd {

// "wav", "opus" in Ogg, or "s16": samples without a header.
std::span<const std::string_view> sound_format_names();

// Makes the sound of a channel as bytes of one of these formats. What is missing is silence.
std::shared_ptr<StreamReader> sound_reader(std::string_view format, const ListenSettings& settings);

}  // namespace spectrumd
