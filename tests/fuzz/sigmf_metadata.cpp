// SPDX-License-Identifier: MIT
// Any text as the metadata of a recording: refused with the name of the file, or captures in order from sample 0.
#include "daemon/sources/file/recording.h"
#include "daemon/sources/iq_source.h"
#include "tests/fuzz/temporary_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TemporaryFile file("input.sigmf-meta");
  file.write({data, size});
  try {
    const spectrumd::Recording recording = spectrumd::read_sigmf(file.path(), {});
    if (recording.captures.empty() || recording.captures.front().first_sample != 0 || !(recording.rate.value >= 1))
      std::abort();
    for (std::size_t i = 1; i < recording.captures.size(); ++i)
      if (recording.captures[i].first_sample < recording.captures[i - 1].first_sample) std::abort();
  } catch (const spectrumd::SourceError& error) {
    if (std::string(error.what()).find("input.sigmf-meta") == std::string::npos) std::abort();
  }
  return 0;
}
