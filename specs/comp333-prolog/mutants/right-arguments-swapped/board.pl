queens(Board, Size) :-
    numlist(1, Size, Rows),
    permutation(Rows, Board),
    \+ attacked(Board).

attacked(Board) :-
    nth1(C, Board, R),
    nth1(D, Board, S),
    C < D,
    abs(R - S) =:= D - C.
