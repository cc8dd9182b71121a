/* mitad: half of what is left, every turn, rounded up.

   It starts like a lion and ends with ones: strong on short strips, hopeless on long ones. */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A whole number of CERTAMEN_OPTIONS (a JSON object), or its usual value. */
static long long option(const char *quoted, long long usual)
{
    const char *options = getenv("CERTAMEN_OPTIONS");
    const char *at = options ? strstr(options, quoted) : NULL;
    if (!at) return usual;
    at += strlen(quoted);
    at += strspn(at, " \t:");
    return isdigit((unsigned char)*at) ? strtoll(at, NULL, 10) : usual;
}

int main(void)
{
    long long points = option("\"points\"", 50);
    char line[256];
    for (;;) {
        long long bid = (points + 1) / 2;
        printf("%lld\n", bid);
        fflush(stdout);
        points -= bid;
        /* `fin`, or nobody there any more. */
        if (!fgets(line, sizeof line, stdin) || !isdigit((unsigned char)line[0])) return 0;
    }
}
