/* cazador: guesses the rival's next bid and answers it.

   Five simple rivals live in its head. Each foretells the next bid; those that were right so far
   weigh more. Every sensible answer to the foretold bids is valued by the position that it leads
   to, and the best one is played. On long strips it soon knows with whom it plays. */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUESSERS = 5, SPREAD = 3 };

struct game {
    long long own, rival;   /* points */
    long long need, threat; /* steps to the own goal, steps to the rival's */
    long long mine, his;    /* the last bids, 0 before the first turn */
    double fraction;        /* of his points that the rival bid last */
};

/* A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value. */
static long long option(const char *quoted, long long usual)
{
    const char *options = getenv("CERTAMEN_OPTIONS");
    const char *at = options ? strstr(options, quoted) : NULL;
    if (!at) return usual;
    at += strlen(quoted);
    at += strspn(at, " \t:");
    return isdigit((unsigned char)*at) ? strtoll(at, NULL, 10) : usual;
}

static long long clamp(long long value, long long low, long long high)
{
    return value < low ? low : value > high ? high : value;
}

/* A guess at the rival's bid, in the words of rival number `who`. */
static long long guess(const struct game *g, int who)
{
    long long nearer = g->need < g->threat ? g->need : g->threat;
    long long fair = g->rival / (1 + nearer);
    long long bid = 1;
    switch (who) {
    case 0: bid = g->his ? g->his : fair; break;                         /* repeats himself */
    case 1: bid = g->mine ? g->mine + 1 : fair; break;                   /* mirrors us */
    case 2: bid = g->his ? (long long)(g->fraction * g->rival) : fair; break; /* a fixed part */
    case 3: bid = fair; break;                                           /* a fair price */
    default: break;                                                      /* saves */
    }
    return clamp(bid, g->rival > 0, g->rival);
}

/* How good a position is for us, from 0 to 1: what each side can pay for a step, compared. */
static double worth(double own, double rival, double need, double threat)
{
    if (need <= 0) return 1;
    if (threat <= 0) return 0;
    double ours = (own + 0.5) / need, his = (rival + 0.5) / threat;
    ours *= ours, his *= his;
    return ours / (ours + his);
}

/* The worth of bidding `bid` against the weighted guesses. */
static double expected(const struct game *g, long long bid, const long long *bids,
                       const double *weights)
{
    double sum = 0;
    for (int k = 0; k < GUESSERS * SPREAD; k++) {
        int step = (bid > bids[k]) - (bid < bids[k]);
        sum += weights[k] * worth(g->own - bid, g->rival - bids[k], g->need - step, g->threat + step);
    }
    return sum;
}

static long long choose(const struct game *g, const double *errors)
{
    if (g->own == 0) return 0;
    long long bids[GUESSERS * SPREAD];
    double weights[GUESSERS * SPREAD];
    for (int k = 0; k < GUESSERS * SPREAD; k++) {
        /* A guess is meant roughly: a fifth less and a fifth more count too. */
        double rough = guess(g, k / SPREAD) * (0.8 + 0.2 * (k % SPREAD));
        bids[k] = clamp((long long)(rough + 0.5), g->rival > 0, g->rival);
        weights[k] = exp(-6 * errors[k / SPREAD]) * (k % SPREAD == 1 ? 2 : 1);
    }
    long long best = 1;
    double value = expected(g, 1, bids, weights);
    for (int k = 0; k < GUESSERS * SPREAD; k++) {
        long long bid = clamp(bids[k] + 1, 1, g->own);
        double now = expected(g, bid, bids, weights);
        if (now > value) best = bid, value = now;
    }
    return best;
}

/* Notes how wrong each guesser was; older errors fade. */
static void learn(const struct game *g, long long answer, double *errors)
{
    for (int who = 0; who < GUESSERS; who++) {
        double foretold = guess(g, who);
        double sum = foretold + answer;
        double wrong = sum > 0 ? fabs(foretold - answer) / sum : 0;
        errors[who] = 0.7 * errors[who] + 0.3 * wrong;
    }
}

int main(void)
{
    long long reach = option("\"squares\"", 7) / 2, points = option("\"points\"", 50);
    struct game g = {points, points, reach, reach, 0, 0, 0};
    double errors[GUESSERS] = {0.3, 0.3, 0.3, 0.1, 0.4};
    char line[256];
    for (;;) {
        long long bid = choose(&g, errors);
        printf("%lld\n", bid);
        fflush(stdout);
        /* `fin`, or nobody there any more. */
        if (!fgets(line, sizeof line, stdin) || !isdigit((unsigned char)line[0])) return 0;
        long long answer = clamp(strtoll(line, NULL, 10), 0, g.rival);
        learn(&g, answer, errors);
        g.fraction = g.rival ? (double)answer / g.rival : 0;
        g.own -= bid, g.rival -= answer;
        g.need -= (bid > answer) - (bid < answer);
        g.threat += (bid > answer) - (bid < answer);
        g.mine = bid, g.his = answer;
    }
}
