"""Runs mypy on the package as it is installed.

``agents/`` stands at the top of the repository and is imported as ``cardenvs.agents``. mypy goes by folders, so this
lays the packages out in a temporary folder as links, by pyproject.toml, and shows the findings under their own paths.
"""

import pathlib
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent


def installed_layout(folder: pathlib.Path) -> dict[str, str]:
    """Fills `folder` with links to the packages as they are installed; returns each one's path in the repository."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    moved: dict[str, str] = settings["tool"]["setuptools"]["package-dir"]
    package = folder / "cardenvs"
    package.mkdir()
    for path in (ROOT / "cardenvs").iterdir():
        (package / path.name).symlink_to(path)
    for name, path in moved.items():
        (folder / name.replace(".", "/")).symlink_to(ROOT / path)
    return {f"{name.replace('.', '/')}/": f"{path}/" for name, path in moved.items()}


def main() -> int:
    """Exit code of mypy."""
    with tempfile.TemporaryDirectory() as folder:
        shown = installed_layout(pathlib.Path(folder))
        command = [sys.executable, "-m", "mypy", "-p", "cardenvs", f"--config-file={ROOT}/pyproject.toml"]
        command += [f"--cache-dir={ROOT}/.mypy_cache", *sys.argv[1:]]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    for line in run.stdout.splitlines():
        inside = next((name for name in shown if line.startswith(name)), "")
        sys.stdout.write(shown.get(inside, "") + line.removeprefix(inside) + "\n")
    sys.stderr.write(run.stderr)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
