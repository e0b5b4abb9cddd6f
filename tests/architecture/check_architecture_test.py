"""Breaks each rule of check_architecture.py once, in a tree of its own, and expects to be told."""

import tempfile
import unittest
from pathlib import Path

from check_architecture import MAX_LINES, violations

GOOD_CMAKE = """
daedalus_module(base SOURCES base/a.cpp)
daedalus_module(math DEPENDS base LINKS Eigen3::Eigen)   # DEPENDS integrate is only a comment
daedalus_module(system
  SOURCES system/s.cpp
  DEPENDS math)
daedalus_module(model DEPENDS math)
daedalus_module(integrate SOURCES integrate/loop.cpp DEPENDS system)
"""


class CheckArchitecture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("src/daedalus/CMakeLists.txt", GOOD_CMAKE)
        self.write("src/daedalus/base/a.hpp", "// a.hpp: something.\n#pragma once\n#include <vector>\n")
        self.write("src/daedalus/system/s.cpp", '#include "daedalus/base/a.hpp"\n#include <klu.h>\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def expect_report(self, *fragments):
        found = list(violations(self.root))
        self.assertEqual(len(found), 1, found)
        for fragment in fragments:
            self.assertIn(fragment, found[0])

    def test_a_tree_that_keeps_the_rules_is_accepted(self):
        self.assertEqual(list(violations(self.root)), [])

    def test_an_include_against_the_direction_of_dependency_is_reported(self):
        self.write("src/daedalus/base/b.cpp", '#include "daedalus/system/s.hpp"\n')
        self.expect_report("base/b.cpp", "daedalus/system/s.hpp", "may use only nothing")

    def test_an_include_in_angle_brackets_is_seen_too(self):
        self.write("src/daedalus/math/m.cpp", "  #  include <daedalus/system/s.hpp>\n")
        self.expect_report("math/m.cpp", "daedalus/system/s.hpp")

    def test_an_integrator_that_includes_the_model_is_reported(self):
        self.write("src/daedalus/integrate/methods/bad.cpp", '#include "daedalus/model/body.hpp"\n')
        self.expect_report("integrate/methods/bad.cpp", "daedalus/model/body.hpp")

    def test_a_forbidden_arrow_in_cmake_is_reported_even_when_unused(self):
        self.write("src/daedalus/CMakeLists.txt", GOOD_CMAKE.replace("integrate/loop.cpp DEPENDS system",
                                                                     "integrate/loop.cpp DEPENDS system model"))
        self.expect_report("integrate reaches model")

    def test_modules_that_need_each_other_are_reported(self):
        self.write("src/daedalus/CMakeLists.txt",
                   "daedalus_module(base DEPENDS math)\ndaedalus_module(math DEPENDS base)\n")
        (self.root / "src/daedalus/system/s.cpp").unlink()
        self.assertEqual(len([m for m in violations(self.root) if "depends on itself" in m]), 2)

    def test_a_dependency_nobody_defines_is_reported(self):
        self.write("src/daedalus/extra/CMakeLists.txt", "daedalus_module(extra DEPENDS nowhere)\n")
        self.expect_report("extra depends on nowhere")

    def test_a_file_outside_every_module_is_reported(self):
        self.write("src/daedalus/stray/x.cpp", "int x;\n")
        self.expect_report("stray/x.cpp", "no module")

    def test_a_source_that_includes_a_tool_is_reported(self):
        self.write("src/daedalus/base/b.cpp", '#include "tools/cli/main.hpp"\n')
        self.expect_report("src knows nothing of tools")

    def test_a_short_include_that_would_escape_the_scan_is_reported(self):
        self.write("src/daedalus/base/b.cpp", '#include "../system/s.hpp"\n')
        self.expect_report("write it in full")

    def test_a_long_file_is_reported(self):
        self.write("tools/cli/long.cpp", "\n" * (MAX_LINES + 1))
        self.expect_report("tools/cli/long.cpp", f"{MAX_LINES + 1} lines")

    def test_a_header_without_its_opening_comment_is_reported(self):
        self.write("src/daedalus/base/b.hpp", "#pragma once\n")
        self.expect_report("base/b.hpp", "begins with")

    def test_a_directory_of_one_machine_is_reported(self):
        for folder in ("home/someone", "root", "tmp/x", "work/main"):
            with self.subTest(folder):
                self.write("docs/page.md", f"Look into `{'/' + folder}`.\n")
                self.expect_report("docs/page.md:1", "one machine")

    def test_words_that_only_look_like_such_directories_are_accepted(self):
        self.write("docs/page.md", "square/root, force/work balance, example.org/home, ${dir}/tmp, energy /work\n")
        self.assertEqual(list(violations(self.root)), [])

    def test_what_was_built_is_not_looked_at(self):
        self.write("build/release/log.txt", "/" + "tmp/x\n")
        self.assertEqual(list(violations(self.root)), [])


if __name__ == "__main__":
    unittest.main()
