// {{protocol}}

#include <stdio.h>
#include <string.h>

static int count(const char *choices, char option) {
    int found = 0;
    for (; *choices; choices++) found += *choices == option;
    return found;
}

static char choose(const char *choices) {
    // {{idea}}
    char best = 'A';
    for (char option = 'B'; option <= 'C'; option++) {
        if (count(choices, option) < count(choices, best)) best = option;
    }
    return best;
}

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        // {{farewell}}
        if (strncmp(line, "fin", 3) == 0) break;
        // {{question}}
        char choices[32];
        if (sscanf(line, "%*s %*s %*s %*s %31s", choices) != 1) return 1;
        // {{flush}}
        printf("%c\n", choose(choices));
        fflush(stdout);
    }
    return 0;
}
