#!/bin/bash
# Kofi Mensah, M611K902
# usage: ./climb.sh < input.txt > output.txt

# Sets n to the attacks of queen $1 in row $2 of the board b.
attacks() {
    local j d
    n=0
    for j in 0 1 2 3 4 5 6 7; do
        (( d = b[j] - $2 ))
        (( j != $1 && (d == 0 || d == j - $1 || d == $1 - j) && ++n ))
    done
}

step() {
    local i r n1=0 best row own=()
    for i in 0 1 2 3 4 5 6 7; do
        attacks $i ${b[i]}
        own[i]=$n
        (( n > n1 && (n1 = n) ))
    done
    (( n1 == 0 )) && { verdict=Success; return 1; }
    verdict=Failure
    for i in 0 1 2 3 4 5 6 7; do
        (( own[i] == n1 )) || continue
        best=$n1
        for r in 1 2 3 4 5 6 7 8; do
            attacks $i $r
            (( n < best )) && best=$n row=$r
        done
        (( best < n1 )) && { b[i]=$row; return 0; }
    done
    return 1
}

while read -r -a b || (( ${#b[@]} )); do
    echo "${b[*]}"
    while step; do echo "${b[*]}"; done
    echo "$verdict"
    echo
done
