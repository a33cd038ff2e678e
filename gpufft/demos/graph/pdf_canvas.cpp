// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <zlib.h>

#include <array>
#include <ostream>
#include <stdexcept>
#include <vector>

#include "gpufft/demos/graph/canvas.h"

namespace gpufft::program {
namespace {

std::string deflated(const std::string& text) {
  uLongf size = compressBound(text.size());
  std::string packed(size, '\0');
  const int result = compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                              reinterpret_cast<const Bytef*>(text.data()), text.size());
  if (result != Z_OK) throw std::runtime_error(fmt::format("zlib cannot compress the page (error {})", result));
  packed.resize(size);
  return packed;
}

// Widths of Helvetica's characters in thousandths of the height, as far as labels use them.
double width_of(std::string_view words) {
  double width = 0;
  for (const char c : words) {
    width += c == ' ' || c == ',' || c == '.' ? 278
             : c == '(' || c == ')'           ? 333
             : c == 'x'                       ? 500
             : c == 'X'                       ? 667
                                              : 556;
  }
  return width / 1000;
}

std::string colour(Ink ink, const char* operation) {
  const Colour of = colour_of(ink);
  return fmt::format("{:.3g} {:.3g} {:.3g} {}\n", of.red / 255.0, of.green / 255.0, of.blue / 255.0, operation);
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    if (c == '(' || c == ')' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

// One page of PDF 1.6, whose origin is the bottom left corner.
class PdfCanvas : public Canvas {
 public:
  PdfCanvas(Spot size, std::string title) : size_(size), title_(std::move(title)), content_("0.4 w\n") {}

  void line(Spot from, Spot to, Ink ink) override {
    if (pen_ != ink || !drawn_) content_ += colour(ink, "RG");
    pen_ = ink;
    drawn_ = true;
    content_ += fmt::format("{:.6g} {:.6g} m {:.6g} {:.6g} l S\n", from.x, up(from), to.x, up(to));
  }

  void box(Spot corner, Spot opposite, Ink ink) override {
    content_ += colour(ink, "rg") + fmt::format("{:.6g} {:.6g} {:.6g} {:.6g} re f\n", corner.x, up(opposite),
                                                opposite.x - corner.x, opposite.y - corner.y);
  }

  void text(Spot at, double height, std::string_view words, Align align, Ink ink) override {
    const double share = align == Align::Left ? 0 : align == Align::Center ? 0.5 : 1;
    content_ += colour(ink, "rg") + fmt::format("BT /F1 {:.3g} Tf {:.6g} {:.6g} Td ({}) Tj ET\n", height,
                                                at.x - share * height * width_of(words), up(at), escaped(words));
  }

  void write(std::ostream& file) const override {
    const std::string page = deflated(content_);
    const std::array<std::string, 6> objects{
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.6g} {:.6g}] /Contents 4 0 R "
                    "/Resources << /Font << /F1 5 0 R >> >> >>",
                    size_.x, size_.y),
        fmt::format("<< /Length {} /Filter /FlateDecode >>\nstream\n{}\nendstream", page.size(), page),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        fmt::format("<< /Title ({}) >>", escaped(title_))};
    std::string document = "%PDF-1.6\n%\xe2\xe3\xcf\xd3\n";
    std::string references = fmt::format("xref\n0 {}\n0000000000 65535 f \n", objects.size() + 1);
    for (std::size_t i = 0; i < objects.size(); ++i) {
      references += fmt::format("{:010} 00000 n \n", document.size());
      document += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
    }
    file << document << references
         << fmt::format("trailer\n<< /Size {} /Root 1 0 R /Info 6 0 R >>\nstartxref\n{}\n%%EOF\n", objects.size() + 1,
                        document.size());
  }

 private:
  double up(Spot spot) const { return size_.y - spot.y; }

  Spot size_;
  std::string title_, content_;
  Ink pen_ = Ink::Wire;
  bool drawn_ = false;
};

}  // namespace

std::unique_ptr<Canvas> pdf_canvas(Spot size, const std::string& title) {
  return std::make_unique<PdfCanvas>(size, title);
}

}  // namespace gpufft::program
