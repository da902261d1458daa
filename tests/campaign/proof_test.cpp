// Proof files: what is written, that it is the same from the same results, and what checking it finds.

#include "halfturn/campaign_proof.h"

#include <algorithm>

#include "base/gzip.h"
#include "campaign/proof/proof_text.h"
#include "fixture.h"

namespace halfturn::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CampaignProof : public CampaignTest {
 protected:
  std::string exported() const {
    const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
    std::string text;
    const Result<ProofTotals> totals = campaign->export_proof([&](std::string_view piece) -> Result<void> {
      text += piece;
      return {};
    });
    EXPECT_TRUE(totals.ok()) << totals.error().text();
    return text;
  }

  static ProofSource in_pieces(const std::string& text, std::size_t piece = 7) {
    return [text, piece](const TextSink& sink) -> Result<void> {
      for (std::size_t at = 0; at < text.size(); at += piece)
        if (Result<void> taken = sink(std::string_view(text).substr(at, piece)); !taken) return taken;
      return {};
    };
  }

  Result<ProofVerdict> checked(const std::string& text, std::uint64_t recompute = 0,
                               std::function<Result<CosetResult>(std::uint64_t)> work = nullptr) const {
    return verify_proof(in_pieces(text), runner(std::move(work)), {recompute, 1, the_cover()}, {});
  }
  ProofVerdict verdict(const std::string& text) const {
    const Result<ProofVerdict> result = checked(text);
    if (result) return *result;
    ADD_FAILURE() << result.error().text();
    return {};
  }

  /// With another last line, as somebody who wants to deceive would write it.
  static std::string with_checksum(std::string text) {
    text.erase(text.rfind("checksum "));
    ProofChecksum checksum;
    checksum.add(text);
    return text + format_checksum_line(checksum.value());
  }
  static std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  }
};

TEST_F(CampaignProof, SaysWhatIsShownAndOfWhat) {
  created(range(7, 10));
  ASSERT_TRUE(run(runner([](std::uint64_t index) -> Result<CosetResult> {
                if (index == 9) return Error{ErrorKind::machine, "broken", {}};
                return answer(index == 7);
              })).ok());
  const auto coset = [](std::uint64_t index) {
    const Phase1Coset numbers = *cover().coset(index);
    return std::to_string(index) + " " + std::to_string(numbers.twist) + " " + std::to_string(numbers.flip) +
           " " + std::to_string(numbers.slice);
  };
  const std::string text = exported();
  const std::size_t end = text.rfind("checksum xxh3 ");
  ASSERT_NE(end, std::string::npos);
  char cover_checksum[17];
  std::snprintf(cover_checksum, sizeof cover_checksum, "%016llx",
                static_cast<unsigned long long>(identity().cover_checksum));
  EXPECT_EQ(text.substr(0, end),
            "halfturn-proof 1\n"
            "prove 20\n"
            "cover with-inverses 42192255 " +
                std::string(cover_checksum) +
                "\n"
                "cosets range 7 10\n"
                "made-with 1 halfturn 1.2.3 program fedcba9876543210 phase-1-table 0123456789abcdef\n"
                "columns coset twist flip slice outcome left made-with levels\n" +
                coset(7) + " proved 0 1 3:5 4:19508428790+\n" + coset(8) +
                " unproved 10 1 3:5 4:19508428790+\n"
                "totals 2 cosets 1 proved 1 unproved\n");
  EXPECT_EQ(text.substr(end), with_checksum(text).substr(end));
}

TEST_F(CampaignProof, TheSameResultsGiveTheSameBytes) {
  CampaignIdentity other_program = identity();
  other_program.program_checksum = 1;
  CampaignRunOptions accepting;
  accepting.accept_change = true;
  accepting.limit = 3;
  created(sample(6, 9));
  ASSERT_TRUE(run(runner(), accepting).ok());
  ASSERT_TRUE(run(runner(), accepting, other_program).ok());
  const std::string text = exported();

  // The other way round, with the other program first, and a coset that failed at first.
  const std::vector<std::uint64_t> cosets = draw_sample({6, 9}, cover().size());
  const fs::path first = folder_ / "ledger.db";
  fs::rename(folder_, home_.path() / "first");
  created(sample(6, 9));
  bool broken = true;
  for (const std::size_t place : {5u, 3u, 4u, 1u, 0u, 2u}) {
    CampaignRunOptions one = accepting;
    one.limit.reset();
    one.only = cosets[place];
    one.retry_failed = true;
    const auto work = [&](std::uint64_t) -> Result<CosetResult> {
      if (std::exchange(broken, false)) return Error{ErrorKind::machine, "broken", {}};
      return answer();
    };
    ASSERT_TRUE(run(runner(work), one, place < 3 ? identity() : other_program).ok());
    ASSERT_TRUE(run(runner(work), one, place < 3 ? identity() : other_program).ok());
  }
  EXPECT_EQ(exported(), text);
  EXPECT_TRUE(verdict(text).holds());
  EXPECT_EQ(verdict(text).claim.made_with.size(), 2u);
}

TEST_F(CampaignProof, WhatIsRightHolds) {
  created(range(100, 120));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  const std::size_t before = executed().size();
  const Result<ProofVerdict> result = checked(text, 4);
  ASSERT_TRUE(result.ok()) << result.error().text();
  EXPECT_TRUE(result->holds());
  EXPECT_TRUE(result->read_to_end);
  EXPECT_EQ(result->totals, (ProofTotals{20, 20, 0}));
  ASSERT_EQ(result->recomputed.size(), 4u);
  std::vector<std::uint64_t> again;
  for (const RecomputedCoset& coset : result->recomputed) {
    again.push_back(coset.index);
    EXPECT_EQ(coset.found, CosetOutcome::proved);
    EXPECT_EQ(coset.levels_compared, 1);
    EXPECT_EQ(coset.levels_not_compared, 0);
  }
  std::vector<std::uint64_t> worked_on = executed();
  worked_on.erase(worked_on.begin(), worked_on.begin() + static_cast<std::ptrdiff_t>(before));
  EXPECT_EQ(worked_on, again);
  EXPECT_TRUE(std::ranges::is_sorted(again));
  EXPECT_EQ(checked(text, 99)->recomputed.size(), 20u) << "all there are";
  // Every coset is chosen by some seed.
  std::map<std::uint64_t, int> chosen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Result<ProofVerdict> other =
        verify_proof(in_pieces(text, 1 << 20),
                     [](Phase1Coset, const CampaignParameters&, const std::stop_token&) {
                       return Result<CosetResult>(answer());
                     },
                     {2, seed, the_cover()}, {});
    for (const RecomputedCoset& coset : other->recomputed) ++chosen[coset.index];
  }
  EXPECT_EQ(chosen.size(), 20u);
}

TEST_F(CampaignProof, ACosetThatIsOtherwiseHereDiffers) {
  created(range(0, 1));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  const auto differences = [&](const std::function<void(CosetResult&)>& change) {
    const Result<ProofVerdict> result = checked(text, 1, [&](std::uint64_t) {
      CosetResult found = answer();
      change(found);
      return found;
    });
    EXPECT_FALSE(result->holds() && result->differences.empty() != (result->difference_count == 0));
    return result->differences;
  };
  EXPECT_THAT(differences([](CosetResult&) {}), ElementsAre());
  EXPECT_THAT(differences([](CosetResult& found) { found.proved.reset(); }),
              ElementsAre("coset 0: it is said to be proved, and here it is unproved"));
  EXPECT_THAT(differences([](CosetResult& found) { found.proved = 21; }),
              ElementsAre("coset 0: it is said to be proved, and here it is unproved"));
  EXPECT_THAT(differences([](CosetResult& found) { found.levels[0].total = 6; }),
              ElementsAre("coset 0: level 3: it is said to have 5 positions, and here it is 6"));
  EXPECT_THAT(differences([](CosetResult& found) {
                found.levels[1].exact = true;
                found.levels[1].total = 9;
              }),
              ElementsAre("coset 0: level 4: it is said to have at least 19508428790 positions, and here it "
                          "is 9"));
  EXPECT_THAT(differences([](CosetResult& found) { found.levels[1].total = 9; }), ElementsAre())
      << "what is not exact depends on how the work is done";
  EXPECT_THAT(differences([](CosetResult& found) {
                found.levels[0].exact = false;
                found.levels[0].total = 6;
              }),
              ElementsAre("coset 0: level 3: it is said to have 5 positions, and here it is at least 6"));
  const Result<ProofVerdict> partly = checked(text, 1, [](std::uint64_t) {
    CosetResult found = answer();
    found.levels[0].exact = false;
    found.levels[0].total = 4;
    return found;
  });
  EXPECT_TRUE(partly->holds());
  EXPECT_EQ(partly->recomputed.front().levels_not_compared, 1);
}

TEST_F(CampaignProof, EveryChangedByteIsFound) {
  created(range(0, 2));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const int bit : {0, 4}) {
      std::string other = text;
      other[at] = static_cast<char>(other[at] ^ (1 << bit));
      const Result<ProofVerdict> result = checked(other);
      EXPECT_TRUE(!result || (!result->holds() && result->difference_count > 0)) << at << " " << other;
    }
  for (std::size_t length = 0; length < text.size(); ++length) {
    const Result<ProofVerdict> result = checked(text.substr(0, length));
    EXPECT_TRUE(!result || !result->holds()) << length;
  }
  EXPECT_THAT(verdict(text.substr(0, text.size() - 1)).differences, ElementsAre(HasSubstr("cut short")));
  EXPECT_THAT(verdict(text + "more\n").differences, ElementsAre(HasSubstr("a line after the checksum")));
  EXPECT_THAT(verdict(replaced(text, " 3:5", " 3:4")).differences,
              ElementsAre(HasSubstr("line 10: the last line should be 'checksum xxh3 ")));
}

TEST_F(CampaignProof, ALieWithARightChecksumIsFound) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  const Phase1Coset one = *cover().coset(1);
  const std::string row = "\n1 " + std::to_string(one.twist) + " ";
  const std::size_t at = text.find(row) + 1;
  const std::string line = text.substr(at, text.find('\n', at) + 1 - at);
  struct Lie {
    std::string what;
    std::string by;
    std::string difference;
  };
  const std::vector<Lie> lies = {
      {row, "\n1 " + std::to_string(one.twist + 1) + " ",
       "coset 1: twist is " + std::to_string(one.twist + 1) + " and should be " + std::to_string(one.twist)},
      {"\n" + line, "\n" + line + line, "coset 1: it comes after coset 1"},
      {"cosets range 0 3", "cosets range 1 3", "coset 0: it is not among those that are claimed"},
      {"totals 3", "totals 4", "the totals are 4 cosets, 3 proved, 0 unproved and should be 3, 3, 0"},
      {"prove 20", "prove 3", "coset 0: level 4: there are no levels below 0 or above 3"},
      {"proved 0 1 3:5 4:19508428790+", "proved 7 1 3:5 4:19508428790+",
       "coset 0: outcome is proved and remaining is 7 and should be 0"},
      {" 4:19508428790+", " 4:1900000000+", "coset 0: the levels reach 1900000000 positions and 0 are left"},
      {" 4:19508428790+", " 4:19508428801+", "should be at most 19508428800"},
      {"cover with-inverses 42192255", "cover with-inverses 42192256",
       "the cover with-inverses has 42192256 cosets and should have 42192255"},
      {"cover with-inverses", "cover plain", "the cover plain has 42192255 cosets and should have 55878399"},
      {"with-inverses 42192255 ", "with-inverses 42192255 0", "line 3: cannot read"},
      {"cosets range 0 3", "cosets range 3 0", "line 4: there is no coset in 3..0"},
      {"cosets range 0 3", "cosets range 0 42192256", "line 4: there is no coset 42192255"},
      {"cosets range 0 3", "cosets sample 3 seed 1", "coset 0: it is not among those that are claimed"},
      {"cosets range 0 3", "cosets sample 99999999999 seed 1", "line 4: there are no 99999999999"},
      {"prove 20", "prove 020", "line 2: cannot read"},
      {"prove 20", "prove 31", "line 2: cannot read"},
      {"made-with 1", "made-with 2", "line 5: cannot read"},
      {" proved 0 1 ", " proved 0 2 ", "line 7: cannot read"},
      {" proved 0 1 ", " proved 0  1 ", "line 7: cannot read"},
      {" proved 0 1 ", " error 0 1 ", "line 7: cannot read"},
      {" 3:5", " 3:05", "line 7: cannot read"},
      {" 3:5", " 3:" + std::string(5000, '5'), "line 7: "},
  };
  for (const Lie& lie : lies) {
    SCOPED_TRACE(lie.by.substr(0, 60));
    const ProofVerdict found = verdict(with_checksum(replaced(text, lie.what, lie.by)));
    EXPECT_FALSE(found.holds());
    ASSERT_FALSE(found.differences.empty());
    EXPECT_THAT(found.differences.front(), HasSubstr(lie.difference));
    EXPECT_TRUE(found.recomputed.empty());
  }
  const ProofVerdict without =
      verdict(with_checksum(replaced(replaced(text, line, ""), "totals 3 cosets 3", "totals 2 cosets 2")));
  EXPECT_EQ(without.missing, 1u);
  EXPECT_EQ(without.difference_count, 0u) << "what is there is right";
  EXPECT_FALSE(without.holds());
  const Result<ProofVerdict> diary = checked("Dear diary\n");
  ASSERT_FALSE(diary.ok());
  EXPECT_EQ(diary.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(checked("").error().kind, ErrorKind::bad_input);
  EXPECT_EQ(checked(std::string(100'000, 'x')).error().kind, ErrorKind::bad_input);
}

TEST_F(CampaignProof, ManyDifferencesAreCountedAndTheFirstAreShown) {
  created(range(0, 60));
  ASSERT_TRUE(run().ok());
  std::string text = exported();
  for (std::size_t at = 0; (at = text.find(" proved 0 1", at)) != std::string::npos;)
    text.replace(at, 11, " proved 5 1");
  const ProofVerdict found = verdict(with_checksum(text));
  EXPECT_EQ(found.difference_count, 60u);
  EXPECT_EQ(found.differences.size(), ProofVerdict::kMostDifferences);
}

TEST_F(CampaignProof, ASampleThatIsNotTheSeedsIsNotExported) {
  created(sample(4, 1));
  sql::Database(ledger_, SQLITE_OPEN_READWRITE).script("UPDATE sample SET coset = 5 WHERE position = 2");
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  const Result<ProofTotals> totals =
      campaign->export_proof([](std::string_view) -> Result<void> { return {}; });
  ASSERT_FALSE(totals.ok());
  EXPECT_EQ(totals.error().kind, ErrorKind::damaged);
  EXPECT_EQ(totals.error().message, "the sample is not the one that the seed 1 draws");
}

TEST_F(CampaignProof, AResultThatDoesNotCountIsNotExported) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  sql::Database(ledger_, SQLITE_OPEN_READWRITE).script("UPDATE setting SET prove = 25");
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  const auto source = [&](const TextSink& sink) -> Result<void> {
    const Result<ProofTotals> totals = campaign->export_proof(sink);
    return totals ? Result<void>() : totals.error();
  };
  const Result<void> read = source([](std::string_view) -> Result<void> { return {}; });
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, ErrorKind::damaged);
  const Result<ProofVerdict> found = verify_proof(source, runner(), {}, {});
  ASSERT_TRUE(found.ok());
  EXPECT_THAT(found->differences,
              ElementsAre(HasSubstr("the result of coset 0: prove is 25 and should be 20")));
}

TEST_F(CampaignProof, EndsWhenAsked) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  std::stop_source source;
  const auto stopping = runner([&](std::uint64_t) {
    source.request_stop();
    CosetResult result = answer();
    result.stopped = true;
    return result;
  });
  const Result<ProofVerdict> in_a_coset =
      verify_proof(in_pieces(text), stopping, {1, 1}, {.stop = source.get_token()});
  ASSERT_FALSE(in_a_coset.ok());
  EXPECT_EQ(in_a_coset.error().kind, ErrorKind::stopped);
  EXPECT_EQ(verify_proof(in_pieces(text), runner(), {1, 1}, {.stop = source.get_token()}).error().kind,
            ErrorKind::stopped);
  const Result<Campaign> campaign = Campaign::open(folder_, Campaign::Access::read);
  EXPECT_EQ(
      campaign
          ->export_proof([](std::string_view) -> Result<void> { return {}; }, {.stop = source.get_token()})
          .error()
          .kind,
      ErrorKind::stopped);
  EXPECT_EQ(verify_proof(in_pieces(text), runner([](std::uint64_t) -> Result<CosetResult> {
                           return Error{ErrorKind::machine, "not enough memory", {}};
                         }),
                         {1, 1}, {})
                .error()
                .message,
            "not enough memory");
}

TEST_F(CampaignProof, AFileIsReadCompressedOrNot) {
  created(range(0, 3));
  ASSERT_TRUE(run().ok());
  const std::string text = exported();
  std::string compressed;
  GzipWriter writer([&](std::string_view piece) -> Result<void> {
    compressed += piece;
    return {};
  });
  ASSERT_TRUE(writer.add(text).ok());
  ASSERT_TRUE(writer.end().ok());
  const fs::path file = home_.path() / "proof";
  const auto found = [&](const std::string& content) {
    write_file(file, content);
    return verify_proof(proof_file(file, {}), runner(), {0, 1}, {});
  };
  EXPECT_TRUE(found(text)->holds());
  EXPECT_TRUE(found(compressed)->holds());
  EXPECT_THAT(found(compressed.substr(0, compressed.size() - 9))->differences,
              ElementsAre(HasSubstr("the compressed file is cut short")));
  fs::remove(file);
  EXPECT_EQ(verify_proof(proof_file(file, {}), runner(), {0, 1}, {}).error().kind, ErrorKind::missing);
}

}  // namespace
}  // namespace halfturn::testing
