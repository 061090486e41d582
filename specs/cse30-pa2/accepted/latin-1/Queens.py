# -*- coding: latin-1 -*-
# Autor: José Núñez. Cada función tiene su comentario; el fichero está en Latin-1.

import sys

título = "Usage: python3 Queens.py [-v] number"
opción = "Option: -v  verbose output, print all solutions"


def casillas(B, i, j):
    """Las casillas amenazadas debajo de (i, j)."""
    n = len(B) - 1
    return ((k, l) for k in range(i + 1, n + 1) for l in (j - (k - i), j, j + (k - i)) if 1 <= l <= n)


def placeQueen(B, i, j):
    """Pone una reina."""
    B[i][j] += 1
    B[i][0] = j
    for k, l in casillas(B, i, j):
        B[k][l] -= 1


def removeQueen(B, i, j):
    """Quita la reina."""
    for k, l in casillas(B, i, j):
        B[k][l] += 1
    B[i][0] = 0
    B[i][j] -= 1


def printBoard(B):
    """Escribe una solución."""
    print("({})".format(str([fila[0] for fila in B[1:]]).strip("[]")))


def findSolutions(B, i, mode):
    """Cuenta las soluciones."""
    if i > len(B) - 1:
        if mode == "verbose":
            printBoard(B)
        return 1
    suma = 0
    for j in range(1, len(B)):
        if B[i][j] == 0:
            placeQueen(B, i, j)
            suma += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return suma


def fin():
    """Escribe el modo de empleo y termina."""
    for línea in (título, opción):
        print(línea, file=sys.stderr)
    sys.exit(1)


def main():
    """Lee los argumentos."""
    try:
        *opciones, número = sys.argv[1:]
        if opciones not in ([], ["-v"]):
            fin()
        n = int(número)
    except ValueError:
        fin()
    tablero = [[0] * (n + 1) for _ in range(n + 1)]
    soluciones = findSolutions(tablero, 1, "verbose" if opciones else "normal")
    print(f"{n}-Queens has {soluciones} solutions")


main()
