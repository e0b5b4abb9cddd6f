"""What the guide and the README show in Python runs as it stands there."""

import pathlib
import re

import matplotlib
import pytest

matplotlib.use("Agg")
REPOSITORY = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["docs/guide/python.md", "README.md"])
def test_the_examples_of_a_page_run_one_after_the_other(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
    printed = capsys.readouterr().out
    assert "The run reached its end time." in printed and (tmp_path / "crank.html").stat().st_size > 100_000


def test_the_study_of_the_guide_is_one(tmp_path):
    text = (REPOSITORY / "docs/guide/python.md").read_text(encoding="utf-8")
    block, = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "study.yaml").write_text(block.replace("n: 200", "n: 3"))
    from daedalus.sweep_command import main
    assert main([str(tmp_path / "study.yaml"), "--quiet"]) == 0
    assert (tmp_path / "study" / "table.parquet").exists()


def test_links_between_pages_lead_to_files():
    pages = [REPOSITORY / "README.md", REPOSITORY / "CONTRIBUTING.md", *(REPOSITORY / "docs").rglob("*.md")]
    missing, count = [], 0
    for page in pages:
        if page.parent.name == "site":
            continue
        text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not target.startswith("mailto:"):
                count += 1
                if not (page.parent / target).exists():
                    missing.append(f"{page.relative_to(REPOSITORY)}: {target}")
    assert count > 100 and not missing, missing
