/* An Intervalo bot that prints the first free square of the strip in its argument, without any
   library: nothing but starting it takes time. */
static long call(long number, long first, const void *second, long third) {
    long result;
    __asm__ volatile("syscall" : "=a"(result)
                     : "a"(number), "D"(first), "S"(second), "d"(third) : "rcx", "r11", "memory");
    return result;
}

__attribute__((used)) static void answer(long *stack) {
    if (stack[0] == 2) {
        const char *strip = (const char *)stack[2];
        int square = 1;
        while (strip[square - 1] && strip[square - 1] != '.') square++;
        char text[3] = {(char)('0' + square / 10), (char)('0' + square % 10), '\n'};
        call(1, 1, square < 10 ? text + 1 : text, square < 10 ? 2 : 3);
    }
    for (;;) call(231, 0, 0, 0);
}

__asm__(".globl _start\n_start: xor %ebp, %ebp\nmov %rsp, %rdi\nand $-16, %rsp\ncall answer\n");
