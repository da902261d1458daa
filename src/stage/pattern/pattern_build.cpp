#include "stage/pattern/pattern_build.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/pages.h"
#include "base/parallel.h"
#include "stage/pattern/flip_shuffle.h"
#include "stage/pattern/pattern_links.h"

namespace halfturn::stage {

namespace {

/// Writes a distance into the entries that a word marks, which must be zero. `first` is the word's first
/// entry. Only one thread writes to these bytes.
template <class Word>
void put(std::span<std::byte> content, Packing packing, std::size_t first, Word marked, unsigned distance) {
  if (packing == Packing::modulo_three && distance % 3 == 0) return;
  constexpr std::array<unsigned, 5> kPower = {1, 3, 9, 27, 81};
  for (; marked != 0; marked = static_cast<Word>(marked & (marked - 1))) {
    const std::size_t entry = first + static_cast<std::size_t>(std::countr_zero(marked));
    const bool nibble = packing == Packing::nibbles;
    std::byte& byte = content[nibble ? entry / 2 : entry / 5];
    const unsigned digit = nibble ? distance << (4 * (entry % 2)) : distance % 3 * kPower[entry % 5];
    byte = static_cast<std::byte>(static_cast<unsigned>(byte) + digit);
  }
}

/// The search. Sets of entries are kept as bits: a *group* of words for each block and value of `corners`,
/// one bit for each combination of flips.
template <class Word>
class Search {
 public:
  Search(const PatternSpace& space, std::span<std::byte> content, const Run& run)
      : space_(space),
        links_(space),
        content_(content),
        control_(run),
        words_((std::size_t{1} << space.flip_bits()) / (8 * sizeof(Word))),
        block_words_(words_ * space.corner_count()),
        row_words_(block_words_ * space.work_blocks()) {}

  Result<void> run() {
    const std::size_t bytes = space_.rows() * row_words_ * sizeof(Word);
    for (std::optional<base::PageBuffer>* set : {&visited_, &frontier_, &reached_}) {
      *set = base::PageBuffer::allocate(bytes);
      if (!*set)
        return Error{ErrorKind::machine, "not enough memory to build the table " + space_.pattern().name,
                     "close other programs or use a machine with more memory"};
    }
    const std::size_t blocks = space_.rows() * space_.work_blocks();
    in_frontier_.assign(blocks, 0);
    in_reached_.assign(blocks, 0);
    complete_.assign(blocks, 0);
    for (auto* flags : {&row_in_frontier_, &row_in_reached_, &row_complete_}) flags->assign(space_.rows(), 0);
    if (space_.oriented()) mark_impossible();
    place_goal();
    const int threads = control_.threads > 0 ? control_.threads : base::default_threads();
    std::vector<Scratch> scratch(static_cast<std::size_t>(threads));
    for (unsigned distance = 1;; ++distance) {
      std::atomic<std::uint64_t> fresh{0};
      const bool all =
          base::parallel_for(threads, space_.rows(), control_.stop, [&](int worker, std::size_t row) {
            if (worker == 0) report();
            const std::uint64_t more = extend(row, distance, scratch[static_cast<std::size_t>(worker)]);
            fresh += more;
            done_ += more;
          });
      if (!all)
        return Error{ErrorKind::stopped, "stopped while building the table " + space_.pattern().name, {}};
      if (fresh == 0) break;
      counts_[distance] = fresh;
      std::swap(frontier_, reached_);
      std::swap(in_frontier_, in_reached_);
      std::swap(row_in_frontier_, row_in_reached_);
    }
    std::memcpy(content_.data() + content_.size() - sizeof counts_, counts_.data(), sizeof counts_);
    return {};
  }

 private:
  static constexpr std::size_t kSmallBlock = 64;  // words

  /// A worker's buffers, kept from row to row to save allocations.
  struct Scratch {
    std::vector<typename PatternLinks::RowLink> links;
    std::vector<Word> found;
    std::vector<Word> gathered;
    std::vector<std::uint32_t> turned;  // by group
  };

  Word* words_of(std::optional<base::PageBuffer>& set, std::size_t row) {
    return reinterpret_cast<Word*>(set->bytes().data()) + row * row_words_;
  }

  void report() {
    control_.report(space_.pattern().name, "distances",
                    static_cast<double>(done_.load()) / static_cast<double>(space_.positions()));
  }

  /// The first entry, in the table, of a group of words.
  std::size_t first_entry(std::size_t row, std::size_t work_block, std::size_t corners) const {
    std::size_t block = work_block;
    if (space_.oriented()) {
      const int bits = space_.free_flip_bits();
      block = work_block >> (bits + 1) << bits | (work_block & ((std::size_t{1} << bits) - 1));
    }
    return row * space_.row_stride() + ((block * space_.corner_count() + corners) << space_.flip_bits());
  }

  /// Marks as visited the entries of no position: those with an odd sum of flips.
  void mark_impossible() {
    const std::size_t free_flips = (std::size_t{2} << space_.free_flip_bits()) - 1;
    std::vector<Word> odd(words_);
    for (std::size_t flip = 0; flip < words_ * 8 * sizeof(Word); ++flip)
      if (std::popcount(flip) % 2 == 1)
        odd[flip / (8 * sizeof(Word))] =
            static_cast<Word>(odd[flip / (8 * sizeof(Word))] | Word{1} << flip % (8 * sizeof(Word)));
    for (std::size_t row = 0; row < space_.rows(); ++row) {
      Word* to = words_of(visited_, row);
      for (std::size_t block = 0; block < space_.work_blocks(); ++block) {
        const bool odd_outside = std::popcount(block & free_flips) % 2 == 1;
        for (std::size_t c = 0; c < space_.corner_count(); ++c)
          for (std::size_t w = 0; w < words_; ++w) *to++ = odd_outside ? static_cast<Word>(~odd[w]) : odd[w];
      }
    }
  }

  void place_goal() {
    const std::size_t flips = std::size_t{1} << space_.flip_bits();
    for (const std::size_t entry : space_.goal_entries()) {
      const std::size_t row = entry / space_.row_stride();
      const std::size_t in_row = entry % space_.row_stride();
      const std::size_t flip = in_row % flips;
      const std::size_t corners = in_row / flips % space_.corner_count();
      std::size_t block = in_row / flips / space_.corner_count();
      if (space_.oriented()) {
        const int bits = space_.free_flip_bits();
        const std::size_t outside = block & ((std::size_t{1} << bits) - 1);
        const auto last = static_cast<std::size_t>((std::popcount(outside) + std::popcount(flip)) % 2);
        block = (block >> bits << 1 | last) << bits | outside;
      }
      const std::size_t word = block * block_words_ + corners * words_ + flip / (8 * sizeof(Word));
      const Word bit = static_cast<Word>(Word{1} << flip % (8 * sizeof(Word)));
      words_of(visited_, row)[word] = static_cast<Word>(words_of(visited_, row)[word] | bit);
      words_of(frontier_, row)[word] = static_cast<Word>(words_of(frontier_, row)[word] | bit);
      in_frontier_[row * space_.work_blocks() + block] = 1;
      row_in_frontier_[row] = 1;
      counts_[0] += space_.row_size(row);
    }
    done_ = counts_[0];
  }

  /// Finds the entries of a row that have a neighbour in the frontier and were not visited before. Returns
  /// how many positions they represent.
  std::uint64_t extend(std::size_t row, unsigned distance, Scratch& scratch) {
    const std::size_t first_block = row * space_.work_blocks();
    // Clear what is left of the frontier before the last.
    for (std::size_t block = 0; block < space_.work_blocks(); ++block)
      if (in_reached_[first_block + block] != 0) {
        std::memset(words_of(reached_, row) + block * block_words_, 0, block_words_ * sizeof(Word));
        in_reached_[first_block + block] = 0;
      }
    row_in_reached_[row] = 0;
    if (row_complete_[row] != 0) return 0;
    const std::uint64_t fresh = block_words_ < kSmallBlock ? extend_at_once(row, distance, scratch)
                                                           : extend_by_blocks(row, distance, scratch);
    row_in_reached_[row] = fresh != 0 ? 1 : 0;
    const auto* complete = complete_.data() + first_block;
    row_complete_[row] =
        std::all_of(complete, complete + space_.work_blocks(), [](auto c) { return c != 0; }) ? 1 : 0;
    return fresh * space_.row_size(row);
  }

  /// Block by block; each fits the first-level cache. Bound by compute, a handful of operations per word and
  /// move.
  std::uint64_t extend_by_blocks(std::size_t row, unsigned distance, Scratch& scratch) {
    auto& links = scratch.links;
    auto& found = scratch.found;
    auto& gathered = scratch.gathered;
    links_.from_row(row, links);
    found.resize(block_words_);
    gathered.resize(block_words_);
    std::uint64_t fresh = 0;
    for (std::size_t block = 0; block < space_.work_blocks(); ++block) {
      if (complete_[row * space_.work_blocks() + block] != 0) continue;
      bool any = false;
      for (const auto& link : links) {
        const PatternLinks::BlockLink to = link.blocks[block];
        if (in_frontier_[link.row * space_.work_blocks() + to.block] == 0) continue;
        if (!any) std::ranges::fill(found, Word{0});
        any = true;
        gather(words_of(frontier_, link.row) + to.block * block_words_, link, gathered.data());
        for (unsigned turned = to.turned; turned != 0; turned &= turned - 1)
          FlipShuffle<Word>::turn_over(gathered, words_, std::countr_zero(turned));
        for (const auto& [i, j] : *link.exchanges) FlipShuffle<Word>::exchange(gathered, words_, i, j);
        for (std::size_t w = 0; w < block_words_; ++w) found[w] = static_cast<Word>(found[w] | gathered[w]);
      }
      if (any) fresh += settle(row, block, distance, found.data());
    }
    return fresh;
  }

  /// For blocks of a few words: all blocks of a row in one sweep, so that the loops are long.
  std::uint64_t extend_at_once(std::size_t row, unsigned distance, Scratch& scratch) {
    auto& [links, found, gathered, turned] = scratch;
    links_.from_row(row, links);
    found.assign(row_words_, Word{0});
    gathered.resize(row_words_);
    turned.resize(row_words_ / words_);
    bool any = false;
    for (const auto& link : links) {
      if (row_in_frontier_[link.row] == 0) continue;
      any = true;
      const Word* from = words_of(frontier_, link.row);
      std::uint32_t turned_anywhere = 0;
      for (std::size_t block = 0; block < space_.work_blocks(); ++block) {
        const PatternLinks::BlockLink to = link.blocks[block];
        gather(from + to.block * block_words_, link, gathered.data() + block * block_words_);
        std::fill_n(turned.begin() + static_cast<std::ptrdiff_t>(block * space_.corner_count()),
                    space_.corner_count(), to.turned);
        turned_anywhere |= to.turned;
      }
      for (; turned_anywhere != 0; turned_anywhere &= turned_anywhere - 1)
        FlipShuffle<Word>::turn_over_where(gathered, words_, std::countr_zero(turned_anywhere), turned);
      for (const auto& [i, j] : *link.exchanges) FlipShuffle<Word>::exchange(gathered, words_, i, j);
      for (std::size_t w = 0; w < row_words_; ++w) found[w] = static_cast<Word>(found[w] | gathered[w]);
    }
    if (!any) return 0;
    std::uint64_t fresh = 0;
    for (std::size_t block = 0; block < space_.work_blocks(); ++block)
      if (complete_[row * space_.work_blocks() + block] == 0)
        fresh += settle(row, block, distance, found.data() + block * block_words_);
    return fresh;
  }

  void gather(const Word* from, const typename PatternLinks::RowLink& link, Word* to) const {
    if (words_ == 1) {
      for (std::size_t c = 0; c < space_.corner_count(); ++c) to[c] = from[link.corners[c]];
    } else {
      for (std::size_t c = 0; c < space_.corner_count(); ++c)
        std::memcpy(to + c * words_, from + link.corners[c] * words_, words_ * sizeof(Word));
    }
  }

  /// Records what was found in a block; returns how many entries are new.
  std::uint64_t settle(std::size_t row, std::size_t block, unsigned distance, const Word* found) {
    Word* const visited = words_of(visited_, row) + block * block_words_;
    Word* const reached = words_of(reached_, row) + block * block_words_;
    std::uint64_t fresh = 0;
    Word all = static_cast<Word>(~Word{0});
    const std::size_t entry = first_entry(row, block, 0);
    for (std::size_t w = 0; w < block_words_; ++w) {
      const Word now = static_cast<Word>(found[w] & ~visited[w]);
      visited[w] = static_cast<Word>(visited[w] | now);
      all = static_cast<Word>(all & visited[w]);
      reached[w] = now;
      if (now == 0) continue;
      fresh += static_cast<std::uint64_t>(std::popcount(now));
      put<Word>(content_, space_.pattern().packing, entry + w * 8 * sizeof(Word), now, distance);
    }
    const std::size_t index = row * space_.work_blocks() + block;
    complete_[index] = all == static_cast<Word>(~Word{0}) ? 1 : 0;
    in_reached_[index] = fresh != 0 ? 1 : 0;
    return fresh;
  }

  const PatternSpace& space_;
  PatternLinks links_;
  std::span<std::byte> content_;
  const Run& control_;
  std::size_t words_;        // in a group
  std::size_t block_words_;  // in a block
  std::size_t row_words_;
  std::optional<base::PageBuffer> visited_;
  std::optional<base::PageBuffer> frontier_;
  std::optional<base::PageBuffer> reached_;
  // By row and block: whether any entry is in the frontier, any is in `reached_`, all are visited.
  std::vector<std::uint8_t> in_frontier_;
  std::vector<std::uint8_t> in_reached_;
  std::vector<std::uint8_t> complete_;
  // The same by row.
  std::vector<std::uint8_t> row_in_frontier_;
  std::vector<std::uint8_t> row_in_reached_;
  std::vector<std::uint8_t> row_complete_;
  std::array<std::uint64_t, kCounts> counts_{};
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace

Result<void> build_pattern(const PatternSpace& space, std::span<std::byte> content, const Run& run) {
  switch (space.flip_bits()) {
    case 3:
      return Search<std::uint8_t>(space, content, run).run();
    case 4:
      return Search<std::uint16_t>(space, content, run).run();
    case 5:
      return Search<std::uint32_t>(space, content, run).run();
    default:
      return Search<std::uint64_t>(space, content, run).run();
  }
}

}  // namespace halfturn::stage
