/* Prints nothing before it has answered all. */
#include "score.h"
int main(void) {
    char *text;
    size_t size;
    FILE *answers = open_memstream(&text, &size);
    for (int left = read_count(); left > 0 && read_board(); left--) fprintf(answers, "%d\n", score(1));
    fclose(answers);
    fwrite(text, 1, size, stdout);
}
