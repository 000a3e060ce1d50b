"""The recipes of the book that stand in a shell: python recipes.py URL. Each has to print something; one whose program is not
there is told and left out."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

URL = sys.argv[1]
PAGE = pathlib.Path(__file__).parents[2] / "docs/src/recipes.md"
PROGRAMS = ("jq", "node", "Rscript", "duckdb", "soffice")

ran, wrong, absent = 0, 0, set()
with tempfile.TemporaryDirectory() as folder:
    for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.S):
        for line in block.splitlines():
            if missing := {name for name in PROGRAMS if name in line and not shutil.which(name)}:
                absent |= missing
                continue
            command = line.replace("http://127.0.0.1:8080", URL)
            run = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, capture_output=True, text=True, timeout=120)
            ran += 1
            if run.returncode or not run.stdout.strip():
                wrong += 1
                print(f"wrong: {line}: {run.stdout}{run.stderr}")
print(f"{ran} recipes, {wrong} wrong; not here: {', '.join(sorted(absent)) or 'none'}")
sys.exit(bool(wrong))
