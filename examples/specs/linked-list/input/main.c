/* Reads commands: "+3" inserts, "-3" removes, "p" prints the list. */
#include "list.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    struct node *list = NULL;
    char word[32];
    while (scanf("%31s", word) == 1) {
        if (word[0] == '+') {
            list = list_insert(list, atoi(word + 1));
        } else if (word[0] == '-') {
            list = list_remove(list, atoi(word + 1));
        } else {
            for (struct node *node = list; node != NULL; node = node->next) {
                printf("%d%s", node->value, node->next ? " " : "");
            }
            printf("\n");
        }
    }
    list_free(list);
    return 0;
}
