// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/canvas.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <sstream>

#include "gpufft/demos/graph/picture.h"

namespace gpufft::program {
namespace {

FlowGraph example() { return flow_graph(16, parse_structure("4,4", 16), FlowStyle::Practical); }

std::string written(const Canvas& canvas) {
  std::ostringstream file;
  canvas.write(file);
  return file.str();
}

std::string drawn(std::unique_ptr<Canvas> (*make)(Spot, const std::string&)) {
  const FlowGraph graph = example();
  const PictureLayout layout = layout_of(graph);
  const auto canvas = make(layout.size, "A title");
  draw(graph, layout, *canvas);
  return written(*canvas);
}

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + word.size())) ++found;
  return found;
}

std::string inflated(const std::string& packed) {
  std::string text(1 << 20, '\0');
  uLongf size = text.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(text.data()), &size, reinterpret_cast<const Bytef*>(packed.data()),
                       packed.size()),
            Z_OK);
  text.resize(size);
  return text;
}

// 16 wires in 4 stages: each has a wire in, a wire or twist out, and 8 butterflies of 4 lines.
constexpr std::size_t kLines = 4 * (16 + 16 + 8 * 4);
constexpr std::size_t kTwiddles = 4 + 13;  // of 4 transforms of 4 points, and between and within the second 4

TEST(Canvas, HasEveryLineAndLabelInSvg) {
  const std::string svg = drawn(svg_canvas);
  EXPECT_EQ(count(svg, "M"), kLines);
  EXPECT_EQ(count(svg, "<text"), 16 + 16 + count(svg, "text-anchor='end' fill='#be2828'"));
  EXPECT_EQ(count(svg, "<rect"), 1 + 8u);
  EXPECT_EQ(count(svg, ">x(9) 0101<"), 0u);
  EXPECT_EQ(count(svg, ">x(9) 1001<"), 1u);
  EXPECT_EQ(count(svg, "<title>A title</title>"), 1u);
}

TEST(Canvas, HasEveryLineAndLabelInPdf) {
  const std::string pdf = drawn(pdf_canvas);
  const std::size_t begin = pdf.find("stream\n") + 7;
  const std::string page = inflated(pdf.substr(begin, pdf.find("\nendstream") - begin));
  EXPECT_EQ(count(page, " l S\n"), kLines);
  EXPECT_EQ(count(page, "(x\\(9\\) 1001) Tj"), 1u);
  EXPECT_EQ(count(page, "re f\n"), 8u);
}

// The offsets by which readers find a document's parts.
TEST(Canvas, PointsToEachPartOfThePdf) {
  const std::string pdf = drawn(pdf_canvas);
  std::istringstream references(pdf.substr(pdf.find("xref\n")));
  std::string word;
  std::size_t first = 0, objects = 0, offset = 0;
  references >> word >> first >> objects >> word >> word >> word;
  for (std::size_t i = 1; i < objects; ++i) {
    references >> offset >> word >> word;
    EXPECT_EQ(pdf.substr(offset, 7), std::to_string(i) + " 0 obj");
  }
  references.str(pdf.substr(pdf.find("startxref")));
  references >> word >> offset;
  EXPECT_EQ(pdf.substr(offset, 5), "xref\n");
}

TEST(Canvas, TurnsEachWireThatHasATwiddle) {
  std::size_t twiddles = 0;
  for (const Stage& stage : example().stages)
    for (const Butterfly& butterfly : stage.butterflies)
      for (const std::uint32_t twiddle : butterfly.twiddles) twiddles += twiddle != 0;
  EXPECT_EQ(twiddles, kTwiddles);
  EXPECT_EQ(count(drawn(svg_canvas), "text-anchor='end' fill='#be2828'"), kTwiddles);
}

}  // namespace
}  // namespace gpufft::program
