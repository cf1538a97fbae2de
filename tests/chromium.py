"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

CUT_OFF = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # from everything but this machine


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window and without a network.

    Raises:
        AssertionError: it is not installed.
    """
    command = shutil.which("chromium")
    assert command is not None, "the tests of pages need Chromium, the command chromium: make browser"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=command, args=["--no-sandbox", CUT_OFF])
        try:
            yield browser
        finally:
            browser.close()
