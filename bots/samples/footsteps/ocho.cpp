// Bids eight points a step, and what is left at the end.
// build: g++ -O2 -o ocho ocho.cpp
// run: ./ocho
#include <algorithm>
#include <iostream>
#include <string>

int main() {
    int points = 50;
    std::string line;
    while (true) {
        int bid = std::min(points, 8);
        points -= bid;
        std::cout << bid << std::endl;
        if (!std::getline(std::cin, line) || line == "fin") break;
    }
}
