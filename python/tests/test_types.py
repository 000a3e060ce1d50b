"""What type checkers say: nothing of right uses and of the package, and the name of the parameter of wrong ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[1]
WRONG = PYTHON / "tests/typing/wrong.py"

pytest.importorskip("mypy")


def expected() -> dict[int, str]:
    """Returns the word that the error of each wrong line names."""
    lines = WRONG.read_text().splitlines()
    comments = [(number, re.search(r'# "(\w+)"$', line)) for number, line in enumerate(lines, 1)]
    return {number: found[1] for number, found in comments if found}


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], check=False, capture_output=True, text=True, cwd=PYTHON)


def test_mypy_accepts_the_package_and_right_uses():
    ended = run("mypy")
    assert ended.returncode == 0, ended.stdout


def test_mypy_names_what_is_wrong():
    ended = run("mypy", str(WRONG), "--no-error-summary")
    found = {int(number): text for number, text in re.findall(r"wrong\.py:(\d+): error: (.*)", ended.stdout)}
    assert set(found) == set(expected()), ended.stdout
    for number, word in expected().items():
        assert word in found[number]


def test_pyright_accepts_the_package_and_right_uses():
    ended = run("pyright")
    assert ended.returncode == 0, ended.stdout


def test_pyright_names_what_is_wrong():
    ended = run("pyright", "--outputjson", str(WRONG))
    found: dict[int, str] = {}
    for diagnostic in json.loads(ended.stdout)["generalDiagnostics"]:
        if diagnostic["severity"] == "error":
            number = diagnostic["range"]["start"]["line"] + 1
            found[number] = found.get(number, "") + diagnostic["message"]
    assert set(found) == set(expected()), found
    for number, word in expected().items():
        assert word in found[number]
