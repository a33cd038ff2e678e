// SPDX-License-Identifier: MIT
#pragma once

namespace qpu {

// The QPU's arithmetic cuts instead of rounding, so that all outputs are too small by nearly the same factor. This is
// the factor that makes up for it, measured per size with random samples; the twiddles of the last pass carry it.
double truncation_correction(int log2_size);

}  // namespace qpu
