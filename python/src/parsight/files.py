"""Files of models, reviews and reports: errors as the command line has them, and writing whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from .errors import InputError


def read_file(path: Path, what: str, how_to_make: str) -> bytes:
    """The bytes of a model or a review (`what`); what is wrong with the file is said with that code."""
    code = what.upper()
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError) as error:
        raise InputError(f"{code}_MISSING", f"there is no {what} file {path}", how_to_make) from error
    except OSError as error:
        if path.is_dir() and what == "model":
            raise InputError(
                "MODEL_IS_FOLDER", f"{path} is a folder, not a model file", "Name the file in it."
            ) from error
        raise InputError(
            f"{code}_NOT_READABLE",
            f"the {what} file {path} cannot be read: {error.strerror}",
            "Name a file, and check its rights.",
        ) from error


def write_file(path: Path, content: bytes) -> None:
    """A temporary file beside it, which then takes its place."""
    if not path.parent.is_dir():
        raise InputError(
            "OUTPUT_FOLDER_MISSING",
            f"cannot write {path}: there is no folder {path.parent}",
            "Make it first: path.parent.mkdir(parents=True).",
        )
    try:
        _replace(path, content)
    except OSError as error:
        raise InputError(
            "OUTPUT_NOT_WRITABLE",
            f"cannot write {path}: {error.strerror}",
            "Check its rights, or choose another place.",
        ) from error


def _replace(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
