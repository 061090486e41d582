#include "list.h"
#include <stdlib.h>

int last_removed;

struct node *list_insert(struct node *list, int value) {
    if (list != NULL && list->value < value) {
        list->next = list_insert(list->next, value);
        return list;
    }
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

struct node *list_remove(struct node *list, int value) {
    if (list == NULL) {
        return NULL;
    }
    if (list->value == value) {
        struct node *rest = list->next;
        free(list);
        last_removed = list->value;
        return rest;
    }
    list->next = list_remove(list->next, value);
    return list;
}

void list_free(struct node *list) {
    while (list != NULL) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}
