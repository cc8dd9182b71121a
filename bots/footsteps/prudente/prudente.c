/* prudente: a trifle until the rival comes near, then just enough.

   It lets the rival pay for the first steps and defends the last ones with the points saved. Once
   the rival cannot match it any more it walks home. */

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

static long long min(long long a, long long b) { return a < b ? a : b; }
static long long max(long long a, long long b) { return a > b ? a : b; }

/* Whether `own` points outbid `rival` points for so many steps, whatever the rival does. */
static int sure(long long own, long long rival, long long steps)
{
    long long price = 0;
    while (steps-- > 0) {
        price += rival + 1;
        if (price > own) return 0;
        /* Every turn costs the rival a point at least. */
        if (rival > 0) rival--;
    }
    return 1;
}

int main(void)
{
    long long reach = option("\"squares\"", 7) / 2;
    long long own = option("\"points\"", 50), rival = own;
    long long need = reach, threat = reach, last = 1;
    /* One point of the usual fifty; with a million, two of its kind would bid ones for ever. */
    long long trifle = max(1, own / max(1, 10 * reach));
    char line[256];
    for (;;) {
        long long bid = trifle;
        if (sure(own, rival, need)) bid = rival + 1;
        /* At the last step before the end half the rival's points are the least that may hold. */
        else if (threat == 1) bid = max(last + 1, (rival + 1) / 2);
        else if (threat <= 1 + reach / 4) bid = last + 1;
        bid = min(own, min(bid, rival + 1));
        printf("%lld\n", bid);
        fflush(stdout);
        /* `fin`, or nobody there any more. */
        if (!fgets(line, sizeof line, stdin) || !isdigit((unsigned char)line[0])) return 0;
        last = strtoll(line, NULL, 10);
        own -= bid;
        rival = max(0, rival - last);
        need += (last > bid) - (bid > last);
        threat += (bid > last) - (last > bid);
    }
}
