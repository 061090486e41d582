#include <stdlib.h>
#include "list.h"

struct node *list_insert(struct node *list, int value) {
    struct node **place = &list, *added = calloc(1, sizeof(struct node));
    while (*place && (*place)->value < value) place = &(*place)->next;
    added->value = value;
    added->next = *place;
    *place = added;
    return list;
}

struct node *list_remove(struct node *list, int value) {
    struct node **place = &list;
    while (*place && (*place)->value != value) place = &(*place)->next;
    if (*place) {
        struct node *gone = *place;
        *place = gone->next;
        free(gone);
    }
    return list;
}

void list_free(struct node *list) {
    if (list) { list_free(list->next); free(list); }
}
