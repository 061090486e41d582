#include "list.h"
#include <stdlib.h>

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
    for (struct node *node = list; node->next != NULL; node = node->next) {
        if (node->next->value == value) {
            struct node *gone = node->next;
            node->next = gone->next;
            free(gone);
            break;
        }
    }
    return list;
}

void list_free(struct node *list) {
    while (list != NULL) {
        struct node *rest = list->next;
        free(list);
        list = rest;
    }
}
