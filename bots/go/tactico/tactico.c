/* tactico: captures, saves, reads ladders, and otherwise plays where the board is open.

   Each legal point gets a value, the best is played; the first one in reading order among equals.
   No lots, no memory: the same board always gets the same answer. It passes when every point left
   is an eye, somebody's territory, or a gift. */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 25, WIDE = MOST + 2, POINTS = WIDE * WIDE, LADDER = 60 };
enum { EMPTY = 0, EDGE = 3 };

/* The board has a border of EDGE, so that neighbours need no tests. */
typedef struct { unsigned char at[POINTS]; } board;

/* A chain of stones, or a region of empty points. */
typedef struct {
    int stones, liberties;
    int liberty[3];  /* the first three of them */
    int touches;     /* colours next to it, as bits */
    unsigned char seen[POINTS];
    int list[POINTS];
} chain;

static const int AROUND[4] = {-WIDE, -1, 1, WIDE};
static const int CORNERS[4] = {-WIDE - 1, -WIDE + 1, WIDE - 1, WIDE + 1};
static int size;

static int point(int row, int column) { return (row + 1) * WIDE + column + 1; }

/* Everything of one colour that hangs together with `start`. */
static void flood(const board *b, int start, chain *c)
{
    int colour = b->at[start];
    memset(c->seen, 0, sizeof c->seen);
    c->stones = c->liberties = c->touches = 0;
    c->list[c->stones++] = start;
    c->seen[start] = 1;
    for (int i = 0; i < c->stones; i++)
        for (int k = 0; k < 4; k++) {
            int next = c->list[i] + AROUND[k];
            if (c->seen[next] || b->at[next] == EDGE) continue;
            c->seen[next] = 1;
            if (b->at[next] == colour) c->list[c->stones++] = next;
            else if (b->at[next] != EMPTY) c->touches |= b->at[next];
            else if (c->liberties++ < 3) c->liberty[c->liberties - 1] = next;
        }
}

/* Plays a stone: how many it captured, or -1 if that is not legal. */
static int play(board *b, int where, int colour)
{
    static chain c;
    int captured = 0;
    if (b->at[where] != EMPTY) return -1;
    b->at[where] = colour;
    for (int k = 0; k < 4; k++) {
        int next = where + AROUND[k];
        if (b->at[next] != 3 - colour) continue;
        flood(b, next, &c);
        if (c.liberties > 0) continue;
        for (int i = 0; i < c.stones; i++) b->at[c.list[i]] = EMPTY;
        captured += c.stones;
    }
    flood(b, where, &c);
    return c.liberties > 0 ? captured : -1;
}

static int liberties(const board *b, int where)
{
    static chain c;
    flood(b, where, &c);
    return c.liberties;
}

/* Whether a neighbour of the chain can be captured at once, which frees it. */
static int has_weak_neighbour(const board *b, const chain *c, int colour)
{
    for (int i = 0; i < c->stones; i++)
        for (int k = 0; k < 4; k++) {
            int next = c->list[i] + AROUND[k];
            if (b->at[next] == 3 - colour && liberties(b, next) == 1) return 1;
        }
    return 0;
}

/* Whether the chain on `where`, in atari and to move, is lost: a ladder is read to its end. */
static int is_lost(const board *b, int where, int depth)
{
    chain c;
    int colour = b->at[where];
    flood(b, where, &c);
    if (c.liberties != 1 || depth == 0 || has_weak_neighbour(b, &c, colour)) return 0;
    board extended = *b;
    if (play(&extended, c.liberty[0], colour) < 0) return 1;
    flood(&extended, where, &c);
    if (c.liberties != 2) return c.liberties < 2;
    for (int k = 0; k < 2; k++) {
        board chased = extended;
        if (play(&chased, c.liberty[k], 3 - colour) < 0) continue;
        if (liberties(&chased, c.liberty[k]) > 1 && is_lost(&chased, where, depth - 1)) return 1;
    }
    return 0;
}

/* Whether the rival, to move, catches the chain on `where`. */
static int is_in_danger(const board *b, int where)
{
    chain c;
    flood(b, where, &c);
    if (c.liberties != 2) return c.liberties < 2;
    for (int k = 0; k < 2; k++) {
        board chased = *b;
        if (play(&chased, c.liberty[k], 3 - b->at[where]) < 0) continue;
        if (is_lost(&chased, where, LADDER)) return 1;
    }
    return 0;
}

/* Whether `where` is an eye of `colour`, which must not be filled. */
static int is_eye(const board *b, int where, int colour)
{
    int foreign = 0, edge = 0;
    for (int k = 0; k < 4; k++) {
        int next = b->at[where + AROUND[k]], corner = b->at[where + CORNERS[k]];
        if (next != colour && next != EDGE) return 0;
        foreign += corner == 3 - colour;
        edge |= corner == EDGE;
    }
    return foreign + edge < 2;
}

/* Own points minus the rival's, by area, every stone being alive. */
static int lead(const board *b, int colour)
{
    static chain c;
    int sum = 0;
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int at = point(row, column), whose = b->at[at];
            if (whose == EMPTY) {
                flood(b, at, &c);
                whose = c.touches;
            }
            sum += (whose == colour) - (whose == 3 - colour);
        }
    return sum;
}

/* What stones gain and lose by a move, `after` being the board with it. */
static double tactics(const board *b, const board *after, int where, int colour, int captured)
{
    static chain c;
    double value = 10.0 * captured;
    int own = 0, foreign = 0;
    for (int k = 0; k < 4; k++) {
        int next = where + AROUND[k], whose = b->at[next], counted = 0;
        if (whose != 1 && whose != 2) continue;
        flood(b, next, &c);
        /* A chain that is met twice counts once. */
        for (int before = 0; before < k; before++)
            counted |= b->at[where + AROUND[before]] == whose && c.seen[where + AROUND[before]];
        if (counted) continue;
        int stones = c.stones, before = c.liberties;
        if (whose == colour) {
            own++;
            if (before <= 2 && is_in_danger(b, next) && !is_in_danger(after, where))
                value += 4 + 8.0 * stones;
        } else if (after->at[next] == whose) {
            foreign++;
            int left = liberties(after, next);
            if (left == 1) value += is_lost(after, next, LADDER) ? 3 + 7.0 * stones : 1;
            else if (left == 2) value += 1.5;
            else value += 0.5;
        }
    }
    flood(after, where, &c);
    /* A stone thrown away costs itself and its friends. */
    if (is_in_danger(after, where)) value -= 2 + 9.0 * c.stones;
    return value + (own > 1 ? 1.5 : 0) + (foreign > 1 ? 2.5 : 0);
}

/* What the place is worth: near the third and fourth lines, where neither side rules yet. */
static double place(const board *b, int row, int column, int colour)
{
    static const double LINES[5] = {-3, -1, 2, 2, 1};
    double influence = 0, nearest = 5;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++) {
            int whose = b->at[point(i, j)];
            if (whose == EMPTY) continue;
            double square = (i - row) * (i - row) + (j - column) * (j - column);
            influence += (whose == colour ? 1 : -1) / square;
            nearest = fmin(nearest, sqrt(square));
        }
    int up = row < size - 1 - row ? row : size - 1 - row;
    int aside = column < size - 1 - column ? column : size - 1 - column;
    int line = up < aside ? up : aside, other = up < aside ? aside : up;
    double corner = other < 4 ? 1 : 0;
    return (line < 4 ? LINES[line] : LINES[4]) + corner + nearest + 3 * exp(-fabs(influence));
}

/* Whether the point lies in an empty region that is settled: ours, or a small one of the rival. */
static int is_settled(const board *b, int where, int colour)
{
    static chain c;
    flood(b, where, &c);
    if (c.touches == colour) return c.stones <= size * size / 2;
    return c.touches == 3 - colour && c.stones <= size * size / 6;
}

/* The value of a move; -INFINITY for what must not be played. */
static double value(const board *b, int row, int column, int colour, int ahead)
{
    int where = point(row, column);
    board after = *b;
    if (b->at[where] != EMPTY || is_eye(b, where, colour)) return -INFINITY;
    int captured = play(&after, where, colour);
    if (captured < 0) return -INFINITY;
    double tactical = tactics(b, &after, where, colour, captured);
    if (is_settled(b, where, colour) && tactical < 5) return -INFINITY;
    /* A ko taken back repeats a position, and the game ends in a tie: good news when behind. */
    static chain c;
    flood(&after, where, &c);
    if (captured == 1 && c.stones == 1 && c.liberties == 1) tactical = ahead > 0 ? -5 : 10;
    return tactical + place(b, row, column, colour);
}

/* Reads the board and the side to move; 0 if the input is something else. */
static int read_board(board *b, int *colour)
{
    char line[256];
    int rows = 0, by_black, by_white;
    memset(b->at, EDGE, sizeof b->at);
    while (fgets(line, sizeof line, stdin)) {
        if (rows > 0 && rows == size)
            return sscanf(line, "%d %d %d", &by_black, &by_white, colour) == 3
                   && (*colour == 1 || *colour == 2);
        int length = (int)strspn(line, "012");
        if (rows == 0) size = length;
        if (size < 2 || size > MOST || length != size) return 0;
        for (int column = 0; column < size; column++)
            b->at[point(rows, column)] = line[column] - '0';
        rows++;
    }
    return 0;
}

int main(void)
{
    board b;
    int colour, best_row = -1, best_column = -1;
    /* Below nothing, passing is better. */
    double best = 0;
    if (!read_board(&b, &colour)) {
        fprintf(stderr, "the rows of the board are wanted, then a line like `0 0 1`\n");
        return 1;
    }
    int ahead = lead(&b, colour);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            double now = value(&b, row, column, colour, ahead);
            if (now > best) best = now, best_row = row, best_column = column;
        }
    if (best_row < 0) printf("pass\n");
    else printf("%d %d\n", best_row + 1, best_column + 1);
    return 0;
}
