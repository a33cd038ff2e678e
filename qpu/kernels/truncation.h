// SPDX-License-Identifier: MIT
#pragma once

namespace qpu {

// The QPU's arithmetic truncates instead of rounding, so that all outputs are too small by nearly the same factor. This
// is the factor that compensates for it, measured per size with random samples; it is applied to the twiddles of the
// last pass.
double truncation_correction(int log2_size);

}  // namespace qpu
