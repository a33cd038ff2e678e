// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace gpufft::program {

// Another library's plan for `batch` forward transforms of `length` points, with the memory it works on.
class PeerPlan {
 public:
  virtual ~PeerPlan() = default;

  virtual std::complex<float>* in() = 0;
  virtual const std::complex<float>* out() const = 0;
  virtual void execute() = 0;
};

// A library to be compared with. To add one, write its file and add it to the list in peers.cpp.
class Peer {
 public:
  virtual ~Peer() = default;

  virtual std::string name() const = 0;
  // All ways worth trying, nothing if it cannot do the length; the fastest is taken.
  virtual std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const = 0;
};

// Those whose headers were found when this was built.
std::vector<std::unique_ptr<Peer>> peers(double planning_seconds);

}  // namespace gpufft::program
