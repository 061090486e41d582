% Rows are compared with those of the next column only.

queens(N, Qs) :-
    length(Qs, N),
    rows(Qs, N, []).

rows([], _, _).
rows([Q|Qs], N, Before) :-
    between(1, N, Q),
    \+ Before = [Q|_],
    no_attack(Q, Before, 1),
    rows(Qs, N, [Q|Before]).

no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :-
    Q =\= R + D,
    Q =\= R - D,
    D1 is D + 1,
    no_attack(Q, Rs, D1).
