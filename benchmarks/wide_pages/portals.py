"""Pages of news portals, old hand-made pages, and pages where dates mislead."""

from __future__ import annotations

import json
from datetime import timedelta

from benchmarks.wide_pages.case import Case


def _teasers(case: Case, tag: str = "li") -> str:
    return "".join(
        f'<{tag} class="item"><span class="time">{when}</span> <a href="/{n}">{title}</a></{tag}>'
        for n, (title, when) in enumerate(case.other_days())
    )


def related_first(case: Case) -> str:
    body = (
        f'<header>{case.site}{case.menu()}</header><div class="latest"><h3>{case.tongue["about"][4]}</h3><ul>{_teasers(case)}'
        f'</ul></div><div class="article"><h1>{case.title}</h1><div class="line">{case.byline()} | {case.date()}</div>'
        f"{case.body()}</div>{case.footer()}"
    )
    return case.page(body)


def date_before_headline(case: Case) -> str:
    body = (
        f'<header>{case.site}{case.menu()}</header><main><p class="dachzeile">{case.tongue["about"][4]} {case.date()}</p>'
        f'<h1>{case.title}</h1><p class="lead">{case.tongue["text"][2]}</p><p>{case.byline()}</p>{case.body()}</main>'
        f"<aside><ul>{_teasers(case)}</ul></aside>{case.footer()}"
    )
    return case.page(body)


def published_then_updated(case: Case) -> str:
    case.updated = case.later
    body = (
        f'<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><div class="infos"><span>'
        f"{case.byline()}</span><br>{case.pick('published')} {case.date(clock=True)} – {case.pick('updated')} "
        f"{case.date(case.later, clock=True)}</div>{case.body()}</article><ul class='more'>{_teasers(case)}</ul>{case.footer()}"
    )
    return case.page(body)


def updated_then_published(case: Case) -> str:
    case.updated = case.later
    body = (
        f'<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><p class="dates"><span>'
        f"{case.pick('updated')} {case.date(case.later)}</span> <span>{case.pick('published')} {case.date()}</span></p>"
        f"<p class='signature'>{case.byline()}</p>{case.body()}</article>{case.footer()}"
    )
    return case.page(body)


def relative_with_meta(case: Case) -> str:
    case.updated = case.later
    head = (
        f'<meta property="og:title" content="{case.title}"><meta property="og:site_name" content="{case.site}">'
        f'<meta name="date" content="{case.iso()}"><meta name="last-modified" content="{case.iso(case.later)}">'
        f'<meta name="author" content="{", ".join(case.authors)}">'
    )
    body = (
        f'<header>{case.site}{case.menu()}</header><article><h1>{case.title}</h1><span class="ago">{case.tongue["ago"][0]}'
        f"</span>{case.body()}</article><section>{_teasers(case, 'div')}</section>{case.footer()}"
    )
    return case.page(body, head=head)


def hnews(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<div class="hnews hentry item"><h1 class="entry-title">{case.title}</h1><p class="meta"><span class="author '
        f'vcard"><span class="fn">{case.authors[0]}</span></span>, <span class="source-org vcard"><span class="org fn">'
        f'{case.site}</span></span> <span class="published updated" title="{case.iso()}">{case.date()}</span></p>'
        f'<div class="entry-content">{case.body()}</div></div>{case.footer()}'
    )
    return case.page(body)


def rdfa(case: Case) -> str:
    case.authors = case.authors[:1]
    case.updated = case.later
    body = (
        f'<header>{case.site}</header>{case.menu()}<div vocab="http://schema.org/" typeof="NewsArticle"><h1 property='
        f'"headline">{case.title}</h1><span property="author" typeof="Person"><span property="name">{case.authors[0]}'
        f'</span></span> <span property="datePublished" content="{case.iso()}">{case.tongue["ago"][0]}</span><span property='
        f'"dateModified" content="{case.iso(case.later)}"></span><div property="articleBody">{case.body()}</div></div>'
        f"<ul>{_teasers(case)}</ul>{case.footer()}"
    )
    return case.page(body)


def microdata_in_body(case: Case) -> str:
    case.authors = case.authors[:1]
    case.updated = case.later
    body = (
        f'<header>{case.site}</header>{case.menu()}<div itemscope itemtype="http://schema.org/NewsArticle"><meta itemprop='
        f'"datePublished" content="{case.iso()}"><meta itemprop="dateModified" content="{case.iso(case.later)}"><meta '
        f'itemprop="author" content="{case.authors[0]}"><h1 itemprop="headline">{case.title}</h1><div itemprop='
        f'"articleBody">{case.body()}</div></div><ul>{_teasers(case)}</ul>{case.footer()}'
    )
    return case.page(body)


def graph_of_references(case: Case) -> str:
    case.updated = case.later
    graph = [
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "name": case.tongue["about"][4]}]},
        {"@type": ["WebPage", "ItemPage"], "@id": case.url, "dateModified": case.iso(case.later), "name": case.title},
        {"@type": "NewsArticle", "mainEntityOfPage": case.url, "headline": case.title, "datePublished": case.iso(),
         "author": [{"@id": f"#p{n}"} for n in range(len(case.authors))], "dateModified": case.iso(case.later)},
        *({"@type": "Person", "@id": f"#p{n}", "name": name} for n, name in enumerate(case.authors)),
        {"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "headline": title, "datePublished":
         case.iso(case.day + timedelta(days=90))} for title in case.tongue["other"]]},
    ]  # fmt: skip
    head = f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@graph": graph})}</script>'
    body = f"<header>{case.site}</header>{case.menu()}<h1>{case.title}</h1>{case.body()}<ul>{_teasers(case)}</ul>"
    return case.page(body, head=head)


def address_alone(case: Case) -> str:
    day, slug, kind = case.day, case.slug(), case.rng.randrange(6)
    case.authors = []
    case.url = f"https://{case.host}" + (
        f"/{day:%Y/%m/%d}/{slug}.html", f"/article?id=7&date={day:%Y-%m-%d}", f"/news/{slug}-{day:%Y%m%d}.html",
        f"/{day.year}/{day.month}/{day.day}/{slug}", f"/archiv/{day:%Y-%m-%d}/{slug}.php", f"/{slug}_{day:%Y%m%d}.htm",
    )[kind]  # fmt: skip
    body = f"<header>{case.site}</header>{case.menu()}<h1>{case.title}</h1>{case.body()}<ul>{_teasers(case)}</ul>{case.footer()}"
    return case.page(body, head=f'<link rel="canonical" href="{case.url}">')


def event_announced(case: Case) -> str:
    case.authors = []
    event = case.date(case.day + timedelta(days=case.rng.randint(20, 90)), clock=True)
    first, *rest = case.paragraphs(4)
    body = (
        f"<header>{case.site}</header>{case.menu()}<div id='c'><h1>{case.title}</h1><p class='date'>{case.date(clock=False)}"
        f"</p><p>{first} {event}, {case.tongue['roles'][2]}.</p>{''.join(f'<p>{p}</p>' for p in rest)}</div>{case.footer()}"
    )
    return case.page(body)


def date_at_the_end(case: Case) -> str:
    case.authors = case.authors[:1]
    town = case.tongue["roles"][2].split()[-1]
    body = (
        f"<header>{case.site}</header>{case.menu()}<div><h1>{case.title}</h1>{case.body()}<p><em>{case.authors[0]}, "
        f"{town}, {case.date(clock=False)}</em></p></div>{case.footer()}"
    )
    return case.page(body)


def no_date(case: Case) -> str:
    case.authors, case.published = [], None
    born = case.date(case.day.replace(year=1971), clock=False)
    first, *rest = case.paragraphs(4)
    body = (
        f"<header>{case.site}</header>{case.menu()}<div><h1>{case.title}</h1><p>{first} ({born})</p>"
        f"{''.join(f'<p>{p}</p>' for p in rest)}</div>{case.footer()}"
    )
    return case.page(body)


def script_alone(case: Case) -> str:
    case.authors = []
    state = {"props": {"article": {"id": 5, "title": case.title, "publishedAt": case.iso(zone="Z"), "tags": []}}}
    body = (
        f"<div id='__next'><header>{case.site}</header><main><h1>{case.title}</h1>{case.body()}</main></div>"
        f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(state)}</script>{case.footer()}'
    )
    return case.page(body)


def hand_made_1999(case: Case) -> str:
    case.authors = case.authors[:1]
    case.published = case.updated = case.day
    stamp = f"{case.day:%a %b} {case.day.day} {case.hour:02d}:{case.minute}:00 CET {case.day.year}"
    stamp = stamp if case.rng.random() < 0.4 else case.date(clock=False)
    text = "<p>".join(case.paragraphs(5))
    return (
        f"<HTML><HEAD><TITLE>{case.title}</TITLE></HEAD><BODY BGCOLOR=#FFFFFF><CENTER><H1>{case.title}</H1></CENTER>"
        f"<P>{text}<HR><ADDRESS><A HREF='mailto:me@{case.host}'>{case.authors[0]}</A></ADDRESS>{case.pick('updated')} "
        f"{stamp}</BODY></HTML>"
    )


def font_tags(case: Case) -> str:
    case.authors = case.authors[:1]
    text = "<br><br>".join(case.paragraphs(5))
    return (
        f"<html><head><title>{case.title}</title></head><body><table><tr><td width=150>{case.menu()}</td><td><font size=5>"
        f"<b>{case.title}</b></font><br><font size=2><i>{case.date(clock=False)}</i></font><br><font size=2>"
        f"{case.byline()}</font><br><br><font face=Arial>{text}</font></td></tr></table></body></html>"
    )


def two_authors_linked(case: Case) -> str:
    case.authors = case.rng.sample(case.tongue["names"], 2)
    joiner = case.tongue["and"][0]
    links = f" {joiner} ".join(f'<a rel="author" href="/a/{n}">{name}</a>' for n, name in enumerate(case.authors))
    body = (
        f"<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><div class='by'>{case.pick('by')} {links}"
        f"</div><div class='when'>{case.date()}</div>{case.body()}</article>{case.footer()}"
    )
    return case.page(body)


def author_with_role(case: Case) -> str:
    case.authors = case.authors[:1]
    role = case.pick("roles") or case.tongue["about"][0]
    body = (
        f"<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><p>{case.byline()}, {role}</p><p>"
        f"{case.pick('published')} {case.date()}</p>{case.body()}</article><ul>{_teasers(case)}</ul>{case.footer()}"
    )
    return case.page(body)


def author_mail(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f"<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><p>{case.date()}</p>{case.body()}"
        f"<p>{case.pick('by')} <a href='mailto:desk@{case.host}'>{case.authors[0]}</a></p></article>{case.footer()}"
    )
    return case.page(body)


def hcard_below(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f"<header>{case.site}</header>{case.menu()}<article><h1>{case.title}</h1><time>{case.date()}</time>{case.body()}"
        f"<div class='author-box vcard'><img class='photo' src='a.jpg'><span class='fn author-name'>{case.authors[0]}</span>"
        f"<p class='note'>{case.tongue['text'][5]}</p></div></article>{case.footer()}"
    )
    return case.page(body)


def title_with_own_marks(case: Case) -> str:
    case.authors = []
    head, tail = case.tongue["titles"][2], case.tongue["titles"][3]
    case.title = head if case.number % 2 else tail
    mark = (" | ", " – ")[case.half]
    og = f'<meta property="og:title" content="{case.title}{mark}{case.site}">' if case.rng.random() < 0.6 else ""
    body = (
        f"<header>{case.site}</header>{case.menu()}<div class='headline'><b>{case.title}</b></div><p>{case.date()}</p>"
        f"{case.body()}{case.footer()}"
    )
    return case.page(body, head=og, title=f"{case.title}{mark}{case.site}")


def headline_not_h1(case: Case) -> str:
    case.authors = []
    body = (
        f"<h1 class='logo'><a href='/'>{case.site}</a></h1>{case.menu()}<div class='story'><p class='hed'>{case.title}</p>"
        f"<p class='pub'>{case.pick('published')} {case.date()}</p>{case.body()}</div><h3>{case.tongue['other'][0]}</h3>"
        f"<h3>{case.tongue['other'][1]}</h3>{case.footer()}"
    )
    return case.page(body)


TEMPLATES = (
    related_first, date_before_headline, published_then_updated, updated_then_published, relative_with_meta, hnews, rdfa,
    microdata_in_body, graph_of_references, address_alone, event_announced, date_at_the_end, no_date, script_alone,
    hand_made_1999, font_tags, two_authors_linked, author_with_role, author_mail, hcard_below, title_with_own_marks,
    headline_not_h1,
)  # fmt: skip
