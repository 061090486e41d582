% Prints every solution, and fails to be asked for the next one.
queens(N, Qs) :-
    numlist(1, N, Rows),
    length(Qs, N),
    place(Qs, Rows, []),
    print(Qs), nl,
    fail.

place([], _, _).
place([Q|Qs], Rows, Placed) :-
    select(Q, Rows, Rest),
    safe(Q, 1, Placed),
    place(Qs, Rest, [Q|Placed]).

safe(_, _, []).
safe(Q, D, [P|Ps]) :-
    Q =\= P + D,
    Q =\= P - D,
    D1 is D + 1,
    safe(Q, D1, Ps).
