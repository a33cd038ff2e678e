// SPDX-License-Identifier: MIT
#include "gpufft/program/bench/cpu_peers.h"

#include <fftw3.h>

#include <algorithm>
#include <utility>

namespace gpufft::program {
namespace {

class FftwPlan final : public PeerPlan {
 public:
  FftwPlan(const FftRequest& request, bool in_place, unsigned effort)
      : in_(allocate(points_of(request))), separate_(in_place ? nullptr : allocate(points_of(request))) {
    plan_.reset(plan(request, in_.get(), in_place ? in_.get() : separate_.get(), effort));
    std::fill_n(in_.get(), points_of(request), 0.0F);  // planning has written to it
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

  // Real ones have one bin more than half of their points.
  static std::size_t points_of(const FftRequest& request) {
    return request.batch * request.rows * (request.length / 2 + 1) * 2;
  }

  static fftwf_plan plan(const FftRequest& request, std::complex<float>* in, std::complex<float>* out,
                         unsigned effort) {
    const int length = static_cast<int>(request.length), rows = static_cast<int>(request.rows);
    const int batch = static_cast<int>(request.batch), bins = length / 2 + 1;
    const int sizes[] = {rows, length};
    auto* const reals_in = reinterpret_cast<float*>(in);
    auto* const reals_out = reinterpret_cast<float*>(out);
    const auto cosine = [&](fftwf_r2r_kind kind) {
      return fftwf_plan_many_r2r(1, &length, batch, reals_in, nullptr, 1, length, reals_out, nullptr, 1, length, &kind,
                                 effort);
    };
    switch (request.kind) {
      case FftKind::Complex:
        return rows > 1 ? fftwf_plan_many_dft(2, sizes, batch, fftw(in), nullptr, 1, rows * length, fftw(out), nullptr,
                                              1, rows * length, FFTW_FORWARD, effort)
                        : fftwf_plan_many_dft(1, &length, batch, fftw(in), nullptr, 1, length, fftw(out), nullptr, 1,
                                              length, FFTW_FORWARD, effort);
      case FftKind::RealToComplex:
        return fftwf_plan_many_dft_r2c(1, &length, batch, reals_in, nullptr, 1, length, fftw(out), nullptr, 1, bins,
                                       effort);
      case FftKind::ComplexToReal:
        return fftwf_plan_many_dft_c2r(1, &length, batch, fftw(in), nullptr, 1, bins, reals_out, nullptr, 1, length,
                                       effort);
      case FftKind::DctII:
        return cosine(FFTW_REDFT10);
      case FftKind::DctIII:
        return cosine(FFTW_REDFT01);
    }
    return nullptr;
  }

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
    return other_plans({.length = length, .batch = batch});
  }
  std::vector<std::unique_ptr<PeerPlan>> other_plans(const FftRequest& request) const override {
    fftwf_set_timelimit(planning_seconds_);
    std::vector<std::unique_ptr<PeerPlan>> plans;
    plans.push_back(std::make_unique<FftwPlan>(request, false, effort_));
    if (request.kind == FftKind::Complex) plans.push_back(std::make_unique<FftwPlan>(request, true, effort_));
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
