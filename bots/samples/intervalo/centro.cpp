// Takes the free square that is nearest to the middle.
// build: g++ -O2 -o centro centro.cpp
// run: ./centro SQUARES
#include <cstdlib>
#include <iostream>
#include <string>

int main(int, char **words) {
    const std::string strip = words[1];
    const int squares = static_cast<int>(strip.size());
    int best = -1;
    for (int at = 0; at < squares; at++) {
        const int far = std::abs(2 * at + 1 - squares);
        if (strip[at] == '.' && (best < 0 || far < std::abs(2 * best + 1 - squares))) best = at;
    }
    std::cout << best + 1 << "\n";
}
