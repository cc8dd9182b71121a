// Bids eight points a step, and what is left at the end.
// build: gdc -O2 -o ocho ocho.d
// run: ./ocho
import std.algorithm : min;
import std.stdio;
import std.string : strip;

void main() {
    int points = 50;
    while (true) {
        int bid = min(points, 8);
        points -= bid;
        writeln(bid);
        stdout.flush();
        string line = readln();
        if (line is null || line.strip == "fin") break;
    }
}
