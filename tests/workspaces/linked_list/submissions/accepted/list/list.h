#ifndef LIST_H
#define LIST_H

struct node {
    int value;
    struct node *next;
};

struct node *push(struct node *head, int value);
struct node *reverse(struct node *head);
struct node *remove_value(struct node *head, int value);
int length(const struct node *head);
void print_list(const struct node *head);

#endif
