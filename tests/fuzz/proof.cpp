#include "campaign/proof/proof_text.h"
#include "fuzz/fuzz.h"
#include "halfturn/campaign_proof.h"

using namespace halfturn;
using fuzz::hold;

namespace {

/// The text of which this is the head has the right last line, so that what comes before it is looked at.
std::string with_right_checksum(std::string text) {
  if (const std::size_t last = text.rfind("checksum "); last != std::string::npos) text.erase(last);
  ProofChecksum checksum;
  checksum.add(text);
  return text + format_checksum_line(checksum.value());
}

/// To draw a sample takes as long as it is large, which says nothing about whether it is read well.
bool claims_much(std::string_view text) {
  std::size_t at = text.find("cosets sample ");
  if (at == std::string_view::npos) return false;
  at += std::string_view("cosets sample ").size();
  std::size_t digits = 0;
  while (at + digits < text.size() && text[at + digits] >= '0' && text[at + digits] <= '9') ++digits;
  return digits > 4;
}

void read(const std::string& text, std::size_t piece) {
  static const std::shared_ptr<const Cover> cover = shared_cover(CoverKind::with_inverses);
  const CosetRunner nobody = [](Phase1Coset, const CampaignParameters&,
                                const std::stop_token&) -> Result<CosetResult> {
    return Error{ErrorKind::machine, "nobody is asked", {}};
  };
  const auto source = [&](const TextSink& sink) -> Result<void> {
    for (std::size_t at = 0; at < text.size(); at += piece)
      if (Result<void> taken = sink(std::string_view(text).substr(at, piece)); !taken) return taken;
    return {};
  };
  const Result<ProofVerdict> verdict = verify_proof(source, nobody, {0, 1, cover}, {});
  if (!verdict) {
    hold(verdict.error().kind == ErrorKind::bad_input, "what is no proof file is bad input");
    return fuzz::hold_error(verdict.error(), text);
  }
  hold(verdict->differences.size() <= ProofVerdict::kMostDifferences, "a list of differences is short");
  hold(verdict->read_to_end || verdict->difference_count > 0, "what is not read to its end differs");
  if (verdict->difference_count > 0) return;
  hold(text.starts_with(format_head(verdict->claim)), "there is one way to write the head");
  hold(verdict->totals.cosets + verdict->missing == verdict->claim.plan.count(),
       "every coset of the claim is named or missing");
}

}  // namespace

/// The first byte says in which pieces the text comes. Read as it is, and with a checksum that fits.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(fuzz::text_of(data + 1, size - 1));
  if (claims_much(text)) return 0;
  read(text, data[0] % 64 + 1);
  read(with_right_checksum(text), 1 << 16);
  return 0;
}
