"""The integrators, with what is known of each without running it."""

import functools
import json
from typing import Any, Dict, Mapping

from .program import run_program


class Method(Mapping[str, Any]):
    """The card of a method: order, index, stability, options, source and more, as `daedalus methods NAME --json`."""

    def __init__(self, card: Dict[str, Any]) -> None:
        self._card = card

    @property
    def name(self) -> str:
        return str(self._card["name"])

    def __getitem__(self, key: str) -> Any:
        return self._card[key]

    def __iter__(self) -> Any:
        return iter(self._card)

    def __len__(self) -> int:
        return len(self._card)

    def __repr__(self) -> str:
        return f"<daedalus.Method '{self.name}': {self['title']}>"


@functools.lru_cache(maxsize=None)
def _cards() -> Dict[str, Method]:
    found = json.loads(run_program(["methods", "--json"]))
    return {card["name"]: Method(card) for card in (found["methods"] if isinstance(found, dict) else found)}


def methods() -> Dict[str, Method]:
    """Every method by its name."""
    return dict(_cards())
