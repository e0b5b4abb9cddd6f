"""The folder of a study: one Parquet file per batch, one row per run, and what was asked for.

A batch is written under another name and renamed: after kill -9 a file is there as a whole, or not at all. When all runs are done,
whichever shard was the last, table.parquet has them in one.
"""

import hashlib
import json
import os
import pathlib
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .errors import FileError, OptionError

Row = Dict[str, Any]


class StudyFolder:
    def __init__(self, folder: Union[str, "os.PathLike[str]"], definition: Mapping[str, Any]) -> None:
        self.folder = pathlib.Path(folder)
        self._rows = self.folder / "rows"
        _require_pyarrow()
        try:
            self._rows.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FileError(f"the folder {self.folder} cannot be made: {problem}") from None
        text = json.dumps(definition, indent=1, sort_keys=True, default=repr)
        file = self.folder / "study.json"
        if file.exists() and file.read_text(encoding="utf-8") != text:
            raise OptionError(f"{self.folder} has another study: its model, parameters, measures or options differ "
                              f"(see {file.name}). Choose another folder, or delete that one.")
        _write_whole(file, lambda path: path.write_text(text, encoding="utf-8"))

    def read(self) -> List[Row]:
        import pyarrow.parquet as parquet
        rows: Dict[int, Row] = {}  # a run may be there twice, when two programs worked on one study
        for file in sorted(self._rows.glob("*.parquet")):
            rows.update((row["run"], row) for row in parquet.read_table(file).to_pylist())
        return list(rows.values())

    def write(self, rows: Sequence[Row], trajectories: Optional[Sequence[Row]]) -> None:
        import pyarrow
        import pyarrow.parquet as parquet
        name = f"{rows[0]['run']:09d}-{_digest([row['run'] for row in rows])}.parquet"
        if trajectories:
            folder = self.folder / "trajectories"
            folder.mkdir(exist_ok=True)
            columns = {key: [x for t in trajectories for x in t[key]] for key in trajectories[0]}
            _write_whole(folder / name, lambda path: parquet.write_table(pyarrow.table(columns), path))
        table = pyarrow.Table.from_pylist(list(rows))
        _write_whole(self._rows / name, lambda path: parquet.write_table(table, path))

    def write_table(self, rows: Sequence[Row]) -> None:
        import pyarrow
        import pyarrow.parquet as parquet
        table = pyarrow.Table.from_pylist(list(rows))
        _write_whole(self.folder / "table.parquet", lambda path: parquet.write_table(table, path))


def digest_of(definition: Any) -> str:
    return _digest(json.dumps(definition, sort_keys=True, default=repr))


def _digest(value: Any) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:12]


def _write_whole(file: pathlib.Path, write: Any) -> None:
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    write(unfinished)
    os.replace(unfinished, file)


def _require_pyarrow() -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise OptionError("the folder of a study needs pyarrow: pip install pyarrow.") from None
