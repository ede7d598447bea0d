/* CRLF, trailing blanks, and no end of the last line: accepted, unless every byte matters. */
#include "score.h"
int main(void) {
    for (int left = read_count(); left > 0 && read_board(); left--)
        printf(left > 1 ? "%d \t\r\n" : "%d", score(1));
}
