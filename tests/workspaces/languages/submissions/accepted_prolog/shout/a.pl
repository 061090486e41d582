main :- read_string(user_input, _, Text), string_upper(Text, Loud), write(Loud).
