// {{protocol}}

#include <iostream>
#include <map>
#include <sstream>
#include <string>

struct Player {
    long points, flipped, unflipped;
};

static std::string choose(int me, const std::map<int, Player> &players, long /*coins*/, long /*round*/) {
    // {{idea}}
    long unflipped = players.at(me).unflipped;
    if (unflipped >= 3) return "FFF";
    if (unflipped == 2) return "FFN";
    if (unflipped == 1) return "F1F";
    return "2FF";
}

int main(int, char **arguments) {
    // {{question}}
    std::istringstream table(arguments[1]);
    char between;
    long round, coins;
    int me, number;
    table >> round >> between >> me >> between >> coins;
    std::map<int, Player> players;
    while (table >> between >> number) {
        Player player;
        table >> between >> player.points >> between >> player.flipped >> between >> player.unflipped;
        players[number] = player;
    }
    std::cout << choose(me, players, coins, round) << std::endl;
}
