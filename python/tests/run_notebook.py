"""Executes a notebook and compares what its cells print with what is stored: python run_notebook.py NOTEBOOK [--store]

By nbconvert where that is there, else cell by cell as a script. With --store, the notebook is written with its new outputs
(nbconvert alone).
"""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import halfturn


def printed(notebook):
    """What each code cell has printed."""
    return ["".join("".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout")
            for cell in notebook["cells"] if cell["cell_type"] == "code"]


def by_nbconvert(path):
    with tempfile.TemporaryDirectory() as folder:
        # The kernel is started with Debian's Python, which does not know where this one found the package.
        environment = dict(os.environ, PYTHONPATH=str(pathlib.Path(halfturn.__file__).parent.parent))
        subprocess.run([sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--log-level", "WARN",
                        "--output-dir", folder, "--output", "done", str(path)], check=True, env=environment)
        return json.loads((pathlib.Path(folder) / "done.ipynb").read_text())


def as_script(notebook):
    """The texts that the cells print."""
    os.environ["MPLBACKEND"] = "agg"
    names = {"__name__": "__main__"}
    texts = []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile("".join(cell["source"]), "cell", "exec"), names)
            texts.append(out.getvalue())
    return texts


def main():
    path = pathlib.Path(sys.argv[1]).resolve()
    stored = json.loads(path.read_text())
    has_jupyter = all(importlib.util.find_spec(name) for name in ("nbconvert", "ipykernel"))
    if has_jupyter:
        done = by_nbconvert(path)
        texts = printed(done)
        assert any("image/png" in output.get("data", {}) for cell in done["cells"] for output in cell.get("outputs", [])), \
            "there is no picture"
        if "--store" in sys.argv[2:]:
            for cell in done["cells"]:  # when and how long is different every time
                cell["metadata"] = {}
            done["metadata"] = stored["metadata"]
            path.write_text(json.dumps(done, indent=1) + "\n")
            stored = done
    else:
        texts = as_script(stored)
    if texts != printed(stored):
        print(f"{path.name}: the cells print something else than what is stored:\n" + "\n".join(texts), file=sys.stderr)
        return 1
    size = path.stat().st_size
    assert size < 200 * 1024, f"{path.name} has {size} bytes"
    print(f"{path.name}: {len(texts)} cells print what is stored, {'by nbconvert' if has_jupyter else 'as a script'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
