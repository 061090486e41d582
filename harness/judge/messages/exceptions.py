"""What common exceptions mean, in plain sentences that are true in every case."""

from __future__ import annotations

from harness.judge.messages.phrases import Choice, Given, Listing, Plural, Sentence

_FUNCTIONS = Listing("functions", " and ")
_IN_LINES = Plural("hands_on", "in line {listed}", "in lines {listed}")

_LENGTH_SET = Given(
    "set_by",
    "{array} gets its length in line {set_in} (`{set_by}`).",
    "{array} gets its length in line {set_in}.",
)

MESSAGES = {
    "explain-byte-order-mark": (
        "The file begins with an invisible character, a byte order mark: save it as UTF-8 without BOM."
    ),
    "explain-in-loop": Given(
        "idle",
        Sentence(
            "In a second run it was in the loop of line {line} after {looked_s:.1f} s. Nothing in it changes {names}.",
            {"names": Listing("idle", " or ")},
        ),
        Sentence(
            "In a second run it was in the loop of line {line} after {looked_s:.1f} s.{changes}",
            {
                "changes": Given(
                    "changed",
                    Plural(
                        "changed",
                        " Only line {listed} changes what its condition asks about.",
                        " Only lines {listed} change what its condition asks about.",
                    ),
                )
            },
        ),
    ),
    "explain-in-line": "In a second run it was in line {line} after {looked_s:.1f} s.",
    "explain-ended-here": "It was here when it was ended.",
    "explain-nothing-to-take": "It is empty, so nothing can be taken from it.",
    "explain-key": "The dictionary or set holds no {key}.",
    "explain-index": "There is no item with this index: the first has index 0, the last has the length minus 1.",
    "explain-index-and-length": Sentence(
        "There is no item with index {index}: the length is {length}, and the first index is 0.{length_set}",
        {"length_set": Given("array", Sentence(" {sentence}", {"sentence": _LENGTH_SET}))},
    ),
    "explain-passed-end": Sentence(
        "{name} becomes {index}, as {steps}. The loop of line {loop}{of} then goes on: its condition is `{text}`.",
        {
            "of": Given("file", " of {file}"),
            "steps": Choice(
                "side",
                {"below": Plural("steps", "line {listed} makes it smaller", "lines {listed} make it smaller")},
                Plural("steps", "line {listed} makes it larger", "lines {listed} make it larger"),
            ),
        },
    ),
    "explain-array-length": _LENGTH_SET,
    "explain-text-index": "No part of the text has these indices; its first character has index 0.",
    "explain-name": "Nothing is called {name} here: is it misspelt, or set later or in another function?",
    "explain-no-value-yet": "This function sets {name} itself, and uses it here while it has no value.",
    "explain-none": "The value here is None. A function without return gives None.",
    "explain-file-ends": "The file ends too early. Is a closing }} missing?",
    "explain-semicolon-above": "Is a ; missing at the end of the line above?",
    "explain-indentation": "The blanks at the start of this line do not fit those of the lines above it.",
    "explain-kept-between-calls": Sentence(
        "{wrong_call} is right when it is called alone, and wrong after {earlier}: {kept}.",
        {
            "earlier": Given("earlier_call", "{earlier_call}", "the calls before it"),
            "kept": Given(
                "facts",
                "facts that were added stay",
                Choice(
                    "variable_is",
                    {
                        "field": "the field {variable} keeps its value",
                        "global": "the global variable {variable} keeps its value",
                    },
                    "a variable keeps its value",
                ),
            ),
        },
    ),
    "explain-no-predicate": ("There is no predicate {name}: is its name misspelt, or its number of arguments another?"),
    "explain-near-predicate": "There is no predicate {name}. Is {near} meant?",
    "explain-never-succeeds": (
        "Each clause of {predicate} calls {predicate} again, so it never succeeds. A clause that ends it is missing."
    ),
    "explain-unread-clause": (
        "Prolog cannot read this clause and leaves it out. Is a full stop or comma missing here or above?"
    ),
    "explain-never-called": "No clause of another predicate calls {predicate}.",
    "explain-only-empty": "Each clause of {predicate} is for an empty list, so it fails for any other.",
    "explain-pair-for-list": (
        "{value} in this clause of {predicate} is a list of exactly two; head and rest are {variable}."
    ),
    "explain-never-below": "{name} is never below 0, as it is unsigned: 0 - 1 gives a huge number.",
    "explain-never-counted": (
        "{variable} is {value} in every call of {predicate}: this line hands it on without adding to it."
    ),
    "explain-not-computed": (
        "= does not compute: {variable} becomes the term {value} in this clause of {predicate}, and no number. Use is."
    ),
    "explain-keeps-value": "{variable} keeps its value: {variable} is {value} is never true. Use a new variable.",
    "explain-kept-facts": (
        "{variable} is asserted in this clause of {predicate} and stays when Prolog goes back: no retract removes it."
    ),
    "explain-compared-as-terms": "{value} computes nothing: is {variable} meant?",
    "explain-cut-choices": "The cut (!) after {value} keeps only its first answer in this clause of {predicate}.",
    "explain-arrow-choices": "The -> in this clause of {predicate} keeps only the first answer of {value} that passes.",
    "explain-unstopped": "This clause of {predicate} always calls itself again: no test in it ends the recursion.",
    "explain-cut-clause": "The cut (!) in this clause of {predicate} keeps its first answer only.",
    "explain-used-once": Sentence(
        "{variable} occurs only once in this clause of {predicate}: nothing else gives or takes its value.{near}",
        {"near": Given("value", " Is {value} meant?", "")},
    ),
    "explain-no-tab": "A command in a Makefile begins with a tab, and not with blanks.",
    "explain-undefined-reference": "{name} is used, but not defined anywhere with this name and these parameters.",
    "explain-none-operand": Given(
        "function",
        "{function} gave None: this call came to its end without a return.",
        "A value that is used here is None. A function without return gives None.",
    ),
    "explain-not-to-be-used": Choice(
        "use",
        {
            "callable": "A value of type {type} is no function and cannot be called.",
            "subscriptable": "A value of type {type} has no items: [ ] cannot be used with it.",
        },
        "A value of type {type} has no items to go through.",
    ),
    "explain-operands": "{operator} does not work with a value of type {left} and one of type {right}.",
    "explain-joined-text": ("Text and a value of type {type} cannot be joined by +; str(...) makes text of a value."),
    "explain-arguments-missing": "{function} is called with fewer arguments than it needs.",
    "explain-arguments-surplus": "{function} is called with more arguments than it takes.",
    "explain-index-type": "An index must be a whole number; here it is of type {type}.",
    "explain-whole-number": "int() cannot read the text {word} as a whole number.",
    "explain-number": "float() cannot read the text {word} as a number.",
    "explain-such-a-number": "The text {word} cannot be read as a number of the kind asked for.",
    "explain-unpacking": "The number of values does not fit the number of names that get them.",
    "explain-not-in-list": "The list does not hold the value that is looked for or removed.",
    "explain-attribute": (
        "A value of type {type} has nothing called {name}: is it misspelt, or another value than you think?"
    ),
    "explain-module-attribute": "The module {module} has nothing called {name}.",
    "explain-open-end": Choice(
        "way",
        {
            "false": "{ends} comes to its end without a return where {condition} is false.",
            "loop": "{ends} comes to its end without a return after this loop.",
            "empty": "{ends} comes to its end without a return.",
        },
        "{ends} comes to its end without a return after this line.",
    ),
    "explain-division": Given(
        "divisor", "{divisor} is 0 here, and a division by 0 has no result.", "Here something is divided by zero."
    ),
    "explain-exit": "exit() ends the whole program; return leaves a function alone.",
    "explain-recursion": Given(
        "hands_on",
        Given(
            "same",
            Sentence(
                "{names} calls itself again and again: {lines} it hands on {same} unchanged.",
                {"names": _FUNCTIONS, "lines": _IN_LINES, "same": Listing("same", " and ")},
            ),
            Sentence(
                "{names} calls itself again and again, {lines} with {given} for {name}. It compares {name} only "
                "once: {test}.",
                {"names": _FUNCTIONS, "lines": _IN_LINES, "given": Listing("given", " or ")},
            ),
        ),
        Given(
            "circle",
            Sentence(
                "{names} are called in each other again and again: do they always reach a case where that stops?",
                {"names": _FUNCTIONS},
            ),
            Given(
                "functions",
                Sentence(
                    "{names} is called in itself again and again: does it always reach a case where it stops?",
                    {"names": _FUNCTIONS},
                ),
                "Calls are nested too deep: does the recursion always reach a case where it stops?",
            ),
        ),
    ),
    "explain-property-of-nothing": "{name} is looked for in a value that is {value}: it has no properties.",
    "explain-before-declaration": "{name} is used here before its declaration is done.",
    "explain-not-a-function": "{name} is no function here: is it misspelt, or another value than you think?",
    "explain-constant": "A variable that is declared with const keeps its first value: let makes one that may change.",
    "explain-thrown-value": "A value of type {type} is thrown, and nothing catches it.",
    "explain-module": "Python finds no module {module}: is it misspelt, not handed in, or not installed here?",
    "explain-file-to-read": (
        'The program reads {file}, and there is no such file or folder. Without "w", open makes no file.'
    ),
    "explain-file-not-writable": 'The file was opened to read. To write to it, open it with "w".',
    "explain-file-not-readable": 'The file was opened to write. To read it, open it without "w".',
    "explain-file": "There is no file or folder {file} where the program looks for it.",
    "explain-input": "The program asks for input, and there is none, or no more.",
    "explain-null": "The value used here is null: it is no object, and has no methods, fields or items.",
    "explain-cast": "The object is of class {type} and not of class {wanted}.",
    "explain-memory": "The program asks for more memory than it may have.",
    "explain-input-word": "The next word of the input is not of the kind that the program asks for.",
    "explain-array-size": "An array cannot have {size} items.",
    "explain-changed-in-loop": "A collection is changed while a loop goes through it.",
    "explain-not-allowed": (
        "This object does not allow this operation; a list made by List.of, for example, cannot be changed."
    ),
    "explain-index-below-zero": "The index is below 0: C++ shows such a number as a very large one.",
    "explain-no-such-key": "The map has no entry with this key.",
    "explain-text-to-number": "{function} cannot read its text as a number.",
    "explain-number-too-large": "The number in the text is too large for {function}.",
    "explain-no-item": "The program asks for an item, and there is none, or no more.",
}
