// Bids a third of what is left.
// build: g++ -O2 -o tercio tercio.cpp
// run: ./tercio
#include <iostream>
#include <string>

int main() {
    int points = 50;
    std::string line;
    while (true) {
        int bid = (points + 2) / 3;
        points -= bid;
        std::cout << bid << std::endl;
        if (!std::getline(std::cin, line) || line == "fin") break;
    }
}
