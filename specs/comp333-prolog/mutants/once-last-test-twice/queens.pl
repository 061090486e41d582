queens(N,Qs) :- length(Qs,N), numlist(1,N,Rows), place(Qs,Rows,[]).
place([],_,_).
place([Q|Qs],Rows,Done) :- member(Q,Rows), ok(Q,1,Done), place(Qs,Rows,[Q|Done]).
ok(_,_,[]).
ok(Q,D,[P|Ps]) :- (Q > P ; Q < P), abs(Q-P) =\= D, D1 is D+1, ok(Q,D1,Ps).
ok(Q,D,[P]) :- Q =\= P, abs(Q-P) =\= D.
