"""Make the folder ready to run: a virtual environment, the locked packages, Qt's system libraries.

Runs on the system's Python 3.11 or newer with nothing but the standard library and pip:

    python3 packaging/bootstrap.py            all that running and testing needs
    python3 packaging/bootstrap.py package    only what building the program's folder needs besides

What is missing is installed where that is possible and permitted; otherwise it is named.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock.txt"
OLDEST = (3, 11)

# Without these Qt does not load even when it draws on no screen.
QT_PACKAGES = (
    "libegl1",
    "libgl1",
    "libopengl0",
    "libglib2.0-0",
    "libfontconfig1",
    "libfreetype6",
    "libxkbcommon0",
    "libdbus-1-3",
    "libnss3",
    "libasound2",
    "fonts-dejavu-core",
)
# With these it opens windows on an X display as well.
DISPLAY_PACKAGES = (
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-xinerama0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
)
# With these PyInstaller reads what a library links to, and debugging data is left out.
BUILDING_PACKAGES = ("binutils",)
PROBE = (
    "import os; os.environ['QT_QPA_PLATFORM'] = 'offscreen';"
    "from PySide6 import QtWidgets, QtPdfWidgets, QtSvg; QtWidgets.QApplication([])"
)


def stop(sentence: str) -> None:
    """Say what is missing and end."""
    print(f"bootstrap: {sentence}", file=sys.stderr)
    raise SystemExit(60)


def run(*command: str, quiet: bool = False) -> int:
    """Run a command, showing only what goes wrong (nothing when `quiet`); return its exit code."""
    sink = subprocess.DEVNULL
    said = sink if quiet else None
    return subprocess.run(command, cwd=ROOT, stdout=sink, stderr=said, check=False).returncode


def make_environment() -> Path:
    """Create the virtual environment, also where Debian has split off ensurepip."""
    python = VENV / "bin" / "python"
    if python.exists() and run(str(python), "-m", "pip", "--version", quiet=True) == 0:
        return python
    if VENV.exists():
        shutil.rmtree(VENV)
    if run(sys.executable, "-m", "venv", str(VENV), quiet=True) != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        if run(sys.executable, "-m", "venv", "--without-pip", str(VENV)) != 0:
            stop("Python cannot make a virtual environment. Install the package python3-venv.")
        fetch = (sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "pip")
        if run(*fetch) != 0:
            stop("pip is missing. Install the package python3-venv or python3-pip.")
    return python


def install_packages(python: Path) -> None:
    """Install exactly the locked packages, then the project itself."""
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if run(*pip, "--require-hashes", "-r", str(LOCK)) != 0:
        stop(
            f"the packages in {LOCK.name} could not be installed. Check the network connection, "
            "and that the disk has 3 GB free, then run the same command again."
        )
    if run(*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)) != 0:
        stop("the project itself could not be installed; the lines above say why.")


def qt_loads(python: Path) -> str:
    """Return "" when Qt starts without a screen, else the last line of what it says."""
    done = subprocess.run(
        (str(python), "-c", PROBE), capture_output=True, text=True, check=False, cwd=ROOT
    )
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else f"exit code {done.returncode}"


def install_system_libraries(python: Path) -> None:
    """Install the system libraries Qt needs, with apt where that is available and permitted."""
    said = qt_loads(python)
    display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if not said and not (display and shutil.which("dpkg") and missing(DISPLAY_PACKAGES)):
        return
    if install_debian((*QT_PACKAGES, *DISPLAY_PACKAGES)):
        said = qt_loads(python)
    if said:
        stop(
            f"Qt does not start ({said}). Ask the administrator of this machine to install: "
            f"{' '.join(missing(QT_PACKAGES)) or ' '.join(QT_PACKAGES)}"
        )


def install_building_tools() -> None:
    """Install what building needs and what the built folder carries along from the system."""
    if not shutil.which("dpkg"):
        return
    # Debian's own Python keeps the library a built program starts from in a package of its own.
    libpython = f"libpython{sys.version_info.major}.{sys.version_info.minor}"
    own = (libpython,) if sys.base_prefix == "/usr" else ()
    install_debian((*BUILDING_PACKAGES, *own, *DISPLAY_PACKAGES))
    lacking = missing((*(() if shutil.which("objdump") else BUILDING_PACKAGES), *own))
    if lacking:
        stop(f"ask the administrator of this machine to install: {' '.join(lacking)}")
    if missing(DISPLAY_PACKAGES):
        print(
            "bootstrap: the built program will lack these for X displays: "
            + " ".join(missing(DISPLAY_PACKAGES)),
            file=sys.stderr,
        )


def install_debian(packages: tuple[str, ...]) -> bool:
    """Install those of the Debian packages that are missing; whether that was tried."""
    apt, wanted = apt_command(), missing(packages)
    if not apt or not wanted:
        return False
    print(f"bootstrap: installing {' '.join(wanted)}", file=sys.stderr)
    run(*apt, "update", "-qq")
    # One at a time where together fails: names differ between releases.
    if run(*apt, "install", "-y", "-qq", "--no-install-recommends", *wanted) != 0:
        for package in wanted:
            run(*apt, "install", "-y", "-qq", "--no-install-recommends", package)
    return True


def apt_command() -> tuple[str, ...]:
    """Return how to call apt-get here, or () where it is absent or not permitted."""
    if not shutil.which("apt-get"):
        return ()
    base = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get")
    if os.geteuid() == 0:
        return base
    if shutil.which("sudo") and run("sudo", "-n", "true", quiet=True) == 0:
        return ("sudo", "-n", *base)
    return ()


def missing(packages: tuple[str, ...]) -> list[str]:
    """Return those of the Debian packages that are not installed."""
    return [name for name in packages if run("dpkg", "-s", name, quiet=True) != 0]


def main() -> None:
    """Make everything ready, saying what takes long."""
    if sys.version_info < OLDEST:
        stop(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed, this is {sys.version.split()[0]}."
        )
    if sys.argv[1:] == ["package"]:
        install_building_tools()
        return
    print("bootstrap: preparing .venv (a few minutes on the first run)", file=sys.stderr)
    python = make_environment()
    install_packages(python)
    install_system_libraries(python)
    (VENV / ".ready").touch()


if __name__ == "__main__":
    main()
