// Bids a third of what is left.
// build: gdc -O2 -o tercio tercio.d
// run: ./tercio
import std.stdio;
import std.string : strip;

void main() {
    int points = 50;
    while (true) {
        int bid = (points + 2) / 3;
        points -= bid;
        writeln(bid);
        stdout.flush();
        string line = readln();
        if (line is null || line.strip == "fin") break;
    }
}
