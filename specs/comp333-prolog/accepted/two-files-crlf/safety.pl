% safe(Q, Qs): the queen in row Q attacks none of Qs, which are in the columns after it.

safe(Q, Qs) :-
    \+ threatened(Q, Qs).

threatened(Q, Qs) :-
    nth1(Distance, Qs, R),
    Distance =:= abs(Q - R).
