// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <list>
#include <string>
#include <utility>

#include "daemon/outputs/convert/sigmf_pair.h"
#include "daemon/outputs/convert/tar_archive.h"

namespace spectrumd {

// Recordings of SigMF in an archive. Their pairs are made next to it first, as sizes stand before contents in it. One
// thread; all members throw OutputError and block on the disk. What is not finished is removed.
class SigmfArchive {
 public:
  // `with_collection`: the recordings belong together, as a file says which has the checksum of each.
  SigmfArchive(std::filesystem::path path, bool with_collection);  // which must not exist yet
  ~SigmfArchive();
  SigmfArchive(const SigmfArchive&) = delete;
  SigmfArchive& operator=(const SigmfArchive&) = delete;

  // To be filled and finished before the archive is. Names of recordings are those of folders, and must differ.
  ConvertedFile& add(const std::string& name, const Recording& from, gpufft::SampleFormat format);
  void finish();

 private:
  struct Member {
    Member(std::string its_name, const std::filesystem::path& stem, const Recording& from, gpufft::SampleFormat format,
           const std::string& collection)
        : name(std::move(its_name)), pair(stem, from, format, collection) {}
    const std::string name;
    SigmfPair pair;
  };

  void write(TarArchive& archive) const;
  std::string collection_text() const;

  const std::filesystem::path path_;
  const bool with_collection_;
  std::list<Member> members_;
};

}  // namespace spectrumd
