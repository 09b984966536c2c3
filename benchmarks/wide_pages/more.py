"""Further shapes: times in attributes, shops of words, forums, boards of authorities, national habits."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from benchmarks.wide_pages.case import Case


def _frame(case: Case, inner: str, *, head: str = "", title: str = "") -> str:
    return case.page(f"<header>{case.site}{case.menu()}</header>{inner}{case.footer()}", head=head, title=title)


def relative_with_title(case: Case) -> str:
    case.authors = case.authors[:1]
    inner = (
        f"<article><h1>{case.title}</h1><div class='info'><span class='who'>{case.byline()}</span> <span class='ago' title="
        f"'{case.date(clock=True)}'>{case.tongue['ago'][0]}</span></div>{case.body()}</article>"
    )
    return _frame(case, inner)


def timestamp_in_data(case: Case) -> str:
    case.authors = []
    moment = datetime(case.day.year, case.day.month, case.day.day, 12, case.minute, tzinfo=UTC)
    inner = (
        f"<article><h1>{case.title}</h1><span class='js-time' data-timestamp='{int(moment.timestamp())}'>"
        f"{case.tongue['ago'][0]}</span>{case.body()}</article>"
    )
    return _frame(case, inner)


def date_in_data(case: Case) -> str:
    case.authors = []
    inner = f"<article><h1>{case.title}</h1><div class='post__date' data-date='{case.iso()}'></div>{case.body()}</article>"
    return _frame(case, inner)


def timeago(case: Case) -> str:
    case.authors = case.authors[:1]
    inner = (
        f"<div class='story'><h1>{case.title}</h1><p>{case.byline()} <abbr class='timeago' title='{case.iso()}'>"
        f"{case.tongue['ago'][0]}</abbr></p>{case.body()}</div>"
    )
    return _frame(case, inner)


def squarespace(case: Case) -> str:
    case.authors = case.authors[:1]
    inner = (
        f"<article class='hentry'><div class='blog-item-meta'><time class='dt-published blog-item-date' datetime="
        f"'{case.day.isoformat()}'>{case.date(clock=False)}</time><a class='blog-author-name'>{case.authors[0]}</a></div>"
        f"<h1 class='entry-title'>{case.title}</h1><div class='blog-item-content'>{case.body()}</div></article>"
    )
    return _frame(case, inner, title=f"{case.title} — {case.site}")


def livejournal(case: Case) -> str:
    case.authors = case.authors[:1]
    inner = (
        f"<div class='b-singlepost'><h1 class='b-singlepost-title'>{case.title}</h1><p class='b-singlepost-author-date'>"
        f"<time class='b-singlepost-author-date published'><a>{case.day.year}-{case.day.month:02d}-{case.day.day:02d} "
        f"{case.hour:02d}:{case.minute}</a></time></p><div class='b-singlepost-body'>{case.body()}</div>"
        f"<p>{case.byline()}</p></div>"
    )
    return _frame(case, inner)


def vbulletin(case: Case) -> str:
    case.authors = ["walker"]
    style = "{mm}-{dd}-{y}" if case.tongue.code == "en" else "{dd}.{mm}.{y}"
    posts = "".join(
        f"<li class='postbit' id='post_{n}'><div class='posthead'><span class='date'>{case.date(day, style=style, clock=False)},&nbsp;"
        f"<span class='time'>{case.hour:02d}:{case.minute}</span></span></div><div class='userinfo'><a class='username'>"
        f"{'walker' if n == 0 else f'guest{n}'}</a></div><div class='postcontent'>{text}</div></li>"
        for n, (day, text) in enumerate(
            (case.day + timedelta(days=5 * n), text) for n, text in enumerate(case.paragraphs(4))
        )
    )
    return _frame(case, f"<h1><span class='threadtitle'>{case.title}</span></h1><ol id='posts'>{posts}</ol>")


def authority_table(case: Case) -> str:
    case.authors = []
    when = next((w for w in case.tongue["published"] if w[-1:] in ":："), "Date:")
    inner = (
        f"<table class='doc'><tr><th>Ref.</th><td>{case.number + 3}/{case.day.year}</td></tr><tr><th>{when}</th><td>"
        f"{case.date(clock=False)}</td></tr></table><h1>{case.title}</h1>{case.body()}"
    )
    return _frame(case, inner)


def dated_list_below(case: Case) -> str:
    case.authors = case.authors[:1]
    items = "".join(
        f"<div class='row'><h4><a href='#'>{t}</a></h4><small>{d}</small></div>" for t, d in case.other_days()
    )
    inner = (
        f"<div class='detail'><h1>{case.title}</h1><small>{case.date(clock=False)}</small><p>{case.byline()}</p>{case.body(3)}"
        f"</div><div class='box'>{items}</div>"
    )
    return _frame(case, inner)


def weekday_banner(case: Case) -> str:
    """The day of the visit at the top of the page, as papers print it."""
    case.authors = case.authors[:1]
    today = case.date(date(2024, 6, 5), clock=False)
    body = (
        f"<div class='topbar'>{today}</div><header>{case.site}{case.menu()}</header><article><h1>{case.title}</h1>"
        f"<div class='dateline'>{case.byline()}<br>{case.date()}</div>{case.body()}</article>{case.footer()}"
    )
    return case.page(body)


def updated_only_in_brackets(case: Case) -> str:
    case.updated = case.later
    case.authors = case.authors[:1]
    inner = (
        f"<article><h1>{case.title}</h1><p>{case.byline()} · {case.date(clock=False)} ({case.pick('updated')} "
        f"{case.date(case.later, clock=False)})</p>{case.body()}</article>"
    )
    return _frame(case, inner)


def accordion_footer(case: Case) -> str:
    """A date of the firm's foundation in the footer, the article's in the address alone."""
    case.authors = []
    case.url = f"https://{case.host}/{case.day:%Y/%m/%d}/{case.slug()}/"
    inner = f"<main><h1>{case.title}</h1>{case.body()}</main><footer><p>{case.site}, {case.date(date(1996, 4, 3), clock=False)}</p></footer>"
    return case.page(f"<header>{case.site}</header>{case.menu()}{inner}")


def dublin_core(case: Case) -> str:
    case.authors = case.authors[:1]
    head = (
        f'<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/"><meta name="DC.title" content="{case.title}"><meta name='
        f'"DC.creator" content="{case.authors[0]}"><meta name="DC.date" scheme="W3CDTF" content="{case.day.isoformat()}">'
    )
    inner = f"<h1>{case.title}</h1>{case.body()}<ul>{''.join(f'<li>{d} {t}</li>' for t, d in case.other_days())}</ul>"
    return _frame(case, inner, head=head)


def http_headers(case: Case) -> str:
    case.authors, case.updated = [], case.day
    head = f'<meta http-equiv="last-modified" content="{case.day:%a, %d %b %Y} 10:30:00 GMT"><meta name="robots" content="all">'
    return _frame(case, f"<h1>{case.title}</h1>{case.body()}", head=head)


def home_link_title(case: Case) -> str:
    case.authors = case.authors[:1]
    inner = (
        f"<div class='crumbs'><a>{case.tongue['about'][3]}</a> » <a>{case.tongue['about'][4]}</a> » {case.title}</div><div class="
        f"'c'><h2>{case.title}</h2><span class='d'>{case.date(clock=False)}</span> <span class='a'>{case.byline()}</span>"
        f"{case.body()}</div>"
    )
    mark = (" » ", " / ")[case.half]
    title = f"{case.title}{mark}{case.tongue['about'][4]}{mark}{case.site}"
    return _frame(case, inner, title=title)


TEMPLATES = (
    relative_with_title, timestamp_in_data, date_in_data, timeago, squarespace, livejournal, vbulletin, authority_table,
    dated_list_below, weekday_banner, updated_only_in_brackets, accordion_footer, dublin_core, http_headers,
    home_link_title,
)  # fmt: skip
