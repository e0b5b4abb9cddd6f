"""A run that is stepped by its owner."""

from typing import TYPE_CHECKING, Any, Iterator, MutableMapping

from . import _core
from .errors import OptionError

if TYPE_CHECKING:
    from .model import Model


class Inputs(MutableMapping[str, float]):
    """The inputs of a simulation: `sim.inputs["throttle"] = 0.3` holds from the next step on."""

    def __init__(self, model: "Model", stepping: _core.Stepping) -> None:
        self._names = list(model.inputs)
        self._stepping = stepping

    def __getitem__(self, name: str) -> float:
        return self._stepping.input(name)

    def __setitem__(self, name: str, value: float) -> None:
        self._stepping.set(name, float(value))

    def __delitem__(self, name: str) -> None:
        raise OptionError("an input cannot be deleted: set another value.")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return repr(dict(self))


class Simulation:
    """`sim = model.simulation(method="rt-euler", h=1e-3)`; then step, look, set inputs, step on."""

    def __init__(self, model: "Model", stepping: _core.Stepping) -> None:
        self.model = model
        self.inputs = Inputs(model, stepping)
        self._stepping = stepping

    def step(self) -> bool:
        """One step of the method. False when it could not be taken: see `status` and `message`."""
        return self._stepping.step()

    def advance(self, t: float) -> bool:
        """Steps to t. With a fixed step, to the first step that ends at t or behind it."""
        return self._stepping.advance(float(t))

    @property
    def t(self) -> float:
        return self._stepping.t

    @property
    def state(self) -> _core.State:
        return self._stepping.state

    @property
    def h(self) -> float:
        """The length of the last step, s."""
        return self._stepping.h

    @property
    def steps(self) -> int:
        return self._stepping.steps

    @property
    def rejected(self) -> int:
        return self._stepping.rejected

    @property
    def status(self) -> str:
        """'done' as long as all went well; 'failed' or 'stopped_by_event'."""
        return self._stepping.status

    @property
    def message(self) -> str:
        return self._stepping.message

    def __getitem__(self, channel: str) -> float:
        """The value of a channel after the last step."""
        return self._stepping.channel(channel)

    def save(self) -> _core.Checkpoint:
        """All that the run remembers. It can be pickled."""
        return self._stepping.save()

    def restore(self, checkpoint: _core.Checkpoint) -> None:
        """Goes on from there, bit for bit as the run that was saved; inputs included."""
        self._stepping.restore(checkpoint)

    def __repr__(self) -> str:
        return f"<daedalus.Simulation of '{self.model.name}' at t = {self.t:g} s, {self.steps} steps>"

    def __reduce__(self) -> Any:
        raise TypeError("a Simulation cannot be pickled; pickle sim.save() and the model, and restore it there.")
