"""SVG as pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray


def need_raster() -> None:
    """Raise an ImportError that says what to install, unless pictures can be made of pixels."""
    try:
        import PIL.Image  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise ImportError("pictures made of pixels need resvg-py and pillow: pip install 'card-envs[video]'") from error


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG document as RGB, uint8 [height, width, 3]. No font is looked for: drawings have letters of their own.

    Raises:
        ImportError: the packages of the extra `video` are missing.
        ValueError: not an SVG document.
    """
    need_raster()
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    return np.array(Image.open(io.BytesIO(bytes(drawn))).convert("RGB"))
