/* Ines Weber W918I055 */
#include <stdlib.h>
#include "attack.h"

int attacks(const int queen[8], int column, int row)
{
	int other, number = 0;

	for (other = 0; other < 8; other++)
		if (other != column)
			number += queen[other] == row || abs(queen[other] - row) == abs(other - column);
	return number;
}
