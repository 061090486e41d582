#include "list.h"

#include <stdio.h>
#include <stdlib.h>

struct node *push(struct node *head, int value)
{
    struct node *new = malloc(sizeof *new);
    new->value = value;
    new->next = head;
    return new;
}

struct node *reverse(struct node *head)
{
    struct node *reversed = NULL;
    while (head != NULL) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    return head;
}

struct node *remove_value(struct node *head, int value)
{
    struct node **link = &head;
    while (*link != NULL) {
        struct node *node = *link;
        if (node->value == value) {
            *link = node->next;
            free(node);
        } else {
            link = &node->next;
        }
    }
    return head;
}

int length(const struct node *head)
{
    int count = 0;
    for (; head != NULL; head = head->next) {
        count++;
    }
    return count;
}

void print_list(const struct node *head)
{
    for (; head != NULL; head = head->next) {
        printf("%d%s", head->value, head->next == NULL ? "\n" : " -> ");
    }
}
