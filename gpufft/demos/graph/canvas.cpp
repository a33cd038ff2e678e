// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/canvas.h"

namespace gpufft::program {

Colour colour_of(Ink ink) {
  switch (ink) {
    case Ink::Wire:
      return {170, 170, 170};
    case Ink::Wing:
      return {40, 40, 40};
    case Ink::Twist:
      return {40, 100, 190};
    case Ink::Twiddle:
      return {190, 40, 40};
    case Ink::Label:
      return {0, 0, 0};
    case Ink::Codelet:
      return {238, 243, 250};
  }
  return {0, 0, 0};
}

}  // namespace gpufft::program
