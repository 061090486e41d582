queens(N,Qs) :- numlist(1,N,L), gen(L,Qs), safe(Qs).
gen(L,Qs) :- same(L,Qs), permutation(L,Qs).
same(L,Q) :- length(Q,K), length(L,K).
safe([]).
safe([Q|R]) :- na(Q,R,1), safe(R).
na(_,[],_).
na(Q,[H|T],D) :- Q =\= H + D, Q =\= H - D, D1 is D+1, na(Q,T,D1).
