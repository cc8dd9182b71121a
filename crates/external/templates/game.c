/* SLUG: players take 1, 2 or 3 stones in turn; who takes the last one wins.
 *
 * Try it:    certamen play ./SLUG.c builtin:random builtin:random
 * Check it:  certamen check-game SLUG.c
 */

#include "certamen_game.h"

/* The state is a text: stones, the seat to act, the last action. */
typedef struct { int stones, seat; char last[8]; } position;

static position read_state(const char *state) {
    position p = {0};
    sscanf(state, "%d %d %7s", &p.stones, &p.seat, p.last);
    return p;
}

static void start(cg_out *state, const cg_json *options, int seats, cg_rng *rng) {
    (void)seats, (void)rng;
    cg_print(state, "%ld 0 -", cg_option(options, "stones"));
}

/* A set of seats, as bits. */
static uint64_t to_act(const char *state) {
    position p = read_state(state);
    return p.stones > 0 ? (uint64_t)1 << p.seat : 0;
}

static void legal(cg_list *actions, const char *state, int seat) {
    (void)seat;
    position p = read_state(state);
    for (int taken = 1; taken <= 3 && taken <= p.stones; taken++) cg_add(actions, "%d", taken);
}

static void apply(cg_out *next, const char *state, const char *const *actions, cg_rng *rng) {
    (void)rng;
    position p = read_state(state);
    const char *action = actions[p.seat];
    cg_print(next, "%d %d %s", p.stones - atoi(action), 1 - p.seat, action);
}

/* What the program on this seat reads: the stones that are left and the last action. */
static void observe(cg_out *line, const char *state, int seat) {
    (void)seat;
    position p = read_state(state);
    cg_print(line, "%d %s", p.stones, p.last);
}

/* Who is next has lost when no stone is left. */
static void scores(double *scores, const char *state, int seats) {
    position p = read_state(state);
    for (int seat = 0; seat < seats; seat++) scores[seat] = seat != p.seat;
}

int main(void) {
    static const cg_game rules = {
        .slug = "SLUG",
        .seats = {2, 2},
        .points = 0,      /* 1 for any scores instead of 1, 0.5 and 0 */
        .chance = "none", /* "turns" if rng is used after the start, "start" if only there */
        .options = "{\"stones\":{\"type\":\"integer\",\"min\":1,\"max\":64,\"default\":21}}",
        .start = start,
        .to_act = to_act,
        .legal = legal,
        .apply = apply,
        .observe = observe,
        .scores = scores};
    return cg_run(&rules);
}
