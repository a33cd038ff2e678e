// SPDX-License-Identifier: MIT
#include "qpu/firmware/run_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mailbox/v3d_registers.h"

namespace qpu {

Statistics difference(Statistics now, const Statistics& before) {
  for (std::size_t cause = 0; cause < kStallCauses; ++cause) now.stalled_cycles[cause] -= before.stalled_cycles[cause];
  for (const auto field :
       {&Statistics::cycles, &Statistics::instructions, &Statistics::programs, &Statistics::tmu_requests,
        &Statistics::tmu_misses, &Statistics::l2_misses, &Statistics::vpm_read_words, &Statistics::vpm_written_words,
        &Statistics::vdr_words, &Statistics::vdw_words, &Statistics::sdram_read_bytes, &Statistics::sdram_written_bytes,
        &Statistics::uniforms, &Statistics::broken_hazards, &Statistics::undefined_reads, &Statistics::stale_words})
    now.*field -= before.*field;
  return now;
}

std::string to_json(const RunRecord& record) {
  const Statistics& counted = record.statistics;
  nlohmann::ordered_json stalls;
  for (std::size_t cause = 0; cause < kStallCauses; ++cause)
    stalls[std::string(name_of(Stall{static_cast<std::uint8_t>(cause)}))] = counted.stalled_cycles[cause];
  return nlohmann::ordered_json{
      {"launch", record.launch == RunRecord::Launch::Mailbox ? "mailbox" : "registers"},
      {"outcome", record.outcome},
      {"board", record.board},
      {"qpus", std::min<std::uint64_t>(record.programs, mailbox::kQpus)},
      {"programs", record.programs},
      {"cycles", counted.cycles},
      {"microseconds", record.microseconds},
      {"instructions", counted.instructions},
      {"stalled_cycles", stalls},
      {"uniforms", counted.uniforms},
      {"tmu_requests", counted.tmu_requests},
      {"tmu_misses", counted.tmu_misses},
      {"l2_misses", counted.l2_misses},
      {"vpm_read_words", counted.vpm_read_words},
      {"vpm_written_words", counted.vpm_written_words},
      {"vdr_words", counted.vdr_words},
      {"vdw_words", counted.vdw_words},
      {"sdram_read_bytes", counted.sdram_read_bytes},
      {"sdram_written_bytes", counted.sdram_written_bytes},
      {"broken_hazards", counted.broken_hazards},
      {"undefined_reads", counted.undefined_reads},
      {"stale_words", counted.stale_words},
  }
      .dump();
}

}  // namespace qpu
