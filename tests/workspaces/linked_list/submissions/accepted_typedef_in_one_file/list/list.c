#include <stdio.h>
#include <stdlib.h>

typedef struct cell { int data; struct cell *link; } *List;

List push(List l, int v) { List n = malloc(sizeof *n); n->data = v; n->link = l; return n; }

static List append(List l, List n) { if (!l) return n; l->link = append(l->link, n); return l; }

List reverse(List l) { if (!l) return l; List rest = l->link; l->link = NULL; return append(reverse(rest), l); }

List remove_value(List l, int v)
{
    if (!l) return l;
    l->link = remove_value(l->link, v);
    return l->data == v ? l->link : l;
}

int length(List l) { return l ? 1 + length(l->link) : 0; }

void print_list(List l)
{
    for (; l; l = l->link) printf(l->link ? "%d -> " : "%d\n", l->data);
}
