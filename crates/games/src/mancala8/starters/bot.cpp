// {{protocol}}

#include <algorithm>
#include <array>
#include <iostream>
#include <sstream>
#include <string>

using Holes = std::array<int, 6>;

static int choose(const Holes &holes, int /*kalaha*/, const Holes & /*rival_holes*/, int /*rival_kalaha*/,
                  int /*slots*/) {
    // {{idea}}
    for (int hole = 5; hole >= 0; hole--) {
        if (holes[hole] == 6 - hole) return hole;
    }
    return static_cast<int>(std::max_element(holes.begin(), holes.end()) - holes.begin());
}

int main() {
    std::string line;
    // {{farewell}}
    while (std::getline(std::cin, line) && line != "fin") {
        // {{question}}
        std::istringstream numbers(line);
        Holes holes, rival_holes;
        int kalaha, rival_kalaha, slots;
        for (int &seeds : holes) numbers >> seeds;
        numbers >> kalaha;
        for (int &seeds : rival_holes) numbers >> seeds;
        numbers >> rival_kalaha >> slots;
        // {{flush}}
        std::cout << "R " << choose(holes, kalaha, rival_holes, rival_kalaha, slots) << std::endl;
    }
}
