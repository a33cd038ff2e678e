// SPDX-License-Identifier: MIT
#include "daemon/sources/sim/transmitter.h"

#include "daemon/sources/sim/chirp_transmitter.h"
#include "daemon/sources/sim/fm_transmitter.h"
#include "daemon/sources/sim/keyed_transmitter.h"
#include "daemon/sources/sim/tone_transmitter.h"

namespace spectrumd::sim {
namespace {

struct Builder {
  std::uint64_t seed;
  std::vector<std::unique_ptr<Transmitter>>& all;

  void operator()(const Carrier&) const {}  // a steady tone
  void operator()(const Am&) const {}       // three of them
  void operator()(const Fm& fm) const { all.push_back(std::make_unique<FmTransmitter>(fm)); }
  void operator()(const Cw& cw) const { all.push_back(std::make_unique<CwTransmitter>(cw)); }
  void operator()(const Ook& ook) const { all.push_back(std::make_unique<OokTransmitter>(ook)); }
  void operator()(const Hop& hop) const { all.push_back(std::make_unique<HopTransmitter>(hop, seed)); }
  void operator()(const Chirp& chirp) const { all.push_back(std::make_unique<ChirpTransmitter>(chirp)); }
};

}  // namespace

std::vector<std::unique_ptr<Transmitter>> make_transmitters(const Scene& scene, std::uint64_t seed) {
  std::vector<std::unique_ptr<Transmitter>> all;
  for (const SteadyTone& tone : steady_tones(scene)) all.push_back(std::make_unique<ToneTransmitter>(tone));
  for (const Signal& signal : scene.signals) std::visit(Builder{seed, all}, signal);
  return all;
}

}  // namespace spectrumd::sim
