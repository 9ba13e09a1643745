"""Figures need words; pictures without them are found in a page."""

import sys

import pytest


@pytest.fixture
def figure() -> object:
    return line()


def line() -> object:
    from phasebound.figures import style

    drawn, at = style.axes()
    at.plot([0, 1], [0, 1], color=style.BLUE)
    style.label(at, 1, 1, "a line", style.BLUE)
    return drawn


def test_a_figure_is_drawn_for_both_grounds(figure: object) -> None:
    from phasebound.figures import style

    drawn = style.svg(figure, "A rising line.")  # type: ignore[arg-type]
    assert drawn.startswith('<svg role="img" aria-label="A rising line."')
    assert f"var(--figure-blue, {style.BLUE})" in drawn
    assert f"var(--figure-ink, {style.INK})" in drawn
    assert "#ffffff" not in drawn
    assert drawn == style.svg(line(), "A rising line.")  # type: ignore[arg-type]


def test_two_figures_share_no_id(figure: object) -> None:
    import re

    from phasebound.figures import style

    drawn = [style.svg(line(), alt) for alt in ("One.", "Two.")]  # type: ignore[arg-type]
    one, two = (set(re.findall(r'id="([^"]+)"', d)) for d in drawn)
    assert one and not one & two
    assert set(re.findall(r'(?:xlink:href="|url\()#([^")]+)', drawn[0])) <= one


@pytest.mark.parametrize("alt", ["", "  \n "])
def test_without_words_it_is_refused(figure: object, alt: str) -> None:
    from phasebound.figures import style

    with pytest.raises(style.FigureError, match="alternative text"):
        style.show(figure, alt=alt)  # type: ignore[arg-type]


def test_only_figures_are_shown() -> None:
    from phasebound.figures import style

    with pytest.raises(style.FigureError, match="matplotlib figure"):
        style.show(object(), alt="words")  # type: ignore[arg-type]


def contrast(one: str, two: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_fallback_colours_stand_out_on_both_grounds() -> None:
    from phasebound.figures import style

    for colour in (*style.COLOURS, style.INK):
        assert min(contrast(colour, "#ffffff"), contrast(colour, "#121212")) >= 3


def test_the_colours_of_the_pages_stand_out_as_text() -> None:
    import re
    from pathlib import Path

    from phasebound.figures import style

    names = {f"figure-{name}" for name in style.NAMES.values()}
    names |= {"good", "bad", "soft", "none", "info", "quiet"}
    css = (Path(__file__).parents[2] / "book" / "_static" / "book.css").read_text()
    for theme, ground in (("light", "#ffffff"), ("dark", "#121212")):
        block = css.split(f'html[data-theme="{theme}"]')[1].split("}")[0]
        found = re.findall(r"--(figure-\w+|good|bad|soft|none|info|quiet): (#\w{6})", block)
        assert sorted(name for name, _ in found) == sorted(names)
        for name, colour in found:
            assert contrast(colour, ground) >= 4.5, (theme, name)


@pytest.mark.usefixtures("bookext")
def test_nameless_pictures_are_found() -> None:
    from bookext.checks import nameless

    good = '<img src="a" alt="words"><svg aria-label="words"></svg><svg><title>words</title></svg>'
    assert list(nameless('<svg aria-hidden="true"></svg>')) == []
    assert list(nameless(good)) == []
    assert list(nameless('<img src="a.png">')) == ["image without alternative text: a.png"]
    assert list(nameless('<img src="a.png" alt=" ">')) == ["image without alternative text: a.png"]
    assert list(nameless("<svg></svg>")) == ["drawing (svg) without a name"]


def test_the_package_of_figures_imports_nothing_heavy() -> None:
    import subprocess

    code = "import sys, phasebound.figures; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
