/* The rules of a game. All players choose A, B or C at the same time; a letter that fewer chose than
   any other scores a point. Change what you like, then run: certamen check-game SLUG.c */
#include "certamen_game.h"

typedef struct { int seats, round, rounds, points[20]; char last[21]; } position;

/* round/rounds last points points … */
static position read_state(const char *state) {
    position p = {0};
    int used;
    sscanf(state, "%d/%d %20s%n", &p.round, &p.rounds, p.last, &used);
    for (state += used; sscanf(state, " %d%n", &p.points[p.seats], &used) == 1; state += used)
        p.seats++;
    return p;
}

static void write_state(cg_out *out, const position *p) {
    cg_print(out, "%d/%d %s", p->round, p->rounds, p->last);
    for (int seat = 0; seat < p->seats; seat++) cg_print(out, " %d", p->points[seat]);
}

static void start(cg_out *state, const cg_json *options, int seats, cg_rng *rng) {
    (void)rng;
    position p = {.seats = seats, .rounds = (int)cg_option(options, "rounds"), .last = "-"};
    write_state(state, &p);
}

static uint64_t to_act(const char *state) {
    position p = read_state(state);
    return p.round < p.rounds ? ((uint64_t)1 << p.seats) - 1 : 0;
}

static void legal(cg_list *actions, const char *state, int seat) {
    (void)state, (void)seat;
    for (char letter = 'A'; letter <= 'C'; letter++) cg_add(actions, "%c", letter);
}

static void apply(cg_out *next, const char *state, const char *const *actions, cg_rng *rng) {
    (void)rng;
    position p = read_state(state);
    int counts[3] = {0}, chosen = 0, least = p.seats, rarest = 0;
    for (int seat = 0; seat < p.seats; seat++) counts[actions[seat][0] - 'A']++;
    for (int i = 0; i < 3; i++) {
        chosen += counts[i] > 0;
        if (counts[i] && counts[i] < least) least = counts[i];
    }
    for (int i = 0; i < 3; i++) rarest += counts[i] == least;
    for (int seat = 0; seat < p.seats; seat++) {
        p.last[seat] = actions[seat][0];
        p.points[seat] += chosen > 1 && rarest == 1 && counts[actions[seat][0] - 'A'] == least;
    }
    p.round++;
    write_state(next, &p);
}

static void observe(cg_out *line, const char *state, int seat) {
    position p = read_state(state);
    cg_print(line, "%d %d %d ", p.round + 1, p.rounds, seat);
    for (int i = 0; i < p.seats; i++) cg_print(line, "%s%d", i ? "," : "", p.points[i]);
    cg_print(line, " %s", p.last);
}

static void scores(double *scores, const char *state, int seats) {
    position p = read_state(state);
    for (int seat = 0; seat < seats; seat++) scores[seat] = p.points[seat];
}

int main(void) {
    static const cg_game rules = {
        .slug = "SLUG", .seats = {2, 20}, .points = 1,
        .options = "{\"rounds\":{\"type\":\"integer\",\"min\":1,\"max\":100,\"default\":10}}",
        .start = start, .to_act = to_act, .legal = legal, .apply = apply, .observe = observe,
        .scores = scores};
    return cg_run(&rules);
}
