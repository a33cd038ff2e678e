// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <fftw3.h>

#include <algorithm>
#include <utility>

namespace gpufft::program {
namespace {

class FftwPlan final : public PeerPlan {
 public:
  FftwPlan(std::size_t length, std::size_t batch, bool in_place, unsigned effort)
      : in_(allocate(length * batch)), separate_(in_place ? nullptr : allocate(length * batch)) {
    const int n = static_cast<int>(length);
    plan_.reset(fftwf_plan_many_dft(1, &n, static_cast<int>(batch), fftw(in_.get()), nullptr, 1, n,
                                    fftw(in_place ? in_.get() : separate_.get()), nullptr, 1, n, FFTW_FORWARD, effort));
    std::fill_n(in_.get(), length * batch, 0.0F);  // planning has written to it
  }

  std::complex<float>* in() override { return in_.get(); }
  const std::complex<float>* out() const override { return separate_ ? separate_.get() : in_.get(); }
  void execute() override { fftwf_execute(plan_.get()); }

 private:
  struct Free {
    void operator()(std::complex<float>* points) const { fftwf_free(points); }
    void operator()(fftwf_plan plan) const { fftwf_destroy_plan(plan); }
  };
  using Points = std::unique_ptr<std::complex<float>, Free>;

  static std::complex<float>* allocate(std::size_t points) {
    return reinterpret_cast<std::complex<float>*>(fftwf_alloc_complex(points));
  }
  static fftwf_complex* fftw(std::complex<float>* points) { return reinterpret_cast<fftwf_complex*>(points); }

  Points in_, separate_;
  std::unique_ptr<std::remove_pointer_t<fftwf_plan>, Free> plan_;
};

class Fftw final : public PeerLibrary {
 public:
  Fftw(std::string name, unsigned effort, double planning_seconds)
      : name_(std::move(name)), effort_(effort), planning_seconds_(planning_seconds) {}

  std::string name() const override { return name_; }
  std::vector<std::unique_ptr<PeerPlan>> plans(std::size_t length, std::size_t batch) const override {
    fftwf_set_timelimit(planning_seconds_);
    std::vector<std::unique_ptr<PeerPlan>> plans;
    for (const bool in_place : {false, true}) {
      plans.push_back(std::make_unique<FftwPlan>(length, batch, in_place, effort_));
    }
    return plans;
  }

 private:
  std::string name_;
  unsigned effort_;
  double planning_seconds_;
};

}  // namespace

std::unique_ptr<Peer> fftw_measured(double planning_seconds) {
  return std::make_unique<Fftw>("fftw3f-measure", FFTW_MEASURE, planning_seconds);
}

std::unique_ptr<Peer> fftw_patient(double planning_seconds) {
  return std::make_unique<Fftw>("fftw3f-patient", FFTW_PATIENT, planning_seconds);
}

std::unique_ptr<Peer> fftw_estimated() { return std::make_unique<Fftw>("fftw3f-estimate", FFTW_ESTIMATE, 0); }

}  // namespace gpufft::program
