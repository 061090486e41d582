// Jamal Carter
// C225J708
#include <stdio.h>
#include <string.h>

#define FOR(i) for (int i = 0; i < 8; i++)

// conflict[i][r]: attacks of queen i if in row r+1, all at once
static void count(const char q[8], int conflict[8][8]) {
    memset(conflict, 0, 64 * sizeof(int));
    FOR(i) FOR(r) FOR(j) {
        if (i == j) continue;
        int d = i > j ? i - j : j - i;
        int there = q[j];
        conflict[i][r] += (there == r) + (there == r - d) + (there == r + d);
    }
}

int main(void) {
    FILE *in = fopen("input.txt", "r"), *out = fopen("output.txt", "w");
    char line[256], q[8];
    if (!in || !out) return 1;
    while (fgets(line, sizeof line, in)) {
        if (strlen(line) < 15) continue;
        FOR(i) q[i] = line[2 * i] - '1';
        int n1, moved, conflict[8][8];
        do {
            FOR(i) fprintf(out, "%d%c", q[i] + 1, i == 7 ? '\n' : ' ');
            count(q, conflict);
            n1 = moved = 0;
            FOR(i) if (conflict[i][(int)q[i]] > n1) n1 = conflict[i][(int)q[i]];
            FOR(i) {
                if (moved || n1 == 0 || conflict[i][(int)q[i]] < n1) continue;
                int best = 0;
                FOR(r) if (conflict[i][r] < conflict[i][best]) best = r;
                if (conflict[i][best] < n1) {
                    q[i] = best;
                    moved = 1;
                }
            }
        } while (moved);
        fprintf(out, "%s\n\n", n1 ? "Failure" : "Success");
    }
    return 0;
}
