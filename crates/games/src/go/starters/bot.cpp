// {{protocol}}

#include <iostream>
#include <string>
#include <vector>

using Board = std::vector<std::string>;

// How many of the neighbours of a point are of this kind.
static int neighbours(const Board &board, int row, int column, char kind) {
    const int around[4][2] = {{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}};
    int size = static_cast<int>(board.size()), count = 0;
    for (auto [r, c] : around) {
        count += r >= 0 && r < size && c >= 0 && c < size && board[r][c] == kind;
    }
    return count;
}

static std::string choose(const Board &board, char me) {
    char rival = me == '1' ? '2' : '1';
    int size = static_cast<int>(board.size()), most = 0;
    std::string best = "pass";
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            // {{legal}}
            if (board[row][column] != '0' || neighbours(board, row, column, '0') == 0) continue;
            // {{idea}}
            int value = 2 * neighbours(board, row, column, rival) + neighbours(board, row, column, '0');
            if (value <= most) continue;
            most = value;
            best = std::to_string(row + 1) + " " + std::to_string(column + 1);
        }
    }
    return best;
}

int main() {
    // {{question}}
    std::string row;
    std::cin >> row;
    Board board(row.size(), row);
    for (size_t index = 1; index < board.size(); index++) std::cin >> board[index];
    int black, white;
    char me;
    std::cin >> black >> white >> me;
    std::cout << choose(board, me) << std::endl;
}
