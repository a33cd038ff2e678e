// SPDX-License-Identifier: MIT
#include "gpufft/program/commands/commands.h"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
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
    throw std::runtime_error(request.file.string() + ": pictures end in .svg or .pdf");
  if (request.length < 2 || request.length > kLongestGraph)
    throw std::runtime_error(
        fmt::format("a graph of {} points cannot be read; 2 to {} can", request.length, kLongestGraph));
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

void add_graph_command(CLI::App& app) {
  auto* const command = app.add_subcommand("graph", "The flow of a transform's butterflies, as SVG or PDF");
  const auto request = std::make_shared<GraphRequest>();
  command->add_option("N", request->length, "Points of the transform, 2 to 4096")->required();
  command->add_option("FILE", request->file, "Ends in .svg or .pdf")->required();
  command->add_option(
      "--codelets", request->codelets,
      "What is done at one go, such as 16,16, or 4x4,2x8 to give the radices as well (default: up to 16 "
      "points by prime factors; classic: all prime factors)");
  const std::map<std::string, FlowStyle> styles{{"classic", FlowStyle::Classic}, {"practical", FlowStyle::Practical}};
  command
      ->add_option("--style", request->style,
                   "classic: wings grow with every stage; practical: ordinals are rotated after each codelet, so that "
                   "wings stay short (default)")
      ->transform(CLI::CheckedTransformer(styles));
  command->callback([request] { write_graph(*request); });
}

}  // namespace gpufft::program
