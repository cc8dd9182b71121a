#include "certamen_game.h"

static void start(cg_out *state, const cg_json *options, int seats, cg_rng *rng) {
    (void)seats, (void)rng;
    printf("a line for the log\n");
    cg_print(state, "%ld", cg_option(options, "stones"));
}

static uint64_t to_act(const char *state) {
    (void)state;
    return 1;
}

static void legal(cg_list *actions, const char *state, int seat) {
    (void)state, (void)seat;
    cg_add(actions, "A");
    cg_add(actions, "B");
}

static void apply(cg_out *next, const char *state, const char *const *actions, cg_rng *rng) {
    (void)actions, (void)rng;
    cg_check(atoi(state) < 3); /* this line is named */
    cg_print(next, "%s", state);
}

static void observe(cg_out *line, const char *state, int seat) {
    (void)state, (void)seat;
    cg_print(line, "-");
}

static void scores(double *scores, const char *state, int seats) {
    (void)scores, (void)state, (void)seats;
}

int main(void) {
    static const cg_game fails = {
        .slug = "fails", .seats = {2, 2},
        .options = "{\"stones\":{\"type\":\"integer\",\"min\":0,\"max\":9,\"default\":1}}",
        .start = start, .to_act = to_act, .legal = legal, .apply = apply, .observe = observe,
        .scores = scores};
    return cg_run(&fails);
}
