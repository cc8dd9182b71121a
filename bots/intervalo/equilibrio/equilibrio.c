/* equilibrio: solves the turn as a matrix game and draws from the optimal mixture.

   A row for each own square, a column for each of the rival's; in the cell who wins the turn, and a
   little for the pieces' use in later turns. Both sides then learn by regret: each plays what it
   regrets not to have played, and the average of such play tends to the equilibrium. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 200, ROUNDS = 1500, LONGEST = 10000 };

/* What the best place for later turns is worth, in turns won for sure. */
static const double LATER = 0.25;

static double cells[MOST][MOST];
static int lead[LONGEST + 1], looked_at[MOST];

/* SplitMix64, seeded with the match's seed and the strip: the same turn is the same again. */
static double draw(const char *squares)
{
    const char *seed = getenv("CERTAMEN_SEED");
    uint64_t mixed = seed ? strtoull(seed, NULL, 10) : 0;
    for (; *squares; squares++) {
        mixed = (mixed ^ (unsigned char)*squares) * 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed ^= mixed >> 27;
    }
    mixed *= 0x94D049BB133111EBu;
    return (double)((mixed ^ (mixed >> 31)) >> 11) / 9007199254740992.0;
}

/* Chooses the squares to look at, all free ones or some evenly spread; returns how many. */
static int look(const char *squares)
{
    int length = (int)strlen(squares), free = 0, count = 0;
    for (int i = 0; i < length; i++) {
        lead[i + 1] = lead[i] + (squares[i] == 'p') - (squares[i] == 'a');
        free += squares[i] == '.';
    }
    int stride = 1 + free / MOST, seen = 0;
    for (int i = 0; i < length; i++)
        if (squares[i] == '.' && seen++ % stride == 0) looked_at[count++] = i;
    return count;
}

static void fill(int count)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            int low = looked_at[i < j ? i : j], high = looked_at[i < j ? j : i];
            int between = i == j ? 0 : lead[high] - lead[low + 1];
            /* A piece is useful with many free squares on both sides. */
            double mine = (double)i * (count - 1 - i), his = (double)j * (count - 1 - j);
            double most = (double)count * count / 4;
            cells[i][j] = (between > 0) - (between < 0) + LATER * (mine - his) / most;
        }
}

/* Play in proportion to the regrets above zero, or evenly where there are none. */
static void mix(const double *regrets, double *play, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += regrets[i] > 0 ? regrets[i] : 0;
    for (int i = 0; i < count; i++)
        play[i] = sum > 0 ? (regrets[i] > 0 ? regrets[i] / sum : 0) : 1.0 / count;
}

/* Sums up the own play of all rounds in `average`; later rounds, which know more, count more. */
static void learn(int count, double *average)
{
    static double regrets[2][MOST], play[2][MOST], gains[2][MOST];
    for (int round = 1; round <= ROUNDS; round++) {
        double mean = 0;
        mix(regrets[0], play[0], count);
        mix(regrets[1], play[1], count);
        memset(gains, 0, sizeof gains);
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) {
                gains[0][i] += cells[i][j] * play[1][j];
                gains[1][j] -= cells[i][j] * play[0][i];
            }
        for (int i = 0; i < count; i++) mean += gains[0][i] * play[0][i];
        for (int i = 0; i < count; i++) {
            regrets[0][i] += gains[0][i] - mean;
            regrets[1][i] += gains[1][i] + mean;
            /* A regret below zero is forgotten, so that it need not be earned back. */
            if (regrets[0][i] < 0) regrets[0][i] = 0;
            if (regrets[1][i] < 0) regrets[1][i] = 0;
            average[i] += round * play[0][i];
        }
    }
}

int main(int argc, char **argv)
{
    static double average[MOST];
    if (argc != 2 || strlen(argv[1]) > LONGEST || !strchr(argv[1], '.')) {
        fprintf(stderr, "one argument is wanted: the strip, `.` free, `n` neutral, `p` own, `a` other\n");
        return 1;
    }
    int count = look(argv[1]);
    fill(count);
    learn(count, average);
    double sum = 0;
    for (int i = 0; i < count; i++) sum += average[i];
    double lot = draw(argv[1]) * sum;
    int chosen = 0;
    while (chosen < count - 1 && (lot -= average[chosen]) >= 0) chosen++;
    printf("%d\n", looked_at[chosen] + 1);
    return 0;
}
