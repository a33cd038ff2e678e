// SPDX-License-Identifier: MIT
#include "daemon/outputs/convert/sigmf_pair.h"

#include <system_error>
#include <utility>

namespace spectrumd {

namespace fs = std::filesystem;

SigmfPair::SigmfPair(const fs::path& stem, const Recording& from, gpufft::SampleFormat format, std::string collection)
    : writer_(std::in_place, stem,
              SigmfGlobal{.format = format,
                          .rate = from.rate,
                          .hardware = "",
                          .description = "",
                          .collection = std::move(collection)}),
      data_(writer_->data_path()),
      metadata_(writer_->metadata_path()) {}

SigmfPair::~SigmfPair() {
  if (finished_) return;
  writer_->abandon("", "");
  writer_.reset();
  remove();
}

void SigmfPair::begin(const Capture& capture) {
  writer_->begin_capture({.global_index = writer_->samples() + (missing_ += capture.missing),
                          .center = capture.center,
                          .time = capture.time,
                          .lost = capture.missing},
                         "", "");
}

void SigmfPair::finish() {
  writer_->finish("", "");
  if (const auto trouble = writer_->trouble()) throw OutputError(*trouble);
  finished_ = true;
}

void SigmfPair::remove() const {
  std::error_code error;
  for (const fs::path& file : {data_, metadata_}) fs::remove(file, error);
}

}  // namespace spectrumd
