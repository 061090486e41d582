// Maria Lopez
// WSU ID: M123K456
#include <stdio.h>
#include <stdlib.h>
int count(int *q, int c) { int i, n = 0; for (i = 0; i < 8; i++) if (i != c && (q[i] == q[c] || abs(q[i]-q[c]) == abs(i-c))) n++; return n; }
void show(FILE *o, int *q) { int i; for (i = 0; i < 8; i++) fprintf(o, i < 7 ? "%d " : "%d\n", q[i]); }
int step(int *q) {
    int i, n1 = 0;
    for (i = 0; i < 8; i++) { int a = count(q, i); if (a > n1) n1 = a; }
    if (n1 == 0) return 1;
    for (i = 0; i < 8; i++) if (count(q, i) == n1) {
        int old = q[i], r, best = 99, row = 0;
        for (r = 1; r <= 8; r++) { q[i] = r; int a = count(q, i); if (a < best) { best = a; row = r; } }
        if (best < n1) { q[i] = row; return 0; }
        q[i] = old;
    }
    return 2;
}
int main(int argc, char **argv) {
    int q[8], i;
    FILE *in = fopen(argv[1], "r");
    FILE *out = stdout;
    
    if (!in) { fprintf(stderr, "cannot open\n"); return 1; }
    while (fscanf(in, "%d %d %d %d %d %d %d %d", q,q+1,q+2,q+3,q+4,q+5,q+6,q+7) == 8) {
        int s;
        show(out, q);
        while ((s = step(q)) == 0) show(out, q);
        fprintf(out, s == 1 ? "Success\n\n" : "Failure\n\n");
    }
    fclose(out);
    return 0;
}
