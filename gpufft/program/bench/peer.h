// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpufft/fft.h"
#include "gpufft/spectrum.h"

namespace gpufft::program {

// Another library's plan for some transforms, with the memory it works on. Points that are real lie there as floats.
class PeerPlan {
 public:
  virtual ~PeerPlan() = default;

  virtual std::complex<float>* in() = 0;
  virtual const std::complex<float>* out() const = 0;
  virtual void execute() = 0;
};

// Another implementation from bytes to the power of bins.
class PeerRows {
 public:
  virtual ~PeerRows() = default;

  // As Spectrum::accumulate, for cu8; frames lie one after the other, and `frames` is the number that the rows were
  // planned for.
  virtual void accumulate(std::span<const std::byte> iq, std::size_t frames, PowerRow& row) = 0;
  virtual std::size_t batch() const = 0;  // frames transformed at once
  // Whether levels follow: some programs leave logarithms for later.
  virtual bool wants_levels() const { return true; }
};

// A competitor to compare with. To add one, write its file and add it to the list in peers.cpp.
class Peer {
 public:
  virtual ~Peer() = default;

  virtual std::string name() const = 0;
  // All plans worth timing, of which the fastest counts; empty if it cannot do the length.
  virtual std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const = 0;
  // Likewise for those of real points, and in two dimensions.
  virtual std::vector<std::unique_ptr<PeerPlan>> other_plans(const FftRequest&) const { return {}; }
  virtual std::vector<std::unique_ptr<PeerRows>> rows(std::size_t bins, std::size_t frames) const = 0;
};

// A transform library: its rows are its plans in our pipeline, frame by frame and a whole row at once.
class PeerLibrary : public Peer {
 public:
  std::vector<std::unique_ptr<PeerRows>> rows(std::size_t bins, std::size_t frames) const override;
};

// The libraries whose headers were found when this was built, and some that are always available.
std::vector<std::unique_ptr<Peer>> peers(double planning_seconds);

}  // namespace gpufft::program
