queens(N,Qs) :- numlist(1,N,L), permutation(L,Qs), safe(Qs).
safe([]).
safe([_]).
safe([Q|R]) :- noattack(Q,R,1), safe(R).
noattack(_,[],_).
noattack(Q,[H|T],D) :- Q =\= H + D, Q =\= H - D, D1 is D+1, noattack(Q,T,D1).
