#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    char line[100] = "";
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, "\n")] = 0;
    printf("%s%s%s\n", line, line, count > 1 ? arguments[1] : "");
    return 0;
}
