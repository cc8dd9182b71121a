/* A FootSteps bot that always bids 1 and is done with each line at once. */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[64];
    do {
        fputs("1\n", stdout);
        fflush(stdout);
    } while (fgets(line, sizeof line, stdin) && strcmp(line, "fin\n") != 0);
    return 0;
}
