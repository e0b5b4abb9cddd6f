"""Our declarations of the C functions against the headers that come with FMPy: the same functions, and of every argument
the same shape (size of enumerations and structures, constness, pointers)."""

import os
import re
import subprocess
from pathlib import Path

import fmpy
import pytest

SHAPES = """
#include <cstddef>
#include <type_traits>
template <class T> struct Shape { using type = T; };
template <std::size_t size> struct Structure {};
template <class T> requires std::is_enum_v<T> struct Shape<T> { using type = int; };
template <class T> requires std::is_class_v<T> struct Shape<T> { using type = Structure<sizeof(T)>; };
template <class T> struct Shape<const T> { using type = const typename Shape<T>::type; };
template <class T> struct Shape<T*> { using type = typename Shape<T>::type*; };
template <class R, class... A> struct Shape<R(A...)> { using type = typename Shape<R>::type(typename Shape<A>::type...); };
template <class R, class... A>
struct Shape<R(A..., ...)> { using type = typename Shape<R>::type(typename Shape<A>::type..., ...); };
"""


@pytest.mark.parametrize("version", ["2", "3"])
def test_functions_have_the_shapes_of_the_headers(tmp_path, version):
    headers = Path(fmpy.__file__).parent / "c-code"
    types = (headers / f"fmi{version}FunctionTypes.h").read_text(encoding="utf-8")
    functions = sorted(set(re.findall(rf"\b(fmi{version}\w+)TYPE\b", types)))
    assert len(functions) > 40
    platform = "fmi2TypesPlatform.h" if version == "2" else "fmi3PlatformTypes.h"
    source = Path(os.environ["DAEDALUS_SOURCE"])
    lines = [SHAPES, f'#include "{platform}"', f'#include "fmi{version}FunctionTypes.h"',
             f'#include "daedalus/fmi/fmi{version}_functions.cpp"']
    for name in functions:
        lines.append(f"static_assert(std::is_same_v<Shape<{name}TYPE>::type, Shape<decltype({name})>::type>, \"{name}\");")
    file = tmp_path / "compare.cpp"
    file.write_text("\n".join(lines), encoding="utf-8")
    includes = [f"-isystem{folder}" for folder in os.environ["DAEDALUS_INCLUDES"].split(";") if folder]
    done = subprocess.run([os.environ["DAEDALUS_COMPILER"], "-std=c++20", "-fsyntax-only", "-w", f"-I{headers}",
                           f"-I{source / 'src'}", *includes, str(file)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[:4000]
