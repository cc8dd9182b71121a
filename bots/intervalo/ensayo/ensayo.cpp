// ensayo: plays each square out at random many times and keeps the one that wins most.
//
// A trial takes an own square, a random one for the rival, and random ones for both until the strip
// is full. What counts is the difference of points from now on: the points so far are not told.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

// Turns that are played in all trials together; each looks at the pieces between two squares.
constexpr long TURNS = 1'500'000;
// On long strips a trial ends after so many turns, and so many squares are tried.
constexpr std::size_t LONGEST = 64, TRIED = 128;

// SplitMix64: small, and the same everywhere.
class Lots {
public:
    // The seed is the match's, the strip the turn's: the same turn is the same again.
    explicit Lots(const std::string &squares) {
        const char *seed = std::getenv("CERTAMEN_SEED");
        state = seed ? std::strtoull(seed, nullptr, 10) : 0;
        for (unsigned char square : squares) state = (state ^ square) * 0x9E3779B97F4A7C15u;
    }

    std::size_t below(std::size_t bound) {
        state += 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return static_cast<std::size_t>((mixed >> 32) * bound >> 32);
    }

private:
    std::uint64_t state;
};

class Trial {
public:
    explicit Trial(const std::string &squares) {
        for (std::size_t place = 0; place < squares.size(); place++) {
            pieces.push_back(squares[place] == 'p' ? 1 : squares[place] == 'a' ? -1 : 0);
            if (squares[place] == '.') free.push_back(place);
        }
    }

    // Plays on from the start with this own square; the own points less the rival's.
    int play(std::size_t first, Lots &lots) const {
        Trial trial = *this;
        int difference = 0;
        std::size_t mine = first;
        for (std::size_t turn = 0; !trial.free.empty() && turn < LONGEST; turn++) {
            std::size_t count = trial.free.size();
            if (turn > 0) mine = lots.below(count);
            difference += trial.turn(mine, lots.below(count));
        }
        return difference;
    }

    const std::vector<std::size_t> &places() const { return free; }

private:
    // Both take these of the free squares; who gets the point.
    int turn(std::size_t mine, std::size_t his) {
        std::size_t own = free[mine], other = free[his];
        int lead = 0;
        for (std::size_t place = std::min(own, other) + 1; place < std::max(own, other); place++)
            lead += pieces[place];
        if (mine != his) {
            pieces[own] = 1;
            pieces[other] = -1;
        }
        // The higher one first, so that the lower keeps its place in the list.
        take(std::max(mine, his));
        if (mine != his) take(std::min(mine, his));
        return (lead > 0) - (lead < 0);
    }

    // The order of the free squares does not matter in a trial.
    void take(std::size_t index) {
        free[index] = free.back();
        free.pop_back();
    }

    std::vector<int> pieces;
    std::vector<std::size_t> free;
};

}  // namespace

int main(int argc, char **argv) {
    std::string squares = argc == 2 ? argv[1] : "";
    Trial start(squares);
    std::size_t count = start.places().size();
    if (count == 0) {
        std::cerr << "one argument is wanted: the strip, `.` free, `n` neutral, `p` own, `a` other\n";
        return 1;
    }
    Lots lots(squares);
    std::size_t stride = 1 + (count - 1) / TRIED, tried = (count + stride - 1) / stride;
    // A turn costs as much as half the strip is long.
    long cost = static_cast<long>(tried * std::min(count, LONGEST) * (1 + squares.size() / 64));
    long trials = std::max(1L, TURNS / cost);
    std::size_t best = 0;
    long most = 0;
    for (std::size_t index = 0; index < count; index += stride) {
        long sum = 0;
        for (long trial = 0; trial < trials; trial++) sum += start.play(index, lots);
        if (index == 0 || sum > most) {
            most = sum;
            best = index;
        }
    }
    std::cout << start.places()[best] + 1 << std::endl;
}
