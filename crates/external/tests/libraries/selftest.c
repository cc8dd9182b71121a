/* Prints the draws of `certamen_game.h` for each key of the command line, in the form of
 * `rng_vectors.json`. */

#include "certamen_game.h"

static void print_u64(int count, cg_rng rng, uint64_t bound) {
    for (int i = 0; i < count; i++) {
        uint64_t drawn = bound ? cg_below(&rng, bound) : cg_next_u64(&rng);
        printf("%s\"%llu\"", i ? "," : "", (unsigned long long)drawn);
    }
}

static void print_ints(const int *items, int count) {
    for (int i = 0; i < count; i++) printf("%s%d", i ? "," : "", items[i]);
}

int main(int count, char **keys) {
    for (int i = 1; i < count; i++) {
        int shuffled[10], sampled[10];
        for (int j = 0; j < 10; j++) shuffled[j] = sampled[j] = j;
        cg_rng fresh, rng;
        cg_rng_start(&fresh, keys[i]);
        rng = fresh, cg_shuffle(&rng, shuffled, 10);
        rng = fresh, cg_sample(&rng, sampled, 10, 4);
        rng = fresh;
        printf("%s{\"key\":\"%s\",\"next_u64\":[", i == 1 ? "[\n" : ",\n", keys[i]);
        print_u64(40, fresh, 0);
        printf("],\"below_1000\":["), print_u64(6, fresh, 1000);
        printf("],\"below_1\":["), print_u64(3, fresh, 1);
        printf("],\"below_2^63+1\":["), print_u64(20, fresh, ((uint64_t)1 << 63) + 1);
        printf("],\"choice_of_abc\":\"%c\",\"shuffle_10\":[", "abc"[cg_below(&rng, 3)]);
        print_ints(shuffled, 10);
        printf("],\"sample_4_of_10\":["), print_ints(sampled, 4);
        printf("]}");
    }
    printf("\n]\n");
    return 0;
}
