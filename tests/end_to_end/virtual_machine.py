"""Boot a small Debian in QEMU, with systemd and control groups of version 2 alone, and run a script in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support import ROOT

_COMMANDS = {"debootstrap": "debootstrap", "qemu-system-x86_64": "qemu-system-x86", "mke2fs": "e2fsprogs"}
_PACKAGES = (
    "systemd-sysv,linux-image-cloud-amd64,dbus,python3,bubblewrap,libseccomp2,gcc,libc6-dev,make,faketime,procps"
)
_UNIT = """\
[Unit]
After=basic.target
[Service]
Type=oneshot
ExecStart=/opt/run.sh
ExecStopPost=/bin/systemctl --no-block poweroff -f
StandardOutput=tty
TTYPath=/dev/ttyS0
[Install]
WantedBy=multi-user.target
"""
_HEAD = """\
#!/bin/sh
exec >/dev/ttyS0 2>&1
export PYTHONPATH=/opt/grade:/opt/site PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root
cd /opt/grade
"""
_KERNEL_LINE = "root=/dev/vda rw console=ttyS0 quiet systemd.mask=serial-getty@ttyS0.service systemd.show_status=no"
_MOST_S = 3600
"""Seconds for a run: the machine is emulated, instruction by instruction."""


def debian_root(folder: Path) -> Path:
    """Make a Debian with Python, bubblewrap and a kernel, and this project in ``/opt``; needs root and the network."""
    _install_commands()
    release = Path("/etc/os-release").read_text(encoding="utf-8").partition("VERSION_CODENAME=")[2].split()[0]
    root = folder / "root"
    command = ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", release, str(root)]
    subprocess.run(command, check=True, capture_output=True, timeout=_MOST_S)
    shutil.copytree(sysconfig.get_path("purelib"), root / "opt/site")
    for name in ("harness", "tests", "specs", "reference", "submissions", "pyproject.toml"):
        place, copy = ROOT / name, root / "opt/grade" / name
        copy.parent.mkdir(exist_ok=True)
        shutil.copytree(place, copy) if place.is_dir() else shutil.copy(place, copy)
    unit = root / "etc/systemd/system/test.service"
    unit.write_text(_UNIT, encoding="utf-8")
    wanted = unit.parent / "multi-user.target.wants"
    wanted.mkdir(exist_ok=True)
    (wanted / unit.name).symlink_to(f"../{unit.name}")
    return root


def _install_commands() -> None:
    missing = [package for command, package in _COMMANDS.items() if shutil.which(command) is None]
    if os.geteuid() != 0:
        pytest.skip("a Debian can be made by root alone")
    if missing:
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing]
        subprocess.run(install, check=True, capture_output=True, timeout=_MOST_S)


def run_in(root: Path, lines: Sequence[str]) -> Iterator[str]:
    """Boot it, run the lines as root in a service of systemd, and yield what they print; then the machine is off."""
    script = root / "opt/run.sh"
    script.write_text(_HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    script.chmod(0o755)
    image = root.parent / "disk.img"
    with image.open("wb") as file:
        file.truncate(4 << 30)
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-d", str(root), str(image)], check=True, timeout=_MOST_S)
    (kernel,), (ramdisk,) = (tuple((root / "boot").glob(f"{name}-*")) for name in ("vmlinuz", "initrd.img"))
    command = [
        "qemu-system-x86_64", "-machine", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "3072",
        "-nographic", "-no-reboot", "-nic", "none", "-kernel", str(kernel), "-initrd", str(ramdisk),
        "-append", _KERNEL_LINE, "-drive", f"file={image},format=raw,if=virtio",
    ]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_MOST_S, check=False)
    yield from done.stdout.decode(errors="replace").splitlines()
