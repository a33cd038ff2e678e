// SPDX-License-Identifier: MIT
// Any bytes as an archive of a recording: refused with the name of the file, or with the samples within it.
#include "daemon/sources/file/recording.h"
#include "daemon/sources/iq_source.h"
#include "tests/fuzz/temporary_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const TemporaryFile file("input.sigmf");
  file.write({data, size});
  try {
    const spectrumd::Recording recording = spectrumd::read_sigmf(file.path(), {});
    if (!recording.bytes || recording.offset > size || *recording.bytes > size - recording.offset) std::abort();
  } catch (const spectrumd::SourceError& error) {
    if (std::string(error.what()).find("input.sigmf") == std::string::npos) std::abort();
  }
  return 0;
}
