% Warnings do no harm: a singleton variable, and clauses that do not stand together.

queens(N, Board) :-
    solve(N, N, [], Board).

solve(0, _, Board, Board).

noattack(_, [], _).

solve(K, N, Board, Result) :-
    K > 0,
    range(1, N, Row),
    noattack(Row, Board, 1),
    K1 is K - 1,
    solve(K1, N, [Row|Board], Result).

noattack(Row, [Other|Board], D) :-
    Row \== Other,
    Diff is Row - Other,
    Diff =\= D,
    Diff =\= -D,
    Unused = Board,
    D1 is D + 1,
    noattack(Row, Board, D1).

range(Low, High, Low) :- Low =< High.
range(Low, High, X) :- Low < High, Next is Low + 1, range(Next, High, X).

?- queens(8, Board), write(Board), nl.
