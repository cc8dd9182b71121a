/* A board that is played on very fast: groups as rings of stones, liberties counted per group. */
#ifndef TABLERO_H
#define TABLERO_H

#include <stdint.h>

enum { EMPTY, BLACK, WHITE, EDGE };
enum { MOST = 25, WIDTH = MOST + 2, PLACES = WIDTH * WIDTH, PASS = 0 };

typedef struct {
    int size, turn, ko, last, passes, empties;
    uint8_t at[PLACES];
    /* The first stone of each stone's group, and the next stone of the ring. */
    uint16_t head[PLACES], next[PLACES];
    /* Of each group by its head: how often its stones touch an empty point, and the sums of the
       touched points and of their squares, which tell whether it is always the same point. */
    uint16_t touches[PLACES];
    uint32_t sum[PLACES];
    uint64_t squares[PLACES];
    /* All empty points, and where each stands in that list. */
    uint16_t empty[MOST * MOST], listed[PLACES];
} board;

extern const int AROUND[4], CORNERS[4];

static inline int place(int row, int column) { return (row + 1) * WIDTH + column + 1; }
static inline int row_of(int at) { return at / WIDTH - 1; }
static inline int column_of(int at) { return at % WIDTH - 1; }

/* A board of these stones, given in reading order. */
void set_up(board *b, int size, const uint8_t *stones, int turn);
/* Whether the side to move may put a stone there; taking back a ko at once is not considered. */
int is_legal(const board *b, int at);
/* Plays a legal move or PASS: how many stones were captured. */
int play(board *b, int at);
/* Whether the point is an eye of `colour`, not to be filled. */
int is_eye(const board *b, int at, int colour);
/* The only liberty of the group of the stone at `at`, or 0 if it has several. */
int last_liberty(const board *b, int at);
/* Black's points minus white's, by area; every stone is alive. */
int area(const board *b);
/* The random numbers, which are the same in every run. */
uint32_t draw(uint64_t *seed, uint32_t below);

#endif
