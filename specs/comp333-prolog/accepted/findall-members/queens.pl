% Breadth first: all boards of K queens, then all of K + 1.

queens(N, Qs) :-
    numlist(1, N, Columns),
    foldl(widen(N), Columns, [[]], Boards),
    member(Qs, Boards).

widen(N, _, Boards, Wider) :-
    findall([Row|Board],
            ( member(Board, Boards), between(1, N, Row), free(Row, Board) ),
            Wider).

free(Row, Board) :-
    forall(nth1(Distance, Board, Other),
           ( Other =\= Row, Other =\= Row + Distance, Other =\= Row - Distance )).
