/* Ines Weber W918I055 */
#include <stdio.h>
#include "attack.h"

static void print(const int q[8])
{
	printf("%d %d %d %d %d %d %d %d\n", q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7]);
}

int main(void)
{
	int q[8], first = 1;

	while (scanf("%d%d%d%d%d%d%d%d", q, q + 1, q + 2, q + 3, q + 4, q + 5, q + 6, q + 7) == 8) {
		int n1, column, row;

		if (!first)
			putchar('\n');
		first = 0;
next_state:
		print(q);
		n1 = 0;
		for (column = 0; column < 8; column++)
			if (attacks(q, column, q[column]) > n1)
				n1 = attacks(q, column, q[column]);
		for (column = 0; n1 > 0 && column < 8; column++) {
			int n2 = n1, best = 0;

			if (attacks(q, column, q[column]) != n1)
				continue;
			for (row = 1; row <= 8; row++)
				if (attacks(q, column, row) < n2) {
					n2 = attacks(q, column, row);
					best = row;
				}
			if (best) {
				q[column] = best;
				goto next_state;
			}
		}
		puts(n1 ? "Failure" : "Success");
	}
	return 0;
}
