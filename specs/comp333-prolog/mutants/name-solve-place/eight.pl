:- use_module(library(lists)).

solve(N, Qs) :-
    numlist(1, N, Rows),
    place(Rows, [], Rev),
    reverse(Rev, Qs).

place([], Board, Board).
place(Rows, Board, Qs) :-
    select(Row, Rows, Rest),
    \+ attacked(Row, Board, 1),
    place(Rest, [Row|Board], Qs).

attacked(Row, [Q|_], D) :- Row =:= Q + D.
attacked(Row, [Q|_], D) :- Row =:= Q - D.
attacked(Row, [_|Qs], D) :- D1 is D + 1, attacked(Row, Qs, D1).

show(N, Qs) :- forall(member(Q, Qs), (line(N, Q), nl)).
line(N, Q) :- forall(between(1, N, C), (C =:= Q -> write('Q ') ; write('. '))).

main(N) :- solve(N, Qs), show(N, Qs).
