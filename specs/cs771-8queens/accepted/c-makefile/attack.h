/* Ines Weber W918I055 */
int attacks(const int queen[8], int column, int row);
