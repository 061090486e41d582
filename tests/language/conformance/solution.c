#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers;

int twice(int n) { return 2 * n; }

double half(double x) { return x / 2; }

int negate(bool b) { return !b; }

char *greet(const char *name)
{
    char *text = malloc(strlen(name) + 8);
    return strcat(strcpy(text, "hello, "), name);
}

void shout(char *text)
{
    for (char *at = text; *at; ++at) {
        *at = toupper(*at);
    }
    printf("%s\n", text);
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void sort_numbers(int a[], size_t n) { qsort(a, n, sizeof *a, compare); }

static double total(const double *values, int n) { return n == 0 ? 0 : values[0] + total(values + 1, n - 1); }

const char *find_name(int n) { return n == 0 ? NULL : "Ada"; }

long next_number(void) { return ++numbers; }
