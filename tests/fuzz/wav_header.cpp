// SPDX-License-Identifier: MIT
// Any bytes as a WAV file: refused with the name of the file, or samples that lie within it.
#include "daemon/sources/file/recording.h"
#include "daemon/sources/iq_source.h"
#include "tests/fuzz/temporary_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TemporaryFile file("input.wav");
  file.write({data, size});
  spectrumd::is_wav(file.path());
  try {
    const spectrumd::Recording recording = spectrumd::read_wav(file.path(), {});
    if (recording.offset > size || recording.bytes.value_or(0) > size - recording.offset) std::abort();
    if (!(recording.rate.value >= 1) || recording.captures.size() != 1) std::abort();
  } catch (const spectrumd::SourceError& error) {
    if (std::string(error.what()).find("input.wav") == std::string::npos) std::abort();
  }
  return 0;
}
