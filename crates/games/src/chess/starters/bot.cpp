// {{protocol}}

#include <cctype>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

static std::map<std::string, char> pieces(const std::string &fen) {
    std::map<std::string, char> found;
    char file = 'a', row = '8';
    for (char letter : fen.substr(0, fen.find(' '))) {
        if (letter == '/') {
            file = 'a';
            row--;
        } else if (std::isdigit(static_cast<unsigned char>(letter))) {
            file += letter - '0';
        } else {
            found[{file++, row}] = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    }
    return found;
}

static std::string choose(const std::string &fen, const std::string &moves) {
    static const std::map<char, int> worth{{'p', 1}, {'n', 3}, {'b', 3}, {'r', 5}, {'q', 9}, {'k', 0}};
    auto there = pieces(fen);
    // {{idea}}
    std::string best, move;
    int most = -1;
    for (std::istringstream words(moves); words >> move;) {
        auto taken = there.find(move.substr(2, 2));
        int value = taken == there.end() ? 0 : worth.at(taken->second);
        if (move.back() == 'q') value += 8;
        if (value >= most) {
            best = move;
            most = value;
        }
    }
    return best;
}

int main() {
    std::string fen, moves;
    // {{farewell}}
    while (std::getline(std::cin, fen) && fen != "fin") {
        // {{question}}
        if (!std::getline(std::cin, moves)) break;
        // {{flush}}
        std::cout << choose(fen, moves) << std::endl;
    }
}
