// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "gpufft/backend.h"
#include "gpufft/demos/pictures/png.h"

namespace gpufft::program {

// Which frequencies of a picture remain; 0.5 cycles a pixel are the finest stripes possible.
struct ImageFilter {
  enum class Kind { None, LowPass, HighPass, Gaussian };
  Kind kind = Kind::None;
  double cutoff = 0.1;  // cycles a pixel; for Gaussian, where 61 % (exp(-1/2)) remain

  double response(double frequency) const;
};
ImageFilter::Kind filter_named(std::string_view name);  // throws PlanError, which lists the names
std::string_view name_of(ImageFilter::Kind kind);

struct FilteredImage {
  Picture picture;                    // as large as the original; around middle grey if the mean is removed
  Picture spectrum;                   // of the original, 100 dB from black to white, frequency 0 in the middle
  std::size_t rows = 0, columns = 0;  // size of the transform
  double forward_seconds = 0, inverse_seconds = 0;
};

// Filters each channel with a two-dimensional transform. A picture that the backend cannot transform as it is, or any
// picture if `padded`, is extended by its mirror image to powers of two. Throws PlanError, DeviceError.
FilteredImage filter_image(const Picture& picture, const ImageFilter& filter, const Backend& backend, bool padded);

// Root mean square of the difference, in levels.
double rms_difference(const Picture& one, const Picture& other);

}  // namespace gpufft::program
