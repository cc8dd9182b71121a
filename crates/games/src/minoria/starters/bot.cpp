// {{protocol}}

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

static char choose(const std::string &choices) {
    // {{idea}}
    auto count = [&](char letter) { return std::count(choices.begin(), choices.end(), letter); };
    char best = 'A';
    for (char letter : {'B', 'C'}) {
        if (count(letter) < count(best)) best = letter;
    }
    return best;
}

int main() {
    std::string line;
    // {{farewell}}
    while (std::getline(std::cin, line) && line != "fin") {
        // {{question}}
        std::istringstream words(line);
        std::string turn, rounds, seat, points, choices;
        words >> turn >> rounds >> seat >> points >> choices;
        // {{flush}}
        std::cout << choose(choices) << std::endl;
    }
}
