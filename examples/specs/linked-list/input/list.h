/* A sorted list of numbers. Write these functions in list.c. */
struct node {
    int value;
    struct node *next;
};

struct node *list_insert(struct node *list, int value); /* the list with the value in its place */
struct node *list_remove(struct node *list, int value); /* the list without the first node of that value, if there is one */
void list_free(struct node *list);
