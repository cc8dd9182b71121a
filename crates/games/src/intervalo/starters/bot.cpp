// {{protocol}}

#include <cstdlib>
#include <iostream>
#include <string>

static int choose(const std::string &squares) {
    // {{idea}}
    int length = static_cast<int>(squares.size());
    int best = 0, least = 2 * length;
    for (int square = 1; square <= length; square++) {
        int distance = std::abs(2 * square - length - 1);
        if (squares[square - 1] == '.' && distance < least) {
            best = square;
            least = distance;
        }
    }
    return best;
}

int main(int, char **arguments) {
    // {{question}}
    std::cout << choose(arguments[1]) << std::endl;
}
