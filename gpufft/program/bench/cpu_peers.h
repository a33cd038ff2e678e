// SPDX-License-Identifier: MIT
#pragma once

#include "gpufft/program/bench/peer.h"

// The libraries and programs that the backend cpu is compared with, each in the file of its name.
namespace gpufft::program {

// FFTW in single precision; planning is limited to `planning_seconds` per plan.
std::unique_ptr<Peer> fftw_measured(double planning_seconds);
std::unique_ptr<Peer> fftw_patient(double planning_seconds);
std::unique_ptr<Peer> fftw_estimated();  // plans without measuring: for machines whose times mean nothing

std::unique_ptr<Peer> kfr();

// Intel's library, on one thread (Debian: libmkl-dev, in non-free).
std::unique_ptr<Peer> mkl();

std::unique_ptr<Peer> pffft();

std::unique_ptr<Peer> pocketfft_library();  // the library's namespace has the plain name

// The work of rtl_power between the stick and its logarithms, reimplemented from a description, without using that
// program's code: 16-bit integers throughout, with an integer Hann window.
std::unique_ptr<Peer> rtl_power();

// The work of rtl_power_fftw between the stick and its logarithms, reimplemented from a description, without using that
// program's code: frame by frame, bytes to floats one by one, no window (its default), FFTW, and power as doubles.
std::unique_ptr<Peer> rtl_power_fftw(std::unique_ptr<Peer> fftw);

}  // namespace gpufft::program
