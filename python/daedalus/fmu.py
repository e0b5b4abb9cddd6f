"""Models as functional mock-up units, for other simulation programs. docs/guide/fmi.md of the repository has the details."""

import os
from typing import TYPE_CHECKING, Any, Dict, Mapping, Optional, Sequence, Union

from .analyses import Names, _analyze

if TYPE_CHECKING:
    from .model import Model


def export_fmu(model: Union[str, "os.PathLike[str]", "Model"], file: Union[str, "os.PathLike[str]"], *,
               version: int = 3, kind: Sequence[str] = ("me", "cs"), inputs: Names = None, outputs: Names = None,
               tunable: Names = None, method: Optional[str] = None, h: Optional[float] = None,
               rtol: Optional[float] = None, atol: Optional[float] = None, options: Optional[Mapping[str, Any]] = None,
               between_inputs: Optional[str] = None, partition: Optional[str] = None,
               formulation: Optional[str] = None, **parameters: Any) -> Dict[str, Any]:
    """Writes an FMU, and returns what `daedalus fmu --json` says about it: `states`, `inputs`, `outputs`, `resources`.

        daedalus.load("slider_crank").export_fmu("crank.fmu", outputs="crank.*")
    """
    return dict(_analyze("fmu", model, {
        "output": os.fspath(file), "version": str(version), "kind": kind, "inputs": inputs, "outputs": outputs,
        "tunable": tunable, "method": method, "h": h, "rtol": rtol, "atol": atol, "opt": options,
        "between_inputs": between_inputs, "partition": partition,
    }, has_page=False, formulation=formulation, parameters=parameters))
