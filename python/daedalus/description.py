"""A model described by dictionaries, in the words of a model file, as a text for the reader of model files.

There is one reader and one set of messages: JSON is YAML. What is a Python function in the description is taken out and
given to the reader beside the text.
"""

import json
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

Law = Callable[..., float]
Functions = Dict[str, List[Law]]
Forces = List[Tuple[str, str, Law]]


class Function:
    """A function of one variable with its derivatives, as far as they are known: `Function(f, f1, f2)`.

    Derivatives that are not given are central differences. A motion of a driver needs the first two.
    """

    def __init__(self, *derivatives: Law) -> None:
        if not derivatives or not all(callable(f) for f in derivatives):
            raise TypeError("Function(f, f1, f2, ...): the function and its derivatives, all callable")
        self.derivatives = list(derivatives)


class Description:
    """Sections of a model as a text, and the Python functions that were in them."""

    def __init__(self, sections: Mapping[str, Any]) -> None:
        self.functions: Functions = {}
        self.forces: Forces = []
        rest: Dict[str, Any] = {}
        for section, content in sections.items():
            if section == "functions":
                content = self._without_functions(content)
            elif section == "forces":
                content = self._without_laws(content)
            if section in ("functions", "forces") and not content:
                continue
            rest[section] = self._plain(content, section)
        self.text = json.dumps(rest, indent=1, ensure_ascii=False, allow_nan=False)

    def _without_functions(self, content: Mapping[str, Any]) -> Dict[str, Any]:
        rest = {}
        for name, value in content.items():
            if callable(value) or isinstance(value, Function):
                self.functions[name] = derivatives_of(value)
            else:
                rest[name] = value
        return rest

    def _without_laws(self, content: Mapping[str, Any]) -> Dict[str, Any]:
        rest = {}
        for name, value in content.items():
            law = value.get("formula") if isinstance(value, Mapping) else None
            if isinstance(value, Mapping) and value.get("type") == "formula_force" and callable(law):
                self.forces.append((name, str(value.get("acts_on", "")), law))
            else:
                rest[name] = value
        return rest

    # A function where the file has the name of one gets a name of its own: that of its place.
    def _plain(self, value: Any, place: str) -> Any:
        if isinstance(value, Mapping):
            return {str(key): self._plain(item, f"{place}_{key}") for key, item in value.items()}
        if isinstance(value, str) or value is None or isinstance(value, bool):
            return value
        if callable(value) or isinstance(value, Function):
            name = "".join(c if c.isalnum() else "_" for c in place)
            self.functions[name] = derivatives_of(value)
            return name
        if hasattr(value, "tolist"):  # an array or a number of numpy
            return self._plain(value.tolist(), place)
        if isinstance(value, Sequence):
            return [self._plain(item, f"{place}_{i}") for i, item in enumerate(value)]
        return value


def derivatives_of(value: Any) -> List[Law]:
    return value.derivatives if isinstance(value, Function) else [value]
