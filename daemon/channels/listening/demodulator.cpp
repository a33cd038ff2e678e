// SPDX-License-Identifier: MIT
#include "daemon/channels/listening/demodulator.h"

#include "daemon/channels/listening/amplitude.h"
#include "daemon/channels/listening/narrow_fm.h"
#include "daemon/channels/listening/side_band.h"
#include "daemon/channels/listening/wide_fm.h"

namespace spectrumd {

std::unique_ptr<Demodulator> make_demodulator(const ListenSettings& settings) {
  switch (settings.mode) {
    case ListenMode::Am:
      return std::make_unique<EnvelopeDemodulator>(settings);
    case ListenMode::Sam:
      return std::make_unique<SynchronousDemodulator>(settings);
    case ListenMode::Nfm:
      return std::make_unique<NarrowFmDemodulator>(settings);
    case ListenMode::Wfm:
      return std::make_unique<WideFmDemodulator>(settings);
    case ListenMode::Usb:
    case ListenMode::Lsb:
    case ListenMode::Cw:
      break;
  }
  return std::make_unique<SideBandDemodulator>(settings);
}

}  // namespace spectrumd
