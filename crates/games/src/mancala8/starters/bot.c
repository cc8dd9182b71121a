// {{protocol}}

#include <stdio.h>
#include <string.h>

static int choose(const int *holes, int kalaha, const int *rival_holes, int rival_kalaha, int slots) {
    // {{idea}}
    (void)kalaha, (void)rival_holes, (void)rival_kalaha, (void)slots;
    int best = 0;
    for (int hole = 5; hole >= 0; hole--) {
        if (holes[hole] == 6 - hole) return hole;
        if (holes[hole] >= holes[best]) best = hole;
    }
    return best;
}

int main(void) {
    char line[256];
    int numbers[15];

    // {{farewell}}
    while (fgets(line, sizeof line, stdin) && strncmp(line, "fin", 3) != 0) {
        // {{question}}
        int used = 0;
        for (int index = 0, length; index < 15; index++, used += length) {
            if (sscanf(line + used, "%d%n", &numbers[index], &length) != 1) return 1;
        }
        printf("R %d\n", choose(numbers, numbers[6], numbers + 7, numbers[13], numbers[14]));
        // {{flush}}
        fflush(stdout);
    }
    return 0;
}
