/*  Terms as JSON, and the arguments of a goal as a spec writes them. */

:- module(grade_values, [arguments/4, json_value/2, json_text/2]).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(terms)).

%!  arguments(+Module, +Values, -Terms, -Bindings) is det.
%
%   Texts are read as Prolog reads them, with the operators of Module, all in one query: a variable is the
%   same one in each argument.  Bindings are Name=Variable in the order in which the variables stand there.

arguments(Module, Values, Terms, Bindings) :-
    phrase(source(Values), Parts),
    atomics_to_string(Parts, Text),
    term_string(Terms, Text, [variable_names(All), module(Module)]),
    exclude(nameless, All, Bindings).

atomics_to_string(Parts, Text) :-
    atomic_list_concat(Parts, Text).

nameless(Name=_) :-
    sub_atom(Name, 0, 1, _, '_').

source([]) --> ["[]"].
source([Value|Values]) --> ["["], value(Value), values(Values), ["]"].

values([]) --> [].
values([Value|Values]) --> [","], value(Value), values(Values).

value(Value) --> { is_list(Value) }, !, source(Value).
value(Value) --> { number(Value) }, !, [" ", Value].
value(Value) --> ["(", Value, "\n)"].    % a line's end: a comment may stand there

%!  json_value(+Term, -Text:string) is det.
%
%   Numbers and proper lists are what they are in JSON; everything else is {"!repr": text as Prolog writes it},
%   a variable that stands once as _.

json_value(Term, Text) :-
    catch(value_text(Term, Text), Error, not_shown(Error, Text)),
    !.

%   A limit that is passed just then says nothing of the value.
not_shown(Error, _) :-
    subsumes_term(grade_limit(_), Error),
    !,
    throw(Error).
not_shown(_, Text) :-
    repr("a value that cannot be shown", Text).

most_cells(200_000).
most_digits(4_000).

value_text(Term, Text) :-
    cyclic_term(Term),
    !,
    repr("a value that holds itself", Text).
value_text(Term, Text) :-
    most_cells(Most),
    (   term_size(Term, Size), Size > Most
    ;   string(Term), string_length(Term, Size), Size > Most
    ;   atom(Term), atom_length(Term, Size), Size > Most
    ),
    !,
    repr("a value too large to be shown", Text).
value_text(Term, Text) :-
    copy_term_nat(Term, Copy),
    numbervars(Copy, 0, _, [singletons(true)]),
    shown(Copy, Text).

shown(Value, Text) :-
    integer(Value),
    !,
    format(string(Digits), "~d", [Value]),
    string_length(Digits, Length),
    most_digits(Most),
    (   Length =< Most
    ->  Text = Digits
    ;   repr("a number too large to be shown", Text)
    ).
shown(Value, Text) :-
    float(Value),
    Value =\= inf, Value =\= -inf, Value =:= Value,
    !,
    format(string(Text), "~q", [Value]).
shown([], "[]") :-
    !.
shown(Value, Text) :-
    is_list(Value),
    !,
    maplist(shown, Value, Texts),
    atomic_list_concat(Texts, ',', Inside),
    format(string(Text), "[~w]", [Inside]).
shown(Value, Text) :-
    format(string(Words), "~W", [Value, [quoted(true), numbervars(true), portray(false), module(user)]]),
    repr(Words, Text).

repr(Words, Text) :-
    json_text(Words, Quoted),
    format(string(Text), "{\"!repr\": ~s}", [Quoted]).

%!  json_text(+Text, -Quoted:codes) is det.

json_text(Text, [0'"|Quoted]) :-
    text_to_string(Text, String),
    string_codes(String, Codes),
    escaped(Codes, Quoted).

escaped([], [0'"]).
escaped([Code|Codes], Quoted) :-
    (   ( Code =:= 0'" ; Code =:= 0'\\ )
    ->  Quoted = [0'\\, Code|Rest]
    ;   ( Code < 0x20 ; Code >= 0x7f, Code =< 0xffff )
    ->  format(codes(Quoted, Rest), "\\u~|~`0t~16r~4+", [Code])
    ;   Code > 0xffff
    ->  High is 0xd800 + ((Code - 0x10000) >> 10),
        Low is 0xdc00 + ((Code - 0x10000) /\ 0x3ff),
        format(codes(Quoted, Rest), "\\u~16r\\u~16r", [High, Low])
    ;   Quoted = [Code|Rest]
    ),
    escaped(Codes, Rest).
