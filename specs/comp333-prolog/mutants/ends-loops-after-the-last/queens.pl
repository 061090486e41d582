queens(N,Qs) :- findall(Q, sol(N,Q), All), member(Qs, All).
queens(N,Qs) :- loop(N), Qs = [].
loop(N) :- loop(N).
sol(N,Qs) :- numlist(1,N,L), permutation(L,Qs), safe(Qs).
safe([]).
safe([Q|R]) :- na(Q,R,1), safe(R).
na(_,[],_).
na(Q,[H|T],D) :- Q =\= H + D, Q =\= H - D, D1 is D+1, na(Q,T,D1).
