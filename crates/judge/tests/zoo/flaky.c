/* Wrong in every third run. It counts its runs in a file. */
#include "score.h"
int main(int count_of_arguments, char **arguments) {
    long runs = 0;
    FILE *file = fopen(arguments[count_of_arguments - 1], "r+");
    if (file == NULL || fscanf(file, "%ld", &runs) != 1) return 9;
    rewind(file);
    fprintf(file, "%ld\n", runs + 1);
    fclose(file);
    for (int left = read_count(); left > 0 && read_board(); left--)
        printf("%d\n", score(1) + (runs % 3 == 2));
}
