:- consult(safety).

queens(N, Qs) :-
    length(Qs, N),
    rows(N, Rows),
    assign(Qs, Rows).

rows(0, []) :- !.
rows(N, [N|Rows]) :-
    N > 0,
    M is N - 1,
    rows(M, Rows).

assign([], _).
assign([Q|Qs], Rows) :-
    select(Q, Rows, Rest),
    assign(Qs, Rest),
    safe(Q, Qs).
