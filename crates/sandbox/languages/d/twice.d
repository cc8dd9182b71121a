import std.stdio, std.string;

void main(string[] arguments)
{
    auto line = readln().chomp();
    writeln(line, line, arguments.length > 1 ? arguments[1] : "");
}
