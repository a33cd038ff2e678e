// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace gpufft::program {

// A position in units of 1/72 inch, from the top left corner to the right and down.
struct Spot {
  double x = 0, y = 0;
};

enum class Ink { Wire, Wing, Twist, Twiddle, Label, Codelet };
enum class Align { Left, Center, Right };

// A page of lines and text to draw on, independent of the file format.
class Canvas {
 public:
  virtual ~Canvas() = default;

  virtual void line(Spot from, Spot to, Ink ink) = 0;
  virtual void box(Spot corner, Spot opposite, Ink ink) = 0;  // filled
  // `at` is on the baseline. ASCII only.
  virtual void text(Spot at, double height, std::string_view words, Align align, Ink ink) = 0;
  virtual void write(std::ostream& file) const = 0;  // writes the whole document
};

std::unique_ptr<Canvas> svg_canvas(Spot size, const std::string& title);
std::unique_ptr<Canvas> pdf_canvas(Spot size, const std::string& title);

// Colours of both formats, 0 to 255.
struct Colour {
  int red, green, blue;
};
Colour colour_of(Ink ink);

}  // namespace gpufft::program
