/*
 * simulador: plays thousands of games to their end in its head and keeps the move that won most.
 *
 * The games are drawn from the same numbers in every run and their count depends on the board's
 * size alone, so that equal boards get equal answers, on a slow machine as on a fast one.
 */
#include "arbol.h"
#include <stdio.h>
#include <string.h>

/* Reads the board and the side to move; 0 if the input is something else. */
static int read_board(board *b)
{
    static uint8_t stones[MOST * MOST];
    char line[256];
    int size = 0, row = 0, by_black, by_white, turn;
    while (fgets(line, sizeof line, stdin)) {
        if (row > 0 && row == size) {
            if (sscanf(line, "%d %d %d", &by_black, &by_white, &turn) != 3) return 0;
            if (turn != BLACK && turn != WHITE) return 0;
            set_up(b, size, stones, turn);
            return 1;
        }
        int length = (int)strspn(line, "012");
        if (row == 0) size = length;
        if (size < 2 || size > MOST || length != size) return 0;
        for (int column = 0; column < size; column++)
            stones[row * size + column] = line[column] - '0';
        row++;
    }
    return 0;
}

/* How many games: as many as take a good half second. */
static int games(int size)
{
    int count = 1200000 / (size * size);
    return count > 12000 ? 12000 : count;
}

/* Marks the moves that take a ko: whoever sees only the board cannot know whether it was just taken
   from him, and then the match would be a tie. */
static int mark_kos(const board *b, uint8_t *forbidden)
{
    int found = 0;
    for (int k = 0; k < b->empties; k++) {
        int at = b->empty[k];
        if (!is_legal(b, at)) continue;
        board after = *b;
        play(&after, at);
        if (after.ko) forbidden[at] = 1, found++;
    }
    return found;
}

int main(void)
{
    static board b;
    uint8_t forbidden[PLACES] = {0};
    if (!read_board(&b)) {
        fprintf(stderr, "the rows of the board are wanted, then a line like `0 0 1`\n");
        return 1;
    }
    int kos = mark_kos(&b, forbidden), ahead = b.turn == BLACK ? area(&b) : -area(&b);
    choice found = search(&b, games(b.size), forbidden);
    /* When behind, a ko is worth the risk of a tie. */
    if (kos && found.won < 0.5) found = search(&b, games(b.size), NULL);
    if (found.at != PASS && ahead > 0) {
        /* What is won as it stands need not be played on, if it stays won when the rival goes on. */
        board after = b;
        play(&after, PASS);
        if (search(&after, games(b.size) / 8, NULL).won < 0.02) found.at = PASS;
    }
    if (found.at == PASS) printf("pass\n");
    else printf("%d %d\n", row_of(found.at) + 1, column_of(found.at) + 1);
    return 0;
}
