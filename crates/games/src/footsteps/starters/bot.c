// {{protocol}}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long choose(long points, long rival_points, long steps) {
    // {{idea}}
    (void)rival_points;
    if (points == 0) return 0;
    return points / steps > 1 ? points / steps : 1;
}

// {{options}}
static long option(const char *name, long usual) {
    const char *options = getenv("CERTAMEN_OPTIONS");
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *found = options ? strstr(options, key) : NULL;
    return found ? strtol(found + strlen(key), NULL, 10) : usual;
}

int main(void) {
    long points = option("points", 50);
    long rival_points = points;
    // {{steps}}
    long steps = option("squares", 7) / 2;
    char line[64];

    for (;;) {
        long bid = choose(points, rival_points, steps);
        printf("%ld\n", bid);
        // {{flush}}
        fflush(stdout);
        // {{farewell}}
        if (!fgets(line, sizeof line, stdin) || strncmp(line, "fin", 3) == 0) return 0;
        long rival_bid = strtol(line, NULL, 10);
        points -= bid;
        rival_points -= rival_bid;
        if (bid > rival_bid) steps--;
        if (bid < rival_bid) steps++;
    }
}
