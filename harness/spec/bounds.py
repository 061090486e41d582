"""The limits of one run, all of them known."""

from __future__ import annotations

from dataclasses import dataclass

from harness.spec.model import Limits

_MIB = 1024**2


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one run, all of them known: seconds and bytes."""

    cpu: float = 5.0
    wall: float = 15.0
    memory: int = 1024 * _MIB
    output: int = 16 * _MIB

    @classmethod
    def of(cls, *layers: Limits) -> Bounds:
        """The first layer that sets a limit decides; the wall limit follows the CPU limit where none is set."""

        def first(name: str) -> float | None:
            return next((value for layer in layers if (value := getattr(layer, name)) is not None), None)

        usual = cls()
        cpu = first("cpu") or usual.cpu
        wall = first("wall") or max(10.0, 3 * cpu)
        return cls(float(cpu), float(wall), int(first("memory") or usual.memory), int(first("output") or usual.output))
