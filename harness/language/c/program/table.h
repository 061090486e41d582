/* The types and functions of a student's C source, as its debug information has them. Included by C and by C++. */

#ifndef GRADE_TABLE_H
#define GRADE_TABLE_H

enum grade_kind {
    GRADE_VOID,
    GRADE_SIGNED,
    GRADE_UNSIGNED,
    GRADE_CHAR,
    GRADE_BOOLEAN,
    GRADE_REAL,
    GRADE_POINTER,
    GRADE_STRUCT,
    GRADE_UNION,
    GRADE_ENUM,
    GRADE_ARRAY,
    GRADE_FUNCTION,
    GRADE_OTHER
};

struct grade_member {
    const char *name;
    int type;
    long offset; /* of a constant of an enumeration its value */
};

struct grade_type {
    enum grade_kind kind;
    const char *name;
    unsigned long size;
    int of; /* what a pointer points at, or an array holds */
    unsigned long count;
    const struct grade_member *members; /* up to one without a name */
};

struct grade_function {
    const char *name;
    const char *unusable; /* why nobody can call it */
    void (*call)(void **arguments, void *result);
    int returns; /* -1 for void */
    int arity;
    const int *parameters;
};

struct grade_table {
    const struct grade_type *types;
    const struct grade_function *functions; /* up to one without a name */
};

#endif
