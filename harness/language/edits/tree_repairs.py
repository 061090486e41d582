"""Small changes that may repair a program in Java, C, C++ or JavaScript, most likely faults first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.arguments import swapped_rank
from harness.language.edits.forms.ranked_edits import COMPARISONS, RankedEdits, beside, hides_limit, ranked
from harness.language.edits.forms.tree_nodes import (
    FUNCTIONS,
    called_name,
    declared_in,
    in_parentheses,
    in_place,
    indexed,
    one_more,
    parameters_of,
    stepped,
)
from harness.language.edits.omissions.caught_elsewhere import caught_elsewhere
from harness.language.edits.omissions.compared_results import compared_results
from harness.language.edits.omissions.first_calls import missing_first_calls
from harness.language.edits.omissions.largest_alone import largest_alone
from harness.language.edits.omissions.tree_counterparts import of_counterparts
from harness.language.edits.order.all_others import all_others
from harness.language.edits.order.early_returns import returned_if
from harness.language.edits.order.fall_through import ended_cases
from harness.language.edits.order.first_turn import not_printed_again, printed_before
from harness.language.edits.order.pair_loops import each_pair_once, half_turns
from harness.language.edits.order.separators import between
from harness.language.edits.order.tree_ends import other_ends
from harness.language.edits.order.tree_undo import missing_undo
from harness.language.edits.repair import FunctionSpan
from harness.language.edits.tree_missing import missing_statements
from harness.language.edits.tree_slips import slips_of
from harness.language.edits.tree_statements import of_block, of_element, of_function, of_loop, swapped_nodes
from harness.language.edits.tree_values import not_counted, not_emptied
from harness.language.edits.variables.terms import NAME, Exchanges, Term
from harness.language.edits.variables.tree_parameters import parameters_instead
from harness.language.edits.variables.tree_terms import members_of, tree_terms
from harness.language.javascript.javascript_trees import javascript_root
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    ELEMENTS,
    NAMES,
    NUMBERS,
    array_of,
    field,
    function_name,
    indices_of,
    name_of,
    node_text,
    parser,
    values_of,
    walk,
)
from harness.model.patterns import lazy_regex

_OF_BOUNDS = ("binary_expression", "variable_declarator", "init_declarator", "array_access", "subscript_argument_list")
_LISTS = ("array", "initializer_list", "array_initializer")
_STANDARD = lazy_regex(rb"\bstd::|using namespace std\b")
_LABELS = ("switch_label", "case_statement", "switch_case")
_WHOLE = lazy_regex(r"(\d{1,18})([uUlL]*)")
_OTHER_OPERATORS = {"+": "-", "-": "+", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
_OPPOSITE = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
_JOINS = {"==": "||", "!=": "&&", "===": "||", "!==": "&&"}
_OTHER_NAMES = {"out": "err", "err": "out", "cout": "cerr", "cerr": "cout", "println": "print", "print": "println",
                "startsWith": "equals", "contains": "equals", "max": "min", "min": "max", "indexOf": "lastIndexOf",
                "lastIndexOf": "indexOf", "findLast": "find"}  # fmt: skip


class TreeRepairs:
    """The changes to one file. ``language``: ``java``, ``cpp`` or ``javascript``."""

    def __init__(self, language: str, source: bytes) -> None:
        self._language, self._is_java, self._source = language, language == "java", source
        self._abs = "abs" if language == "cpp" else "Math.abs"
        is_tree = language != "javascript"
        self._root = parser(language).parse(source).root_node if is_tree else javascript_root(source)
        self._nodes = list(walk(self._root))
        self._stepped, self._indexed = stepped(self._nodes), indexed(self._nodes)
        self._functions = [node for node in self._nodes if node.type in FUNCTIONS]
        self._takes_sizes = b"abs(" in source
        self._parameters = {function_name(each): parameters_of(each) for each in self._functions}
        outer = [node for node in self._nodes if node.type == "field_declaration"]
        outer += [node for node in self._root.children if node.type == "declaration"]
        self._shared = dict(declared for node in outer for declared in declared_in(walk(node)))
        plain = ((field(node, "declarator"), field(node, "type")) for node in outer)
        self._shared |= {
            node_text(name): node_text(kind) for name, kind in plain if name is not None and name.type in NAMES
        }

    def functions(self) -> Iterator[FunctionSpan]:
        """Every function, with the names of what it calls."""
        for node in self._functions:
            calls = frozenset(called_name(inner) for inner in walk(node) if inner.type in CALLS)
            yield FunctionSpan(function_name(node), node.start_byte, node.end_byte, calls)

    def edits(self) -> RankedEdits:
        """Every change with its rank."""
        yield from missing_statements(self._root)
        yield from not_emptied(self._root, self._functions, self._shared)
        yield from not_counted(self._root)
        with_body = [function for function in self._functions if field(function, "body") is not None]
        yield from of_counterparts(with_body, self._nodes, self._source)
        yield from missing_first_calls(with_body)
        yield from compared_results(with_body)
        yield from caught_elsewhere(self._nodes)
        yield from half_turns(with_body)
        kinds = dict(declared_in(self._nodes)) | self._shared
        terms = tree_terms(self._root)
        names = dict(members_of(self._nodes)) | self._parameters
        yield from Exchanges(self._source, terms, names, lambda term: _kind_of(term, kinds)).edits()
        if self._language != "cpp" or _STANDARD.search(self._source):
            yield from largest_alone(self._nodes, self._language)
        loops = [node for node in self._nodes if node.type == "for_statement"]
        for loop in loops:
            yield from all_others(loop, loops, self._source, self._abs)
        for node in self._nodes:
            yield from self._of_node(node)
            if node.type in (*BLOCKS, "switch_block"):
                yield from ended_cases(node)
            if node.type in BLOCKS:
                yield from of_block(node, self._source, is_java=self._is_java)
            if node.type == "for_statement":
                yield from of_loop(node)
                yield from each_pair_once(node)
                yield from between(node)
            if node.type in ("while_statement", "do_statement"):
                yield from printed_before(node)
                yield from not_printed_again(node)
            if node.type in FUNCTIONS:
                yield from of_function(node)
                yield from parameters_instead(node)
                yield from slips_of(node, is_java=self._is_java)
                yield from missing_undo(node, is_java=self._is_java)
                yield from returned_if(node)
                yield from other_ends(node, self._source, is_java=self._is_java)

    def _of_node(self, node: Any) -> RankedEdits:
        of_type = {
            "binary_expression": self._of_operation,
            "assignment_expression": self._of_assignment,
            "update_expression": self._of_assignment,
            "local_variable_declaration": self._of_declaration,
            "declaration": self._of_declaration,
            "parameter_declaration": self._of_parameter,
            "variable_declarator": self._of_value,
            "init_declarator": self._of_value,
            **dict.fromkeys(NUMBERS, _of_number),
            **dict.fromkeys(CALLS, self._of_call),
            **dict.fromkeys(("if_statement", "while_statement"), _of_condition),
            **dict.fromkeys(("conditional_expression", "ternary_expression"), _of_choice),
        }
        if node.type in of_type:
            yield from of_type[node.type](node)
        elif node.type in ("true", "false"):
            yield in_place(2, node, "false" if node.type == "true" else "true")
        elif node.type in ELEMENTS:
            yield from of_element(node, self._shared)
            yield from self._of_indices(node)
        elif node.type in NAMES and node_text(node) in _OTHER_NAMES:
            yield in_place(1, node, _OTHER_NAMES[node_text(node)])
        elif node.type == "return_statement" and node.named_children:
            yield from one_more(2, node.named_children[0])

    def _of_indices(self, node: Any) -> RankedEdits:
        """The index beside the one that is meant, and row and column for each other."""
        indices = _indices(node)
        for index in indices:
            yield from one_more(1, index)
        outer = _indices(array_of(node))
        if len(indices) == len(outer) == 1 and outer[0].text != indices[0].text:
            yield swapped_nodes(self._source, 1, outer[0], indices[0])

    def _of_parameter(self, node: Any) -> RankedEdits:
        """An object that is handed over as a copy (C++)."""
        name, kind = field(node, "declarator"), field(node, "type")
        if (
            name is not None
            and name.type == "identifier"
            and kind is not None
            and kind.type != "primitive_type"
            and "const" not in map(node_text, node.children)
        ):
            yield in_place(-1, name, f"& {node_text(name)}")

    def _of_operation(self, node: Any) -> RankedEdits:
        left, operator, right = field(node, "left"), field(node, "operator"), field(node, "right")
        text = node_text(operator)
        for number, other in enumerate(COMPARISONS.get(text, ())):
            is_hiding = hides_limit(text, other, node_text(left), node_text(right))
            is_later = is_hiding or (not number and _adds_one(right))  # the number beside the limit may be too much
            yield in_place((2 if number else int(text in _OPPOSITE)) + is_later, operator, other)
        if text in COMPARISONS:
            yield from self._of_comparison(node, left, text, right)
        elif text in _OTHER_OPERATORS:
            yield in_place(1, operator, _OTHER_OPERATORS[text])
            if text in ("&&", "||"):
                yield in_place(3, node, node_text(left))
                yield in_place(3, node, node_text(right))
            elif right.type in NUMBERS:
                yield in_place(1, node, node_text(left))
            elif text == "-" and node.parent.type != "binary_expression":
                yield swapped_nodes(self._source, 1, left, right)
        elif text == "/":
            yield ranked(2, left.start_byte, left.start_byte, "(double) ")
            if (divided := in_parentheses(left)).type == "binary_expression":
                yield in_place(1, divided, f"{node_text(divided)} + 1")  # halves of an odd number
                yield in_place(1, divided, f"{node_text(divided)} - 1")

    def _of_comparison(self, node: Any, left: Any, sign: str, right: Any) -> RankedEdits:
        yield from one_more(1, right)
        yield from self._exchanged(node)
        for number in beside(node_text(right)) if sign in _OPPOSITE else ():
            yield in_place(1, node, f"{node_text(left)} {_OPPOSITE[sign]} {number}")
        is_text = any(side.type == "string_literal" for side in (left, right))
        if self._is_java and sign == "==" and is_text:
            yield in_place(-1, node, f"{node_text(left)}.equals({node_text(right)})")
        for side in (left, right):
            inner = next(iter(values_of(field(side, "arguments"))), side) if side.type in CALLS else side
            if sign in _OPPOSITE and node_text(field(inner, "operator")) == "-":  # the same row, beside a diagonal
                alike = f"{node_text(field(inner, 'left'))} {sign} {node_text(field(inner, 'right'))}"
                yield in_place(1, node, f"({alike} {_JOINS[sign]} {node_text(node)})")
            if side.type == "binary_expression" and node_text(field(side, "operator")) == "-":
                rank = 2 if sign not in _OPPOSITE else 0 if self._takes_sizes else -1
                yield in_place(rank, side, f"{self._abs}({node_text(side)})")

    def _exchanged(self, node: Any) -> RankedEdits:
        """A part of a sum or difference for one of that with which it is compared, as rows and columns are mixed up."""
        sides = (field(node, "left"), field(node, "right"))
        sums = [in_parentheses(next(iter(values_of(field(side, "arguments"))), side)) for side in sides]
        if all(_is_sum(each) for each in sums):
            part = field(sums[0], "right")
            others = [field(sums[1], side) for side in ("left", "right")]
            for other in (other for other in others if other.text != part.text):
                rank, edit = swapped_nodes(self._source, 1, part, other)
                before, after = self._source[node.start_byte : edit.start], self._source[edit.end : node.end_byte]
                yield in_place(
                    rank, node, f"{before.decode(errors='replace')}{edit.new}{after.decode(errors='replace')}"
                )

    def _of_assignment(self, node: Any) -> RankedEdits:
        for operator in (child for child in node.children if not child.is_named):
            text = node_text(operator)
            if text in _OTHER_OPERATORS:
                yield in_place(1, operator, _OTHER_OPERATORS[text])
            if text in ("++", "--") and node.parent.type not in ("expression_statement", "for_statement"):
                yield in_place(1, node, node_text(field(node, "argument") or node.named_children[0]))
            if text == "=":
                yield in_place(2, operator, "+=")
                yield in_place(3, operator, "==")
            elif text in ("+=", "-="):
                yield in_place(3, operator, "=")

    def _of_call(self, node: Any) -> RankedEdits:
        arguments = values_of(field(node, "arguments"))
        is_own = called_name(node) in self._parameters
        for argument in arguments:
            if node_text(argument) not in self._indexed:
                yield from one_more(0 if is_own and node_text(argument) in self._stepped else 2, argument)
            if self._is_java and argument.type == "identifier" and called_name(node) in ("add", "push", "addLast"):
                yield in_place(1, argument, f"{node_text(argument)}.clone()")
        texts, parameters = [*map(node_text, arguments)], self._parameters.get(called_name(node), ())
        for at, (left, right) in enumerate(pairwise(arguments)):
            yield swapped_nodes(self._source, swapped_rank(parameters, texts, at), left, right)

    def _of_declaration(self, node: Any) -> RankedEdits:
        """A variable of its own that hides another one of its name, and one that is too small."""
        declarator, kind = field(node, "declarator"), field(node, "type")
        name = name_of(declarator)
        is_own = name is not None and node.parent != self._root
        if is_own and field(declarator, "value") is not None and node_text(name) in self._shared:
            yield ranked(-1, node.start_byte, name.start_byte, "")
        if kind is not None and node_text(kind) == "int":
            yield in_place(1, kind, "long" if self._is_java else "long long")
        if node_text(node).startswith("static "):
            yield ranked(-1, node.start_byte, node.start_byte + len("static "), "")

    def _of_value(self, declarator: Any) -> RankedEdits:
        """An array that is no copy (Java), and bounds that a constructor gets (C++)."""
        value, kind = field(declarator, "value"), field(declarator.parent, "type")
        if value is not None and value.type == "argument_list":
            for argument in values_of(value):
                yield from one_more(1, argument)
        elif value is not None and value.type == "identifier" and kind is not None and kind.type == "array_type":
            yield in_place(-1, value, f"{node_text(value)}.clone()")


def _indices(node: Any) -> Sequence[Any]:
    """The indices of an element; none for anything else."""
    is_element = node is not None and node.type in ELEMENTS
    return indices_of(node) if is_element else ()


def _kind_of(operand: Term, kinds: Mapping[str, str]) -> str:
    """The type of an operand; what is not declared in the file is taken for a number."""
    return kinds.get(operand.text, "number") if operand.sign == NAME else "number"


def _is_sum(node: Any) -> bool:
    """Whether a node is a sum or a difference; one of a single value is not."""
    return node is not None and node.type == "binary_expression" and node_text(field(node, "operator")) in ("+", "-")


def _is_before_arguments(index: Any, value: int) -> bool:
    """Whether an element of what the program was given would be its name, or its interpreter's."""
    element = index.parent if index.parent.type in ELEMENTS else index.parent.parent
    array = node_text(array_of(element)) if element is not None and element.type in ELEMENTS else ""
    return value < {"argv": 1, "process.argv": 2}.get(array, 0)


def _adds_one(node: Any) -> bool:
    """Whether one is added to something, or taken away."""
    return _is_sum(node) and node_text(field(node, "right")) == "1"


def _of_number(node: Any) -> RankedEdits:
    number = _WHOLE.fullmatch(node_text(node))
    begins = node.parent.type in DECLARATORS and node.parent.parent.parent.type != "for_statement"
    rank = 0 if node.parent.type in _OF_BOUNDS and not begins else 2 if node.parent.type in _LISTS else 1
    if number is not None and node.parent.type not in _LABELS:  # another label only hides the answer
        for value in (int(number[1]) + 1, int(number[1]) - 1):
            if _is_before_arguments(node, value):
                continue
            if value == 0 and _adds_one(node.parent) and field(node.parent, "right") == node:
                yield in_place(rank, node.parent, node_text(field(node.parent, "left")))
                continue
            yield in_place(rank + (value < 0), node, f"{value}{number[2]}" if value >= 0 else f"({value})")


def _of_choice(node: Any) -> RankedEdits:
    """One value in each case."""
    for value in (field(node, "consequence"), field(node, "alternative")):
        yield in_place(1, node, node_text(value))


def _of_condition(node: Any) -> RankedEdits:
    condition = in_parentheses(field(node, "condition"))
    if condition is not None:
        yield in_place(1, condition, f"!({node_text(condition)})")
        yield in_place(3, condition, "true")
