/* FootSteps by a toss: as often as its first argument says, in thousandths, it shares its points out
   and beats whoever bids 1 for ever, which it does else; two that do the same draw. So the share of
   points that one has against another is known exactly. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

int main(int count, char **words) {
    unsigned toss = 0;
    if (count < 2 || getrandom(&toss, sizeof toss, 0) != sizeof toss) return 1;
    int shares = toss % 1000 < (unsigned)atoi(words[1]);
    long points = 50, steps = 3;
    char line[64];
    for (;;) {
        long bid = points == 0 ? 0 : shares && points / steps > 1 ? points / steps : 1;
        printf("%ld\n", bid);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin) || strncmp(line, "fin", 3) == 0) return 0;
        long rival = strtol(line, NULL, 10);
        points -= bid;
        if (bid > rival) steps--;
        if (bid < rival) steps++;
    }
}
