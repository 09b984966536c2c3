"""How a made page shows a list of people: one function a layout, all with the same people."""

from __future__ import annotations

import html
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.made_sites.speech import Speech


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody of the staff as a page shows them."""

    name: str
    title: str
    honorific: str = ""
    mail: str = ""
    phone: str = ""
    room: str = ""
    interest: str = ""
    url: str = ""

    @property
    def shown(self) -> str:
        """The name with its honorific, linked where there is a profile."""
        text = html.escape(self.honorific + self.name)
        return f'<a href="{self.url}">{text}</a>' if self.url else text


Layout = Callable[[Sequence[Entry], Speech, random.Random], str]


def contact_table(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Columns of name, position, room, phone and address."""
    w = speech.words
    head = "".join(f"<th>{w[key]}</th>" for key in ("name", "title", "office", "phone", "mail"))
    rows = "".join(
        f"<tr><td>{p.shown}</td><td>{p.title}</td><td>{p.room}</td><td>{p.phone}</td>"
        f'<td><a href="mailto:{p.mail}">{p.mail}</a></td></tr>'
        for p in people
    )
    return f'<table class="tbl"><tr>{head}</tr>{rows}</table>'


def numbered_table(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """An old table with numbers and no header cells."""
    rows = "".join(
        f'<tr><td width="5%">{n}.</td><td><font size="2"><b>{p.shown}</b></font></td><td>{p.title}</td></tr>'
        for n, p in enumerate(people, 1)
    )
    return f'<table border="1" cellpadding="4"><tbody>{rows}</tbody></table>'


def cards(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """A grid of cards with pictures."""
    made = "".join(
        f'<div class="col-md-4"><div class="card"><img src="/img/{n}.jpg" alt="">'
        f'<h4 class="card-title">{p.shown}</h4><p class="card-text">{p.title}</p>'
        f'<p><i class="fa fa-envelope"></i> {p.mail}</p></div></div>'
        for n, p in enumerate(people)
    )
    return f'<div class="row">{made}</div>'


def avatars(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Cards whose pictures are the initials of the name, without a space between both."""
    made = "".join(
        f'<div class="member"><span class="avatar">{"".join(word[0] for word in p.name.split()[:2])}</span>'
        f'<span class="who">{p.shown}</span><span class="what">{p.title}</span></div>'
        for p in people
    )
    return f'<section class="members">{made}</section>'


def whole_links(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Cards that are links as a whole."""
    made = "".join(
        f'<a class="tile" href="{p.url or "#"}"><div class="pic"></div><div class="txt"><span class="n">'
        f'{html.escape(p.honorific + p.name)}</span><br><span class="r">{p.title}</span></div></a>'
        for p in people
    )
    return f'<div class="tiles">{made}</div>'


def definitions(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """A list of definitions."""
    return "<dl>" + "".join(f"<dt>{p.shown}</dt><dd>{p.title}. {p.interest}</dd>" for p in people) + "</dl>"


def paragraphs(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Paragraphs with line breaks, as editors by hand write them."""
    return "".join(
        f"<p><strong>{p.shown}</strong>, {p.title}<br>{speech.words['office']}: {p.room}<br>"
        f"{speech.words['mail']}: {p.mail}</p>"
        for p in people
    )


def dashes(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """One line each: name, dash, title."""
    return "<ul>" + "".join(f"<li>{p.shown} – {p.title}</li>" for p in people) + "</ul>"


def by_rank(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Names under the heading of their rank."""
    ranks = list(dict.fromkeys(p.title for p in people))
    return "".join(
        f"<h3>{rank}</h3><ul>" + "".join(f"<li>{p.shown}</li>" for p in people if p.title == rank) + "</ul>"
        for rank in ranks
    )


def picture_cells(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """A table of pictures, three in a row, with the name below each."""
    cells = [
        f'<td align="center"><img src="p{n}.gif" width="90"><br><b>{p.shown}</b><br><i>{p.title}</i><br>{p.mail}</td>'
        for n, p in enumerate(people)
    ]
    rows = "".join(f"<tr>{''.join(cells[i : i + 3])}</tr>" for i in range(0, len(cells), 3))
    return f'<center><table width="90%">{rows}</table></center>'


def builder(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """The nested boxes of a page builder, titles above names."""
    return "".join(
        f'<div class="elementor-element elementor-element-{chance.randrange(16**6):06x}"><div class="widget">'
        f'<h6 class="elementor-heading-title">{p.title}</h6><h2 class="elementor-heading-title">{p.shown}</h2>'
        f'<div class="text-editor"><p>{p.interest}</p></div></div></div>'
        for p in people
    )


def biographies(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Name, title and a paragraph that mentions others."""
    made = []
    for p in people:
        other = speech.news[0].format(chance.choice(people).name, p.interest)
        made.append(f'<article><h3>{p.shown}</h3><p class="pos">{p.title}</p><p>{(other + ". ") * 3}</p></article>')
    return "".join(made)


def break_list(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """One paragraph with a line break after each."""
    return "<p>" + "<br>\n".join(f"{n}. {p.shown} – {p.title}, {p.phone}" for n, p in enumerate(people, 1)) + "</p>"


def office_lines(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Cards with a room in a building that is called like a person."""
    return "".join(
        f'<li class="person"><h3>{p.shown}</h3><p>{p.title}</p><p>{120 + n} Davis Hall</p><p>{p.phone}</p>'
        f'<a href="mailto:{p.mail}">{p.mail}</a></li>'
        for n, p in enumerate(people)
    )


def photo_table(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Number, picture, name, position, room: the columns of many small colleges."""
    w = speech.words
    head = "".join(f"<td><b>{text}</b></td>" for text in ("#", "", w["name"], w["title"], w["office"]))
    rows = "".join(
        f'<tr><td>{n}</td><td><img src="{n}.jpg" alt="photo"></td><td>{p.shown}</td><td>{p.title}</td><td>M.Tech, '
        f"{p.room}</td></tr>"
        for n, p in enumerate(people, 1)
    )
    return f"<table><tbody><tr>{head}</tr>{rows}</tbody></table>"


def linked_rows(people: Sequence[Entry], speech: Speech, chance: random.Random) -> str:
    """Rows whose name, title and address are links or labels inside one block without line breaks."""
    made = []
    for p in people:
        mail = f'<a href="mailto:{p.mail}">{speech.words["mail"]}</a>'
        parts = (("name", p.shown), ("title", p.title), ("mail", mail))
        spans = " ".join(f'<span class="field-{name}">{text}</span>' for name, text in parts)
        made.append(f'<div class="views-row">{spans}</div>')
    return "".join(made)


LAYOUTS: tuple[Layout, ...] = (
    contact_table, numbered_table, cards, avatars, whole_links, definitions, paragraphs, dashes, by_rank,
    picture_cells, builder, biographies, break_list, office_lines, photo_table,
    linked_rows,
)  # fmt: skip
