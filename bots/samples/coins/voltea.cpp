// Flips what it has unflipped, and takes coins with what is left of its turn.
// build: g++ -std=c++11 -O2 -o voltea voltea.cpp
// run: ./voltea POSITION
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

int main(int, char **words) {
    std::istringstream position(words[1]);
    std::string round, me, coins, player;
    std::getline(position, round, ';');
    std::getline(position, me, ';');
    std::getline(position, coins, ';');
    int unflipped = 0;
    while (std::getline(position, player, ';')) {
        if (player.substr(0, player.find('_')) == me)
            unflipped = std::atoi(player.c_str() + player.rfind('_') + 1);
    }
    const int flips = std::min(unflipped, 3);
    std::cout << std::string(flips, 'F') << std::string(3 - flips, '1') << "\n";
}
