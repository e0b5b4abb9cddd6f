"""make_wheel.py SOURCE BUILD FOLDER: a wheel of the extension and the program in BUILD, installed into FOLDER.

What pip does for users compiles everything; here nothing is compiled (DAEDALUS_PREBUILT).
"""

import pathlib
import shutil
import subprocess
import sys
import zipfile


def main(source: pathlib.Path, build: pathlib.Path, folder: pathlib.Path) -> None:
    wheels = build / "python" / "wheel"
    for old in (wheels, folder):
        shutil.rmtree(old, ignore_errors=True)
    settings = {"build-dir": build / "python" / "wheel-build", "build.targets": "all",
                "cmake.define.DAEDALUS_PREBUILT": build}
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", wheels,
                    *(f"--config-settings={key}={value}" for key, value in settings.items()), source], check=True)
    wheel, = wheels.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {"daedalus/__init__.py", "daedalus/py.typed", "daedalus/_core.pyi", "daedalus/bin/daedalus", "daedalus/bin/libdaedalus_fmu.so",
              "daedalus/models/vehicle/hmmwv10.yaml", "daedalus/models/meshes/sleigh.obj"}
    if not any(name.startswith("daedalus/_core.") and name.endswith(".so") for name in names):
        sys.exit(f"{wheel.name} has no extension")
    if missing := wanted - names:
        sys.exit(f"{wheel.name} has no {', '.join(sorted(missing))}")
    subprocess.run([*pip, "install", "--no-deps", "--target", folder, wheel], check=True)
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {len(names)} files")


if __name__ == "__main__":
    main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:]))
