/* adivino: guesses what somebody reasonable takes, and takes what is best against that.

   Somebody reasonable knows no more than anybody: he likes the squares that win most turns against
   any free square, the better the more. Against his likings each own square has a value: the turns
   won less those lost, a little for the pieces' use later, and nothing for meeting him. */

import std.algorithm : max, min;
import std.math : exp, sgn;
import std.stdio : stderr, writeln;

/// On long strips only so many free squares, evenly spread, are looked at.
enum size_t lookedAt = 600;
/// How much more a square is liked that wins all turns instead of losing all.
enum double liking = 3.0;
/// What the best place for later turns is worth, in turns won for sure.
enum double later = 0.5;

/// The free squares looked at.
size_t[] look(string squares)
{
    size_t[] free;
    foreach (place, square; squares)
        if (square == '.')
            free ~= place;
    size_t[] looked;
    for (size_t index = 0; index < free.length; index += 1 + free.length / lookedAt)
        looked ~= free[index];
    return looked;
}

/// Own pieces minus the rival's before each square; one entry more at the end.
int[] leads(string squares)
{
    int[] sums = [0];
    foreach (square; squares)
        sums ~= sums[$ - 1] + (square == 'p') - (square == 'a');
    return sums;
}

/// Who wins the turn with these squares: 1 is whoever `lead` is for.
int winner(const int[] lead, size_t mine, size_t his)
{
    // Strictly between the two; one square alone gives nobody anything.
    if (mine == his)
        return 0;
    return cast(int) sgn(lead[max(mine, his)] - lead[min(mine, his) + 1]);
}

/// What each square is worth against these likings, seen by whoever `side` is 1 for.
double[] values(const size_t[] free, const int[] lead, const double[] likings, int side)
{
    double[] result;
    foreach (index, mine; free)
    {
        double sum = 0;
        foreach (other, his; free)
            sum += likings[other] * side * winner(lead, mine, his);
        // A piece is useful with many free squares on both sides.
        const double left = index, right = free.length - 1 - index;
        result ~= sum + later * left * right * 4 / (free.length * free.length);
    }
    return result;
}

/// Likings that sum to 1.
double[] likings(const double[] values)
{
    double[] result;
    double sum = 0;
    foreach (value; values)
    {
        result ~= exp(liking * value);
        sum += result[$ - 1];
    }
    result[] /= sum;
    return result;
}

int main(string[] arguments)
{
    const squares = arguments.length == 2 ? arguments[1] : "";
    const free = look(squares);
    if (free.length == 0)
    {
        stderr.writeln("one argument is wanted: the strip, `.` free, `n` neutral, `p` own, `a` other");
        return 1;
    }
    const lead = leads(squares);
    auto any = new double[free.length];
    any[] = 1.0 / free.length;
    const his = likings(values(free, lead, any, -1));
    const mine = values(free, lead, his, 1);
    size_t best = 0;
    foreach (index, value; mine)
        if (value > mine[best])
            best = index;
    writeln(free[best] + 1);
    return 0;
}
