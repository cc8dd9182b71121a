/* An Intervalo bot that prints the first free square of the strip in its argument. */
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count != 2) return 1;
    printf("%zu\n", strcspn(arguments[1], ".") + 1);
    return 0;
}
