// {{protocol}}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int choose(const char *squares) {
    // {{idea}}
    int count = (int)strlen(squares);
    int best = 0;
    for (int number = 1; number <= count; number++) {
        if (squares[number - 1] != '.') continue;
        if (best == 0 || abs(2 * number - count - 1) < abs(2 * best - count - 1)) best = number;
    }
    return best;
}

int main(int count, char **arguments) {
    if (count < 2) return 1;
    // {{question}}
    printf("%d\n", choose(arguments[1]));
    return 0;
}
