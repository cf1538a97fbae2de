"""What a person sees of a page, told by the browser: text cut off or covered, moves out of reach, contrast, jumps."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page

LEAST_CONTRAST, LEAST_CONTRAST_OF_LARGE = 4.5, 3.0  # WCAG 2.1 AA
LARGE, LARGE_BOLD = 24.0, 18.66  # pixels, from which on text is large
WORST = 10.0  # percentile of a text's ground: some of its pixels are of an edge or of a neighbour

# What lies over the table for a moment, and may cover it.
OVERLAYS = ".panel, dialog, .toast, .veil, .event, .burst, .bubble, .sitting"

TEXTS = """
    function* texts() {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (walker.nextNode()) {
            const node = walker.currentNode, holder = node.parentElement;
            if (!node.data.trim() || holder.closest(".unseen, .skip, script, noscript")) continue;
            if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
            range.selectNodeContents(node);
            for (const box of range.getClientRects()) if (box.width > 1) yield { text: node.data.trim(), holder, box };
        }
    }
    function shown({ holder, box }) {
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
        for (let at = holder; at; at = at.parentElement) {
            if (getComputedStyle(at).overflow === "visible") continue;
            const edge = at.getBoundingClientRect();
            if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return false;
        }
        return y > 0 && y < innerHeight;
    }
"""

# Texts that go beyond what shows of them, but for those that can be scrolled to; beyond the window at its sides.
CUT_OFF = f"""() => {{ {TEXTS}
    const found = new Set();
    for (const {{ text, holder, box }} of texts()) {{
        for (let at = holder; at; at = at.parentElement) {{
            const {{ overflowX, overflowY }} = getComputedStyle(at);
            if ([overflowX, overflowY].some((flow) => flow === "auto" || flow === "scroll")) break;
            if (overflowX === "visible" && at !== document.documentElement) continue;
            const edge = at.getBoundingClientRect();
            const across = box.left < edge.left - 1 || box.right > edge.right + 1;
            const down = box.top < edge.top - 3 || box.bottom > edge.bottom + 3;  // a line is higher than its letters
            if (across || down) found.add(text);
        }}
    }}
    return [...found];
}}"""

# Texts of which the middle lies under something else, as far as they can be touched.
COVERED = f"""(overlays) => {{ {TEXTS}
    const found = new Set();
    for (const {{ text, holder, box }} of texts()) {{
        if (!shown({{ holder, box }}) || getComputedStyle(holder).pointerEvents === "none") continue;
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        const held = holder.closest("label, button") ?? holder;
        const free = !top || held.contains(top) || top.contains(holder) || top.closest(overlays);
        if (!free) found.add(`${{text}} under ${{top.getAttribute("class")}}`);
    }}
    return [...found];
}}"""

# Moves that are open but cannot be pressed where they are: out of the window, or under something.
OUT_OF_REACH = """() => [...document.querySelectorAll("[data-move]:enabled")].filter((move) => {
    const box = move.getBoundingClientRect(), tools = document.querySelector("#tools").getBoundingClientRect();
    const foot = tools.top > innerHeight / 2 ? tools.top : innerHeight;
    if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > foot) return true;
    return !move.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2));
}).map((move) => move.dataset.move)"""

# Whether the page can be scrolled sideways; at a table, at all.
TOO_LARGE = """() => {
    const page = document.documentElement;
    const wide = page.scrollWidth > innerWidth, tall = page.scrollHeight > innerHeight;
    return wide || (tall && document.querySelector(".at-table") !== null);
}"""

# Every text with the colour it is to have, its opacity, and where it is.
COLOURS = f"""() => {{ {TEXTS}
    const found = [];
    for (const {{ text, holder, box }} of texts()) {{
        if (!shown({{ holder, box }}) || holder.closest(":disabled, [aria-disabled=true]")) continue;
        const style = getComputedStyle(holder);
        let opacity = 1;
        for (let at = holder; at; at = at.parentElement) opacity *= getComputedStyle(at).opacity;
        const layers = ".panel, dialog, .sitting, .tools, .event, .burst, .bubble, .toast, .veil";
        const over = [box.top + 1, box.bottom - 1].flatMap((y) =>
            [box.left + 1, box.right - 1].flatMap((x) => document.elementsFromPoint(x, y)));
        const above = over.map((one) => one.closest(layers)).filter((one) => one && !one.contains(holder));
        if (above.some((one) => !holder.contains(one))) continue;
        const {{ color, fontSize, fontWeight }} = style, edges = [box.left, box.top, box.right, box.bottom];
        found.push({{ text, opacity, color, size: parseFloat(fontSize), weight: Number(fontWeight), box: edges }});
    }}
    return found;
}}"""
WITHOUT_TEXT = f"""() => {{ {TEXTS}
    for (const {{ holder }} of texts()) {{
        holder.style.setProperty("color", "transparent", "important");
        holder.style.setProperty("text-shadow", "none", "important");
    }}
}}"""
WITH_TEXT = f"""() => {{ {TEXTS}
    for (const {{ holder }} of texts()) ["color", "text-shadow"].forEach((name) => holder.style.removeProperty(name));
}}"""

# Parts of a table that have moved by themselves since the page was opened.
WATCH = """
    window.jumps = [];
    const PARTS = ".masthead, .hand, .slate, .guests, .guest, .counter, " +
        ".score, .cloth, .bids, .place, .vira, .rivals, .life, .slap";
    new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries())
            for (const { node, previousRect: from, currentRect: to } of sources)
                if (node?.matches?.(PARTS)) jumps.push([node.className, from.x, from.y, to.x, to.y].join(" "));
    }).observe({ type: "layout-shift", buffered: true });
"""


class Faint(NamedTuple):
    """A text that is hard to read: its contrast with its ground."""

    text: str
    contrast: float


def faint(page: Page) -> list[Faint]:
    """The texts in sight with too little contrast, measured against the pixels that they stand on."""
    before = page.evaluate(COLOURS)
    page.evaluate(WITHOUT_TEXT)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.evaluate(WITH_TEXT)
    after = page.evaluate(COLOURS)
    texts = [text for text in before if text in after]  # some things are shown for a moment only
    pixels = np.asarray(picture, np.float64) / 255.0
    found = []
    for text in texts:
        ground = _within(pixels, text["box"])
        if not ground.size:
            continue
        contrast = _contrast(_rgba(text["color"], text["opacity"]), ground)
        large = text["size"] >= (LARGE_BOLD if text["weight"] >= 700 else LARGE)
        if contrast < (LEAST_CONTRAST_OF_LARGE if large else LEAST_CONTRAST):
            found.append(Faint(text["text"], round(contrast, 2)))
    return found


def _within(pixels: NDArray[np.float64], box: list[float]) -> NDArray[np.float64]:
    """The pixels of a box, float [count, 3]."""
    left, top, right, bottom = (max(0, round(edge)) for edge in box)
    return pixels[top:bottom, left:right].reshape(-1, 3)


def _rgba(color: str, opacity: float) -> tuple[NDArray[np.float64], float]:
    """Red, green and blue from 0 to 1, and how much of it covers what is below."""
    kind, _, numbers = color.rstrip(")").partition("(")
    values = [float(part) for part in numbers.replace(",", " ").replace("/", " ").split() if part != "srgb"]
    scale = 255.0 if kind.startswith("rgb") else 1.0
    return np.array(values[:3]) / scale, opacity * (values[3] if len(values) > 3 else 1.0)


def _contrast(ink: tuple[NDArray[np.float64], float], ground: NDArray[np.float64]) -> float:
    """WCAG's contrast ratio, at the worst of the ground."""
    colour, cover = ink
    text, below = _luminance(cover * colour + (1 - cover) * ground), _luminance(ground)
    ratios = (np.maximum(text, below) + 0.05) / (np.minimum(text, below) + 0.05)
    return float(np.percentile(ratios, WORST))


def _luminance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def faults(page: Page) -> dict[str, Any]:
    """What is wrong with how the page looks now, but for contrast; empty where nothing is."""
    found = {
        "cut off": page.evaluate(CUT_OFF),
        "covered": page.evaluate(COVERED, OVERLAYS),
        "out of reach": page.evaluate(OUT_OF_REACH) if not page.locator(".panel, dialog[open]").count() else [],
        "larger than the window": page.evaluate(TOO_LARGE),
    }
    return {name: value for name, value in found.items() if value}
