/* For poj1568. Right, with a table of known results. Its argument says how its output is buffered. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned power_sums[1 << 16]; /* For each set of cells, the sum of 3^cell. */
static char has_line[1 << 16];
static unsigned char *known; /* Two bits for each board: 0 unknown, 2 no win for x, 3 a win. */

static void fill_tables(void) {
    static const unsigned lines[] = {0xf, 0xf0, 0xf00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248};
    for (unsigned cells = 0; cells < 1 << 16; cells++) {
        for (unsigned cell = 0, power = 1; cell < 16; cell++, power *= 3)
            if (cells >> cell & 1) power_sums[cells] += power;
        for (unsigned line = 0; line < 10; line++)
            if ((cells & lines[line]) == lines[line]) has_line[cells] = 1;
    }
    known = calloc(43046721 / 4 + 1, 1);
}

/* Whether x gets a line, whatever o does. */
static int wins(unsigned x, unsigned o) {
    if (has_line[x]) return 1;
    if (has_line[o] || (x | o) == 0xffff) return 0;
    unsigned board = power_sums[x] + 2 * power_sums[o], shift = board % 4 * 2;
    unsigned entry = known[board / 4] >> shift & 3;
    if (entry) return entry & 1;
    int x_moves = __builtin_popcount(x) == __builtin_popcount(o), result = !x_moves;
    for (unsigned cell = 1; cell < 1 << 16 && result != x_moves; cell <<= 1)
        if (!((x | o) & cell)) result = x_moves ? wins(x | cell, o) : wins(x, o | cell);
    known[board / 4] |= (2 | result) << shift;
    return result;
}

static void answer(FILE *output, unsigned x, unsigned o) {
    for (unsigned cell = 0; cell < 16; cell++)
        if (!((x | o) >> cell & 1) && wins(x | 1u << cell, o)) {
            fprintf(output, "(%u,%u)\n", cell / 4, cell % 4);
            return;
        }
    fputs("#####\n", output);
}

int main(int count, char **arguments) {
    const char *mode = count > 1 ? arguments[1] : "usual";
    FILE *input = stdin, *output = stdout;
    char *text = NULL, *answers;
    size_t size = 0;
    if (!strcmp(mode, "line")) setvbuf(stdout, NULL, _IOLBF, 4096);
    if (!strcmp(mode, "none")) setvbuf(stdout, NULL, _IONBF, 0);
    if (atoi(mode)) setvbuf(stdout, NULL, _IOFBF, atoi(mode));
    if (!strcmp(mode, "input-first")) {
        getdelim(&text, &size, '$', stdin);
        input = fmemopen(text, size, "r");
    }
    if (!strcmp(mode, "at-exit")) output = open_memstream(&answers, &size);
    fill_tables();
    while (fscanf(input, " ?") == 0) {
        int stone;
        do stone = getc(input);
        while (stone != EOF && !strchr(".xo$", stone));
        if (stone == EOF || stone == '$') break;
        unsigned x = 0, o = 0;
        for (unsigned cell = 0; cell < 16; stone = getc(input)) {
            if (stone == EOF) return 1;
            if (!strchr(".xo", stone)) continue;
            x |= (stone == 'x') << cell;
            o |= (stone == 'o') << cell;
            cell++;
        }
        answer(output, x, o);
        if (!strcmp(mode, "each-answer")) fflush(stdout);
    }
    if (output == stdout) return 0;
    fclose(output);
    fwrite(answers, 1, size, stdout);
}
