/* The fast board: see tablero.h. */
#include "tablero.h"
#include <string.h>

const int AROUND[4] = {-WIDTH, -1, 1, WIDTH};
const int CORNERS[4] = {-WIDTH - 1, -WIDTH + 1, WIDTH - 1, WIDTH + 1};

static void touch(board *b, int group, int at)
{
    b->touches[group]++;
    b->sum[group] += at;
    b->squares[group] += (uint64_t)at * at;
}

static void leave(board *b, int group, int at)
{
    b->touches[group]--;
    b->sum[group] -= at;
    b->squares[group] -= (uint64_t)at * at;
}

static void list_empty(board *b, int at)
{
    b->at[at] = EMPTY;
    b->listed[at] = b->empties;
    b->empty[b->empties++] = at;
}

static void unlist_empty(board *b, int at)
{
    int other = b->empty[--b->empties];
    b->empty[b->listed[at]] = other;
    b->listed[other] = b->listed[at];
}

/* Joins the groups with the heads `one` and `other` under the first. */
static void join(board *b, int one, int other)
{
    int stone = other;
    do b->head[stone] = one; while ((stone = b->next[stone]) != other);
    b->touches[one] += b->touches[other];
    b->sum[one] += b->sum[other];
    b->squares[one] += b->squares[other];
    int next = b->next[one];
    b->next[one] = b->next[other];
    b->next[other] = next;
}

/* Puts a stone on an empty point and joins it with its friends; captures nothing. */
static void put(board *b, int at, int colour)
{
    unlist_empty(b, at);
    b->at[at] = colour;
    b->head[at] = b->next[at] = at;
    b->touches[at] = 0;
    b->sum[at] = 0;
    b->squares[at] = 0;
    for (int k = 0; k < 4; k++) {
        int near = at + AROUND[k];
        if (b->at[near] == EMPTY) touch(b, at, near);
        else if (b->at[near] != EDGE) leave(b, b->head[near], at);
    }
    for (int k = 0; k < 4; k++) {
        int near = at + AROUND[k];
        if (b->at[near] == colour && b->head[near] != b->head[at])
            join(b, b->head[near], b->head[at]);
    }
}

/* Takes the group of the stone at `at` off the board: how many stones. */
static int take_off(board *b, int at)
{
    int stone = at, count = 0;
    do {
        list_empty(b, stone);
        count++;
    } while ((stone = b->next[stone]) != at);
    do {
        for (int k = 0; k < 4; k++) {
            int near = stone + AROUND[k];
            if (b->at[near] == BLACK || b->at[near] == WHITE) touch(b, b->head[near], stone);
        }
    } while ((stone = b->next[stone]) != at);
    return count;
}

void set_up(board *b, int size, const uint8_t *stones, int turn)
{
    memset(b, 0, sizeof *b);
    memset(b->at, EDGE, sizeof b->at);
    b->size = size;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) list_empty(b, place(row, column));
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (stones[row * size + column]) put(b, place(row, column), stones[row * size + column]);
    b->turn = turn;
}

int is_legal(const board *b, int at)
{
    if (b->at[at] != EMPTY) return 0;
    /* How often this point is counted for each of the groups around: a group that has no other
       liberty is captured, or, if it is our own, dies of the move. */
    for (int k = 0; k < 4; k++) {
        int near = at + AROUND[k], colour = b->at[near];
        if (colour == EMPTY) return 1;
        if (colour == EDGE) continue;
        int group = b->head[near], same = 0;
        for (int j = 0; j < 4; j++) {
            int other = at + AROUND[j];
            same += b->at[other] == colour && b->head[other] == group;
        }
        if ((colour == b->turn) == (b->touches[group] > same)) return 1;
    }
    return 0;
}

int play(board *b, int at)
{
    int captured = 0, taken = 0;
    b->last = at;
    b->ko = 0;
    if (at == PASS) {
        b->passes++;
    } else {
        b->passes = 0;
        int rival = 3 - b->turn;
        put(b, at, b->turn);
        for (int k = 0; k < 4; k++) {
            int near = at + AROUND[k];
            if (b->at[near] == rival && b->touches[b->head[near]] == 0) {
                captured += take_off(b, near);
                taken = near;
            }
        }
        if (captured == 1 && b->next[at] == at && b->touches[at] == 1) b->ko = taken;
    }
    b->turn = 3 - b->turn;
    return captured;
}

int is_eye(const board *b, int at, int colour)
{
    int foreign = 0, edge = 0;
    for (int k = 0; k < 4; k++) {
        int near = b->at[at + AROUND[k]], corner = b->at[at + CORNERS[k]];
        if (near != colour && near != EDGE) return 0;
        foreign += corner == 3 - colour;
        edge |= corner == EDGE;
    }
    return foreign + edge < 2;
}

int last_liberty(const board *b, int at)
{
    int group = b->head[at];
    uint64_t touches = b->touches[group], sum = b->sum[group];
    return touches * b->squares[group] == sum * sum ? (int)(sum / touches) : 0;
}

int area(const board *b)
{
    static uint16_t open[MOST * MOST];
    uint8_t seen[PLACES] = {0};
    int black = 0;
    for (int row = 0; row < b->size; row++)
        for (int column = 0; column < b->size; column++) {
            int at = place(row, column);
            if (b->at[at] != EMPTY) black += b->at[at] == BLACK ? 1 : -1;
            if (b->at[at] != EMPTY || seen[at]) continue;
            int count = 0, reaches = 0;
            open[count++] = at;
            seen[at] = 1;
            for (int next = 0; next < count; next++)
                for (int k = 0; k < 4; k++) {
                    int near = open[next] + AROUND[k];
                    if (b->at[near] == BLACK || b->at[near] == WHITE) reaches |= b->at[near];
                    else if (b->at[near] == EMPTY && !seen[near]) seen[open[count++] = near] = 1;
                }
            black += reaches == BLACK ? count : reaches == WHITE ? -count : 0;
        }
    return black;
}

uint32_t draw(uint64_t *seed, uint32_t below)
{
    /* xorshift64*, whose upper half is good enough for games. */
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)(((*seed * 0x2545f4914f6cdd1dULL >> 32) * below) >> 32);
}
