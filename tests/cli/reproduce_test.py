"""The experiments of papers from the command line: what is listed, printed and written, and what an interruption leaves."""

import json
import signal
import unittest

from program import ProgramTest, daedalus, header_of

METHODS = {"nstiff", "newmark", "hht-i3", "generalized-alpha", "nstiff-si2", "hht-add", "hht-si2"}


class ReproduceTest(ProgramTest):
    def test_lists_papers_with_their_figures(self):
        said = daedalus("reproduce")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("Negrut, Jay, Khude", said.stdout)
        for figures in ("Figs. 3-6", "Figs. 7-10", "Figs. 11-15", "Fig. 16", "Eq. (8)"):
            self.assertIn(figures, said.stdout)
        file = self.folder / "papers.json"
        daedalus("reproduce", "--json", file)
        papers = {paper["paper"]: [e["name"] for e in paper["experiments"]] for paper in json.loads(file.read_text())}
        self.assertIn("convergence", papers["002"])
        self.assertIn("step-sizes", papers["000"])

    def test_quick_run_writes_page_json_and_tables(self):
        out = self.folder / "results"
        said = daedalus("reproduce", "002", "--quick", "--out", out, "--page", self.folder / "002.html", "--json", self.folder / "002.json")
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertIn("6 of 6", said.stderr)
        for text in ("Fig. 3", "Fig. 16", "Summary", "confirmed", "Quick run"):
            self.assertIn(text, said.stdout)
        for page in (self.folder / "002.html", out / "paper_002.html"):
            header = header_of(page)
            self.assertEqual(header["kind"], "study")
            kinds = {section["type"] for section in header["sections"]}
            self.assertLessEqual({"table", "convergence", "lines"}, kinds)
        result = json.loads((self.folder / "002.json").read_text())
        self.assertEqual(result, json.loads((out / "paper_002.json").read_text()))
        self.assertFalse(result["interrupted"])
        fig3 = next(f for f in result["figures"] if f["label"] == "Fig. 3")
        self.assertEqual({f["subject"] for f in fig3["findings"]}, METHODS)
        self.assertTrue(all(f["outcome"] in ("confirmed", "better", "differs", "not comparable") for figure in result["figures"] for f in figure["findings"]))
        self.assertGreater(len(list(out.glob("fig*.csv"))), 10)

    def test_one_experiment(self):
        file = self.folder / "one.json"
        said = daedalus("reproduce", "002", "--only", "damping,printed-hht", "--quick", "--json", file)
        self.assertEqual(said.returncode, 0, said.stderr)
        figures = json.loads(file.read_text())["figures"]
        self.assertEqual([f["experiment"] for f in figures], ["damping", "printed-hht"])
        order = {f["subject"]: float(f["ours"].split()[-1]) for f in figures[1]["findings"]}
        self.assertAlmostEqual(order["as printed, alpha = -0.3"], 1, delta=0.15)
        self.assertAlmostEqual(order["hht-i3, alpha = -0.3"], 2, delta=0.15)

    def test_refuses_what_it_does_not_know(self):
        for arguments in (("042",), ("002", "--only", "energi"), ("002", "--page", self.folder / "no" / "page.html")):
            said = daedalus("reproduce", *arguments)
            self.assertEqual(said.returncode, 2, said.stdout)
        self.assertIn("energy", daedalus("reproduce", "002", "--only", "energi").stderr)

    def test_ctrl_c_keeps_what_is_finished(self):
        file = self.folder / "002.json"
        process = self.start("reproduce", "002", "--only", "damping,convergence", "--json", file)
        self.wait_for(file.exists)  # the first is finished; the second takes many seconds
        process.send_signal(signal.SIGINT)
        said = process.communicate()[0]
        self.assertEqual(process.returncode, 3)
        self.assertIn("Interrupted", said)
        result = json.loads(file.read_text())
        self.assertTrue(result["interrupted"])
        self.assertEqual({figure["experiment"] for figure in result["figures"]}, {"damping"})


if __name__ == "__main__":
    unittest.main()
