// Campaigns with the real program file, table, cover and solver.

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/file_descriptor.h"
#include "campaign/campaign_state.h"
#include "halfturn/campaign.h"
#include "halfturn/campaign_proof.h"
#include "table/file_header.h"

namespace halfturn {

Result<std::uint64_t> checksum_of(const CampaignProgram& program) {
  const FileDescriptor file(::open(program.file.c_str(), O_RDONLY | O_CLOEXEC));
  ContentHash hash;
  std::vector<std::byte> piece(std::size_t{1} << 20);
  while (true) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got == 0) return hash.value();
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return Error{ErrorKind::machine,
                   fmt::format("cannot read the program's own file: {}", std::strerror(errno)),
                   {}};
    hash.add(std::span(piece).first(static_cast<std::size_t>(got)));
  }
}

namespace {

/// What made-up results depend on.
Result<CampaignIdentity> identity_without_table(const CampaignProgram& program, const Cover& cover) {
  const Result<std::uint64_t> file = checksum_of(program);
  if (!file) return file.error();
  return CampaignIdentity{program.version, *file, 0, checksum_of(cover)};
}

/// What results depend on now. The phase-1 table must be there.
Result<CampaignIdentity> identity_now(const CampaignProgram& program, const TableStore& store,
                                      const Cover& cover, const Run& run) {
  const TableKind kind = Phase1Table::kind();
  if (Result<void> sound = store.verify(kind, run); !sound) return sound.error();
  const Result<std::uint64_t> table = store.checksum(kind);
  if (!table) return table.error();
  Result<CampaignIdentity> identity = identity_without_table(program, cover);
  if (identity) identity->table_checksum = *table;
  return identity;
}

}  // namespace

std::uint64_t checksum_of(const Cover& cover) {
  return cover.checksum();
}

Result<void> Campaign::create(const std::filesystem::path& folder, const CampaignPlan& plan,
                              const CampaignProgram& program, const TableStore& store, const Run& run) {
  const auto coordinates = Phase1Coordinates::make();
  const Cover cover = Cover::make(plan.parameters.cover, *coordinates);
  // Before a table is built for it.
  if (Result<void> fits = check_plan(plan, cover.size()); !fits) return fits;
  if (plan.parameters.rehearsal) {
    const Result<CampaignIdentity> identity = identity_without_table(program, cover);
    if (!identity) return identity.error();
    return create(folder, plan, *identity, cover.size());
  }
  if (const auto table = store.open_or_build(Phase1Table::kind(), Residency::mapped, run); !table)
    return table.error();
  const Result<CampaignIdentity> identity = identity_now(program, store, cover, run);
  if (!identity) return identity.error();
  return create(folder, plan, *identity, cover.size());
}

Result<CampaignRunSummary> Campaign::run(const CampaignProgram& program, const TableStore& store,
                                         InstructionSet set, const CampaignRunOptions& options,
                                         const Run& run) {
  Result<Solver> two_phase = Solver::open(store, {.residency = Residency::resident, .set = set}, run);
  if (!two_phase) return two_phase.error();
  const std::shared_ptr<const Phase1Table> phase1 = two_phase->phase1();
  const Cover cover = Cover::make(plan().parameters.cover, phase1->coordinates());
  const Result<CampaignIdentity> identity = identity_now(program, store, cover, run);
  if (!identity) return identity.error();
  // Before the solver takes its gigabytes.
  if (Result<void> same = check_identity(*identity, options.accept_change); !same) return same.error();
  CosetSolver solver(std::move(*two_phase));
  // Before the first coset, whose time would otherwise include it.
  if (Result<void> taken = solver.take_memory(run); !taken) return taken.error();
  const auto prove = [&](Phase1Coset coset, const CampaignParameters& parameters, const std::stop_token&) {
    return solver.prove(Cube().after(coset_sequence(*phase1, coset)), {{}, parameters.prove}, run);
  };
  return this->run(cover, *identity, prove, options, run);
}

Result<CampaignRunSummary> Campaign::rehearse(const CampaignProgram& program,
                                              const CampaignRunOptions& options, const Run& run) {
  const Result<CampaignIdentity> identity = identity_without_table(program, state_->ledger.cover()->cover);
  if (!identity) return identity.error();
  return rehearse(*identity, options, run);
}

Result<ProofVerdict> verify_proof(const ProofSource& source, const TableStore& store, InstructionSet set,
                                  const ProofCheckOptions& options, const Run& run) {
  std::optional<CosetSolver> solver;
  const auto prove = [&](Phase1Coset coset, const CampaignParameters& parameters,
                         const std::stop_token&) -> Result<CosetResult> {
    if (!solver) {
      Result<CosetSolver> opened = CosetSolver::open(store, set, run);
      if (!opened) return opened.error();
      solver.emplace(std::move(*opened));
    }
    return solver->prove(Cube().after(coset_sequence(solver->phase1(), coset)), {{}, parameters.prove}, run);
  };
  return verify_proof(source, prove, options, run);
}

}  // namespace halfturn
