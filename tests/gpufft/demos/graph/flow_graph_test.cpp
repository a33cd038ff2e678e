// SPDX-License-Identifier: MIT
#include "gpufft/demos/graph/flow_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <set>

#include "gpufft/backend.h"
#include "tests/gpufft/double_dft.h"

namespace gpufft::program {
namespace {

using oracle::Points;

std::complex<double> turn(std::size_t twiddle, std::size_t length) {
  return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(twiddle) / static_cast<double>(length));
}

// Evaluates the drawn graph.
Points followed(const FlowGraph& graph, const Points& x) {
  Points wires(x.size());
  for (std::size_t wire = 0; wire < x.size(); ++wire) wires[wire] = x[graph.input[wire]];
  for (const Stage& stage : graph.stages) {
    for (const Butterfly& butterfly : stage.butterflies) {
      Points in;
      for (std::size_t i = 0; i < butterfly.wires.size(); ++i)
        in.push_back(wires[butterfly.wires[i]] * turn(butterfly.twiddles[i], graph.length));
      const Points out = oracle::dft(in);
      for (std::size_t i = 0; i < out.size(); ++i) wires[butterfly.wires[i]] = out[i];
    }
    if (stage.twist.empty()) continue;
    const Points before = wires;
    for (std::size_t wire = 0; wire < wires.size(); ++wire) wires[stage.twist[wire]] = before[wire];
  }
  return wires;
}

void expect_a_transform(const FlowGraph& graph) {
  std::mt19937 generator(static_cast<unsigned>(graph.length));
  std::uniform_real_distribution<double> level(-1, 1);
  Points x(graph.length);
  for (auto& point : x) point = {level(generator), level(generator)};
  const Points drawn = followed(graph, x), truth = oracle::dft(x);
  for (std::size_t k = 0; k < x.size(); ++k) ASSERT_LT(std::abs(drawn[k] - truth[k]), 1e-10) << k;
}

TEST(FlowGraph, TransformsWhenFollowed) {
  for (std::size_t length = 2; length <= 100; ++length) {
    SCOPED_TRACE(length);
    expect_a_transform(flow_graph(length, textbook_structure(length), FlowStyle::Classic));
    expect_a_transform(flow_graph(length, codelets_of_sixteen(length), FlowStyle::Practical));
  }
}

TEST(FlowGraph, TransformsWithAnyCodelets) {
  for (const char* const text : {"16,16", "4x4,16", "2x8,4,4", "64,2x2", "4,64", "8x8x4", "2,2,2,2,2,2,2,2"}) {
    SCOPED_TRACE(text);
    for (const FlowStyle style : {FlowStyle::Classic, FlowStyle::Practical})
      expect_a_transform(flow_graph(256, parse_structure(text, 256), style));
  }
  expect_a_transform(flow_graph(360, parse_structure("3x4,5,6", 360), FlowStyle::Practical));
}

TEST(FlowGraph, KeepsPracticalWingsWithinACodelet) {
  const FlowGraph graph = flow_graph(4096, codelets_of_sixteen(4096), FlowStyle::Practical);
  ASSERT_EQ(graph.stages.size(), 12u);
  for (const Stage& stage : graph.stages)
    for (const Butterfly& butterfly : stage.butterflies)
      ASSERT_EQ(butterfly.wires.front() / 16, butterfly.wires.back() / 16);
}

TEST(FlowGraph, TouchesEveryWireOnceInEachStage) {
  const FlowGraph graph = flow_graph(120, parse_structure("2x4,15", 120), FlowStyle::Practical);
  for (const Stage& stage : graph.stages) {
    std::set<std::uint32_t> touched;
    for (const Butterfly& butterfly : stage.butterflies) touched.insert(butterfly.wires.begin(), butterfly.wires.end());
    EXPECT_EQ(touched.size(), 120u);
  }
}

TEST(FlowGraph, RefusesWhatNobodyCouldRead) {
  EXPECT_THROW(flow_graph(1, {{1}}, FlowStyle::Classic), PlanError);
  EXPECT_THROW(flow_graph(8192, textbook_structure(8192), FlowStyle::Classic), PlanError);
}

TEST(Structure, ReadsWhatItWrites) {
  for (const char* const text : {"4x4,16x2", "2x2x2", "5x3,7x2"}) {
    std::size_t length = 1;
    for (const Codelet& codelet : parse_structure(text, text[0] == '4' ? 512 : text[0] == '2' ? 8 : 210))
      length *= points(codelet);
    EXPECT_EQ(to_string(parse_structure(text, length)), text);
  }
}

TEST(Structure, RefusesOtherLengthsAndOtherThings) {
  for (const char* const text :
       {"16,8", "", "16,,16", "16x", "a", "1,256", "-16,16", "99999999999999999999", "4096,4096"})
    EXPECT_THROW(parse_structure(text, 256), PlanError) << text;
}

TEST(Structure, HasCodeletsOfAtMostSixteenPoints) {
  EXPECT_EQ(to_string(codelets_of_sixteen(4096)), "2x2x2x2,2x2x2x2,2x2x2x2");
  EXPECT_EQ(to_string(codelets_of_sixteen(60)), "2x5,2x3");
  EXPECT_EQ(to_string(codelets_of_sixteen(4093)), "4093");
}

}  // namespace
}  // namespace gpufft::program
