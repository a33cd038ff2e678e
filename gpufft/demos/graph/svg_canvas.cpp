// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "gpufft/demos/graph/canvas.h"

namespace gpufft::program {
namespace {

std::string css(Ink ink) {
  const Colour colour = colour_of(ink);
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

const char* anchor(Align align) { return align == Align::Left ? "start" : align == Align::Center ? "middle" : "end"; }

// Consecutive lines of one ink share a path, which halves the file.
class SvgCanvas : public Canvas {
 public:
  SvgCanvas(Spot size, std::string title) : size_(size), title_(std::move(title)) {}

  void line(Spot from, Spot to, Ink ink) override {
    if (path_ != ink) {
      end_path();
      body_ += fmt::format("<path stroke='{}' d='", css(ink));
      path_ = ink;
    }
    body_ += fmt::format("M{:.6g} {:.6g}L{:.6g} {:.6g}", from.x, from.y, to.x, to.y);
  }

  void box(Spot corner, Spot opposite, Ink ink) override {
    end_path();
    body_ += fmt::format("<rect x='{:.6g}' y='{:.6g}' width='{:.6g}' height='{:.6g}' fill='{}'/>\n", corner.x, corner.y,
                         opposite.x - corner.x, opposite.y - corner.y, css(ink));
  }

  void text(Spot at, double height, std::string_view words, Align align, Ink ink) override {
    end_path();
    body_ += fmt::format("<text x='{:.6g}' y='{:.6g}' font-size='{:.3g}' text-anchor='{}' fill='{}'>{}</text>\n", at.x,
                         at.y, height, anchor(align), css(ink), words);
  }

  void write(std::ostream& file) const override {
    file << fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{0:.6g}pt' height='{1:.6g}pt' viewBox='0 0 {0:.6g} {1:.6g}' "
        "font-family='Helvetica, Arial, sans-serif' fill='none' stroke-width='0.4'>\n<title>{2}</title>\n"
        "<rect width='100%' height='100%' fill='white'/>\n",
        size_.x, size_.y, title_);
    file << body_ << (path_ ? "'/>\n" : "") << "</svg>\n";
  }

 private:
  void end_path() {
    if (path_) body_ += "'/>\n";
    path_.reset();
  }

  Spot size_;
  std::string title_, body_;
  std::optional<Ink> path_;
};

}  // namespace

std::unique_ptr<Canvas> svg_canvas(Spot size, const std::string& title) {
  return std::make_unique<SvgCanvas>(size, title);
}

}  // namespace gpufft::program
