// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "gpufft/demos/graph/picture.h"

namespace gpufft::program {
namespace {

struct GraphRequest {
  std::size_t length = 0;
  std::string codelets;
  FlowStyle style = FlowStyle::Practical;
  std::filesystem::path file;
};

Structure structure_of(const GraphRequest& request) {
  if (!request.codelets.empty()) return parse_structure(request.codelets, request.length);
  return request.style == FlowStyle::Classic ? textbook_structure(request.length) : codelets_of_sixteen(request.length);
}

const char* name_of(FlowStyle style) { return style == FlowStyle::Classic ? "classic" : "practical"; }

void write_graph(const GraphRequest& request) {
  const auto extension = request.file.extension();
  if (extension != ".svg" && extension != ".pdf")
    throw std::runtime_error(request.file.string() + ": the name must end in .svg or .pdf");
  if (request.length < 2 || request.length > kLongestGraph)
    throw std::runtime_error(
        fmt::format("cannot draw a graph of {} points; expected 2 to {}", request.length, kLongestGraph));
  const Structure structure = structure_of(request);
  const FlowGraph graph = flow_graph(request.length, structure, request.style);
  const PictureLayout layout = layout_of(graph);
  const std::string title =
      fmt::format("FFT of {} points, {}, {}", request.length, name_of(request.style), to_string(structure));
  const auto canvas = extension == ".svg" ? svg_canvas(layout.size, title) : pdf_canvas(layout.size, title);
  draw(graph, layout, *canvas);
  std::ofstream file(request.file, std::ios::binary);
  canvas->write(file);
  if (!file.flush()) throw std::runtime_error(request.file.string() + ": cannot be written");
  fmt::print("{}: {}, {} stages\n", request.file.string(), title, graph.stages.size());
}

}  // namespace

int run_graph(command_line::Arguments& arguments) {
  using command_line::into, command_line::one_of;
  GraphRequest request;
  std::string style = "practical";
  arguments.add(
      {{"N", "Points of the transform, 2 to 4096", into(request.length)},
       {"FILE", "File to write; its name ends in .svg or .pdf", into(request.file)},
       {"--codelets LIST",
        "Sizes of the codelets, such as 16,16, or 4x4,2x8 to set their radices as well (default: up to 16 points by "
        "prime factors; classic: all prime factors)",
        into(request.codelets)},
       {"--style STYLE",
        "classic: wings grow with every stage; practical: ordinals are rotated after each codelet, so that wings stay "
        "short (default)",
        one_of({"classic", "practical"}, into(style))}});
  if (!arguments.parse()) return 0;
  request.style = style == "classic" ? FlowStyle::Classic : FlowStyle::Practical;
  write_graph(request);
  return 0;
}

}  // namespace gpufft::program
