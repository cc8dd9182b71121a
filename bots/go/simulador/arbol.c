/* The search: UCT with the moves of whole games counted wherever they were played (RAVE). */
#include "arbol.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int at, visits, fair_visits, children, count;
    /* Games won by whoever made this move: those through here, and those in which he made it
       sooner or later. */
    float won, fair_won;
} node;

/* How many games the estimate from whole games is worth. */
static const double WORTH = 800;
/* Games through a move before its answers are looked at one by one. */
static const int RIPE = 2;
/* The number every run starts to draw from. */
static const uint64_t SEED = 0x9e3779b97f4a7c15ULL;

static node *nodes;
static int used, room;

/* What is believed of a move before any game: in the middle and near stones it is good. */
static double belief(const board *b, int at)
{
    int row = row_of(at), column = column_of(at), size = b->size;
    int up = row < size - 1 - row ? row : size - 1 - row;
    int aside = column < size - 1 - column ? column : size - 1 - column;
    int line = up < aside ? up : aside, near = 0;
    for (int k = 0; k < 4; k++) {
        int side = b->at[at + AROUND[k]], corner = b->at[at + CORNERS[k]];
        near += side == BLACK || side == WHITE || corner == BLACK || corner == WHITE;
        if ((side == BLACK || side == WHITE) && last_liberty(b, at + AROUND[k])) return 0.75;
    }
    double good = line == 0 ? 0.38 : line == 1 ? 0.46 : line <= 3 ? 0.54 : 0.5;
    return good + (near ? 0.04 : size > 9 && line == 1 ? -0.05 : 0);
}

/* The legal moves of the position as children of `parent`. Own eyes are not filled. */
static void grow(int parent, const board *b, const uint8_t *forbidden)
{
    if (used + b->empties + 1 > room) return;
    nodes[parent].children = used;
    for (int k = 0; k < b->empties; k++) {
        int at = b->empty[k];
        if (at == b->ko || (forbidden && forbidden[at])) continue;
        if (!is_legal(b, at) || is_eye(b, at, b->turn)) continue;
        nodes[used++] = (node){.at = at, .fair_visits = 20, .fair_won = 20 * belief(b, at)};
    }
    /* Whoever has nothing better passes. */
    if (used == nodes[parent].children) nodes[used++] = (node){.at = PASS};
    nodes[parent].count = used - nodes[parent].children;
}

/* The child to look at next. */
static int choose(int parent)
{
    int best = nodes[parent].children;
    double most = -1;
    for (int k = 0; k < nodes[parent].count; k++) {
        const node *child = &nodes[nodes[parent].children + k];
        double weight = sqrt(WORTH / (3.0 * child->visits + WORTH));
        double own = child->visits ? child->won / child->visits : 0.5;
        double fair = child->fair_visits ? child->fair_won / child->fair_visits : 0.5;
        double value = (1 - weight) * own + weight * fair;
        if (value > most) most = value, best = nodes[parent].children + k;
    }
    return best;
}

/* A move that captures what was just played, or saves what it threatens; 0 if there is none. */
static int urgent(const board *b)
{
    if (b->last == PASS || b->at[b->last] != 3 - b->turn) return 0;
    int at = last_liberty(b, b->last);
    if (at && at != b->ko && is_legal(b, at)) return at;
    for (int k = 0; k < 4; k++) {
        int near = b->last + AROUND[k];
        if (b->at[near] != b->turn || !(at = last_liberty(b, near))) continue;
        int free = 0;
        for (int j = 0; j < 4; j++) free += b->at[at + AROUND[j]] == EMPTY;
        if (free > 1 && is_legal(b, at)) return at;
    }
    return 0;
}

static int any(const board *b, uint64_t *seed)
{
    if (b->empties == 0) return PASS;
    int start = draw(seed, b->empties);
    for (int k = 0; k < b->empties; k++) {
        int at = b->empty[(start + k) % b->empties];
        if (at != b->ko && !is_eye(b, at, b->turn) && is_legal(b, at)) return at;
    }
    return PASS;
}

/* Plays to the end. `first` keeps who was the first to play on each place. */
static void play_out(board *b, uint8_t *first, uint64_t *seed)
{
    int most = 3 * b->size * b->size;
    for (int ply = 0; ply < most && b->passes < 2; ply++) {
        int at = draw(seed, 8) ? urgent(b) : 0;
        if (!at) at = any(b, seed);
        if (at != PASS && !first[at]) first[at] = b->turn;
        play(b, at);
    }
}

/* One game: down the tree, to the end, and what it says to all moves on the way. */
static void play_one(const board *root, uint64_t *seed)
{
    static int path[4 * MOST * MOST];
    uint8_t first[PLACES] = {0};
    board b = *root;
    int depth = 0, now = 0;
    path[depth++] = 0;
    while (nodes[now].count && b.passes < 2 && depth < 2 * MOST * MOST) {
        now = choose(now);
        path[depth++] = now;
        if (nodes[now].at != PASS && !first[nodes[now].at]) first[nodes[now].at] = b.turn;
        play(&b, nodes[now].at);
        if (!nodes[now].count && nodes[now].visits >= RIPE) grow(now, &b, NULL);
    }
    play_out(&b, first, seed);
    int black = area(&b);
    for (int step = 0; step < depth; step++) {
        node *parent = &nodes[path[step]];
        int mover = step % 2 ? 3 - root->turn : root->turn;
        float won = black == 0 ? 0.5f : (black > 0) == (mover == BLACK);
        /* A node belongs to who moved to it, its children to the other. */
        parent->visits++;
        parent->won += 1 - won;
        for (int k = 0; k < parent->count; k++) {
            node *child = &nodes[parent->children + k];
            if (child->at == PASS || first[child->at] != mover) continue;
            child->fair_visits++;
            child->fair_won += won;
        }
    }
}

choice search(const board *root, int games, const uint8_t *forbidden)
{
    uint64_t seed = SEED;
    room = 3000000;
    nodes = malloc(room * sizeof *nodes);
    used = 1;
    nodes[0] = (node){.at = PASS};
    grow(0, root, forbidden);
    for (int game = 0; game < games; game++) play_one(root, &seed);
    int best = nodes[0].children;
    for (int k = 0; k < nodes[0].count; k++) {
        int child = nodes[0].children + k;
        if (nodes[child].visits > nodes[best].visits) best = child;
    }
    choice found = {nodes[best].at, nodes[best].visits ? nodes[best].won / nodes[best].visits : 0.5};
    free(nodes);
    return found;
}
