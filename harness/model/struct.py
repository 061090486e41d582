"""The base of every model that is read from YAML."""

import msgspec


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A frozen record that rejects unknown keys: a misspelt ``stdou:`` would otherwise check nothing."""
