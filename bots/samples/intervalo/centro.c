/* Takes the free square that is nearest to the middle.
   build: cc -O2 -o centro centro.c
   run: ./centro SQUARES */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
    int squares = (int)strlen(words[1]), best = -1;
    for (int at = 0; at < squares; at++) {
        int far = abs(2 * at + 1 - squares);
        if (words[1][at] == '.' && (best < 0 || far < abs(2 * best + 1 - squares))) best = at;
    }
    printf("%d\n", best + 1);
    return count == 2 ? 0 : 1;
}
