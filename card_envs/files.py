"""Files that appear whole or not at all."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, UTF-8 where it is text; one that is there is replaced, and kept if this is interrupted."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content.encode() if isinstance(content, str) else content)
    os.replace(part, path)


def write_json(path: Path, value: Any) -> None:
    """The same of a value as JSON, indented."""
    write_whole(path, json.dumps(value, indent=2) + "\n")
