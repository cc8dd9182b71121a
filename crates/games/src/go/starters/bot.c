// {{protocol}}

#include <stdio.h>
#include <string.h>

static char board[32][64];
static int size;

// How many of the neighbours of a point are of this kind.
static int neighbours(int row, int column, char kind) {
    int count = 0;
    if (row > 0) count += board[row - 1][column] == kind;
    if (row + 1 < size) count += board[row + 1][column] == kind;
    if (column > 0) count += board[row][column - 1] == kind;
    if (column + 1 < size) count += board[row][column + 1] == kind;
    return count;
}

static int choose(char me, int *best_row, int *best_column) {
    char rival = me == '1' ? '2' : '1';
    int most = 0;
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            // {{legal}}
            if (board[row][column] != '0' || neighbours(row, column, '0') == 0) continue;
            // {{idea}}
            int value = 2 * neighbours(row, column, rival) + neighbours(row, column, '0');
            if (value <= most) continue;
            most = value;
            *best_row = row;
            *best_column = column;
        }
    }
    return most > 0;
}

int main(void) {
    int black, white, row, column;
    char me;

    // {{question}}
    if (scanf("%63s", board[0]) != 1) return 1;
    size = (int)strlen(board[0]);
    if (size > 25) return 1;
    for (int index = 1; index < size; index++) {
        if (scanf("%63s", board[index]) != 1) return 1;
    }
    if (scanf("%d %d %c", &black, &white, &me) != 3) return 1;
    if (choose(me, &row, &column)) printf("%d %d\n", row + 1, column + 1);
    else printf("pass\n");
    return 0;
}
