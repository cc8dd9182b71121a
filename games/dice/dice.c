/* Pig: roll as often as you dare; a 1 loses what this turn has won. */

#include "certamen_game.h"

typedef struct { int seats, turn, rounds, pot, last, points[6]; } position;

static position read_state(const char *state) {
    position p = {0};
    int used;
    sscanf(state, "%d %d %d %d%n", &p.turn, &p.rounds, &p.pot, &p.last, &used);
    for (state += used; sscanf(state, " %d%n", &p.points[p.seats], &used) == 1; state += used)
        p.seats++;
    return p;
}

static void write_state(cg_out *out, const position *p) {
    cg_print(out, "%d %d %d %d", p->turn, p->rounds, p->pot, p->last);
    for (int seat = 0; seat < p->seats; seat++) cg_print(out, " %d", p->points[seat]);
}

static void start(cg_out *state, const cg_json *options, int seats, cg_rng *rng) {
    (void)rng;
    position p = {.seats = seats, .rounds = (int)cg_option(options, "rounds")};
    write_state(state, &p);
}

static uint64_t to_act(const char *state) {
    position p = read_state(state);
    return p.turn < p.rounds * p.seats ? (uint64_t)1 << p.turn % p.seats : 0;
}

static void legal(cg_list *actions, const char *state, int seat) {
    (void)state, (void)seat;
    cg_add(actions, "roll");
    cg_add(actions, "hold");
}

static void apply(cg_out *next, const char *state, const char *const *actions, cg_rng *rng) {
    position p = read_state(state);
    int seat = p.turn % p.seats, rolls = strcmp(actions[seat], "roll") == 0;
    if (rolls) {
        p.last = (int)cg_below(rng, 6) + 1;
        p.pot += p.last;
    } else {
        p.points[seat] += p.pot;
    }
    if (!rolls || p.last == 1) {
        p.turn++;
        p.pot = p.last = 0;
    }
    write_state(next, &p);
}

static void observe(cg_out *line, const char *state, int seat) {
    position p = read_state(state);
    cg_print(line, "%d %d %d ", p.turn / p.seats + 1, p.rounds, seat);
    for (int i = 0; i < p.seats; i++) cg_print(line, "%s%d", i ? "," : "", p.points[i]);
    cg_print(line, " %d %d", p.pot, p.last);
}

static void scores(double *scores, const char *state, int seats) {
    position p = read_state(state);
    for (int seat = 0; seat < seats; seat++) scores[seat] = p.points[seat];
}

int main(void) {
    static const cg_game dice = {
        .slug = "dice", .title = "{\"en\":\"Pig\",\"es\":\"El uno pierde\"}", .seats = {2, 6},
        .points = 1,
        .options = "{\"rounds\":{\"type\":\"integer\",\"min\":1,\"max\":100,\"default\":5}}",
        .start = start, .to_act = to_act, .legal = legal, .apply = apply, .observe = observe,
        .scores = scores};
    return cg_run(&dice);
}
