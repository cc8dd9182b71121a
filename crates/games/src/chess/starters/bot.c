// {{protocol}}

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int worth(char piece) {
    switch (tolower((unsigned char)piece)) {
    case 'p': return 1;
    case 'n':
    case 'b': return 3;
    case 'r': return 5;
    case 'q': return 9;
    default: return 0;
    }
}

static char board[8][8];

static void read_board(const char *fen) {
    memset(board, 0, sizeof board);
    int row = 0, file = 0;
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/') {
            row++;
            file = 0;
        } else if (isdigit((unsigned char)*fen)) {
            file += *fen - '0';
        } else if (row < 8 && file < 8) {
            board[row][file++] = *fen;
        }
    }
}

static const char *choose(const char *fen, char *moves) {
    read_board(fen);
    // {{idea}}
    const char *best = NULL;
    int most = -1;
    for (char *move = strtok(moves, " \n"); move; move = strtok(NULL, " \n")) {
        int value = worth(board['8' - move[3]][move[2] - 'a']);
        if (move[4] == 'q') value += 8;
        if (value >= most) {
            best = move;
            most = value;
        }
    }
    return best;
}

int main(void) {
    static char fen[256], moves[4096];
    while (fgets(fen, sizeof fen, stdin)) {
        // {{farewell}}
        if (strncmp(fen, "fin", 3) == 0) break;
        // {{question}}
        if (!fgets(moves, sizeof moves, stdin)) break;
        const char *move = choose(fen, moves);
        // {{flush}}
        printf("%s\n", move ? move : "");
        fflush(stdout);
    }
    return 0;
}
