/* Rules of Minoría for three seats that compute nothing: each request gets a line that was written
   before, with its number. The floor below which no rules program can be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

#define POSITION                                                                                    \
    "\"position\":{\"state\":{\"round\":1,\"rounds\":100,\"points\":[0,0,0],\"last\":\"AAA\"},"     \
    "\"to_act\":[0,1,2],\"observations\":[\"1 100 0 0,0,0 AAA\",\"1 100 1 0,0,0 AAA\","             \
    "\"1 100 2 0,0,0 AAA\"]}"
#define END                                                                                         \
    "\"position\":{\"state\":{\"round\":1,\"rounds\":100,\"points\":[0,0,0],\"last\":\"AAA\"},"     \
    "\"to_act\":[],\"observations\":[],\"outcome\":{\"scores\":[0,0,0]}}"

int main(void) {
    int turn = 0;
    while (fgets(line, sizeof line, stdin)) {
        unsigned long id = strtoul(strstr(line, "\"id\":") + 5, NULL, 10);
        const char *type = strstr(line, "\"type\":\"") + 8;
        if (!strncmp(type, "initialize", 10)) {
            printf("{\"id\":%lu,\"protocol\":1}\n", id);
        } else if (!strncmp(type, "turn", 4)) {
            turn++;
            printf("{\"id\":%lu,\"actions\":[\"A\",\"A\",\"A\"],%s}\n", id, turn == 100 ? END : POSITION);
        } else {
            turn = 0;
            printf("{\"id\":%lu,%s}\n", id, POSITION);
        }
        fflush(stdout);
    }
}
