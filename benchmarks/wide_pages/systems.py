"""Pages as content systems of institutions and firms write them."""

from __future__ import annotations

from datetime import timedelta

from benchmarks.wide_pages.case import Case


def drupal_7(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<div id="header"><a id="logo">{case.site}</a>{case.menu()}</div><h1 class="title" id="page-title">{case.title}'
        f'</h1><div class="node node-article" about="/node/7" typeof="sioc:Item foaf:Document"><div class="meta submitted">'
        f'<span property="dc:date dc:created" content="{case.iso()}" datatype="xsd:dateTime" rel="sioc:has_creator">'
        f'{case.pick("by")} <span class="username" xml:lang="" about="/user/3" typeof="sioc:UserAccount" property='
        f'"foaf:name">{case.authors[0]}</span> {case.date(clock=True)}</span></div><div class="content">{case.body()}</div>'
        f"</div>{case.footer()}"
    )
    return case.page(body, title=f"{case.title} | {case.site}")


def drupal_6(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<div id="header"><div class="site-name"><a>{case.site}</a></div></div>{case.menu()}<div id="center"><h2 class='
        f'"with-tabs">{case.title}</h2><div class="node"><span class="submitted">{case.date(clock=True)} — '
        f'{case.authors[0]}</span><div class="content clear-block">{case.body()}</div></div></div>{case.footer()}'
    )
    return case.page(body)


def drupal_9(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<header role="banner"><div class="site-branding__name"><a>{case.site}</a></div></header><main><article role='
        f'"article" class="node node--type-article"><h1><span property="schema:name" class="field field--name-title">'
        f'{case.title}</span></h1><footer class="node__meta"><div class="node__submitted">{case.pick("by")} <span class='
        f'"field field--name-uid"><span lang="" about="/user/2" typeof="schema:Person" property="schema:name">'
        f'{case.authors[0]}</span></span>, <span class="field field--name-created">{case.date()}</span></div></footer>'
        f'<div property="schema:text" class="field field--name-body">{case.body()}</div></article></main>{case.footer()}'
    )
    return case.page(body)


def typo3_tt_news(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<div id="top">{case.menu()}</div><!--TYPO3SEARCH_begin--><div class="news-single-item"><div class='
        f'"news-single-timedata">{case.date()}</div><h1>{case.title}</h1><h2>{case.tongue["text"][4]}</h2><div class='
        f'"news-single-author">{case.byline()}</div>{case.body()}<div class="news-single-backlink"><a>«</a></div></div>'
        f"<!--TYPO3SEARCH_end-->{case.footer()}"
    )
    return case.page(body)


def typo3_news(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<nav>{case.menu()}</nav><div class="news news-single"><div class="article" itemscope itemtype='
        f'"http://schema.org/Article"><div class="header"><h1 itemprop="headline">{case.title}</h1></div><div class='
        f'"footer"><p><span class="news-list-date"><time itemprop="datePublished" datetime="{case.day.isoformat()}">'
        f'{case.date(clock=False)}</time></span> <span class="news-list-author">{case.pick("by")} <span itemprop="author" '
        f'itemscope itemtype="http://schema.org/Person"><span itemprop="name">{case.authors[0]}</span></span></span></p>'
        f'</div><div class="news-text-wrap" itemprop="articleBody">{case.body()}</div></div></div>{case.footer()}'
    )
    return case.page(body)


def joomla_15(case: Case) -> str:
    case.authors = case.authors[:1]
    case.updated = case.later
    body = (
        f'<div id="logo">{case.site}</div>{case.menu()}<table class="contentpaneopen"><tr><td class="contentheading" '
        f'width="100%">{case.title}</td></tr></table><table class="contentpaneopen"><tr><td width="70%" valign="top">'
        f'<span class="small">{case.pick("by")} {case.authors[0]}</span></td></tr><tr><td valign="top" class="createdate">'
        f'{case.date(clock=True)}</td></tr><tr><td valign="top">{case.body()}</td></tr><tr><td class="modifydate">'
        f"{case.pick('updated')} ( {case.date(case.later)} )</td></tr></table>{case.footer()}"
    )
    return case.page(body)


def joomla_3(case: Case) -> str:
    case.authors = case.authors[:1]
    case.updated = case.later
    body = (
        f'<nav>{case.menu()}</nav><div class="item-page"><div class="page-header"><h2 itemprop="headline">{case.title}'
        f'</h2></div><dl class="article-info muted"><dt class="article-info-term">Details</dt><dd class="createdby">'
        f'{case.byline()}</dd><dd class="category-name">{case.tongue["about"][4]}</dd><dd class="modified"><span class='
        f'"icon-calendar"></span> {case.pick("updated")} {case.date(case.later, clock=False)}</dd><dd class="published">'
        f'<span class="icon-calendar"></span> {case.pick("published")} {case.date(clock=False)}</dd><dd class="hits">'
        f'Hits: 1207</dd></dl><div itemprop="articleBody">{case.body()}</div></div>{case.footer()}'
    )
    return case.page(body)


def plone(case: Case) -> str:
    case.authors = case.authors[:1]
    case.updated = case.later
    body = (
        f'<div id="portal-header"><a id="portal-logo">{case.site}</a></div><div id="content"><h1 class='
        f'"documentFirstHeading">{case.title}</h1><div class="documentByLine" id="plone-document-byline"><span class='
        f'"documentAuthor">{case.pick("by")} <a href="/author/x">{case.authors[0]}</a> —</span> <span class='
        f'"documentPublished"><span>{case.pick("published")}</span> {case.date(clock=True)},</span> <span class='
        f'"documentModified"><span>{case.pick("updated")}</span> {case.date(case.later, clock=True)}</span></div>'
        f'<div id="content-core">{case.body()}</div></div>{case.footer()}'
    )
    return case.page(body)


def press_release(case: Case) -> str:
    case.authors = []
    first, *rest = case.paragraphs(5)
    town = case.tongue["roles"][2].split()[-1]
    body = (
        f'<header>{case.site}{case.menu()}</header><main><div class="kicker">{case.day.month * 7}/{case.day.year}</div>'
        f"<h1>{case.title}</h1><p>{town}, {case.date(clock=False)} – {first}</p>{''.join(f'<p>{p}</p>' for p in rest)}"
        f"<h3>{case.tongue['about'][1]}</h3><p>{case.site}<br>Tel. 030 1234-567<br>press@{case.host}</p></main>{case.footer()}"
    )
    return case.page(body)


def authority(case: Case) -> str:
    case.authors = []
    case.updated = case.later
    head = f'<meta name="DC.Title" content="{case.title}"><meta name="DC.Date.Modified" content="{case.later.isoformat()}">'
    body = (
        f'<div class="header">{case.site}</div>{case.menu()}<div id="main"><h1>{case.title}</h1><p class="meta">'
        f'{case.pick("published")} {case.date(clock=False)}</p>{case.body()}<p class="stand">{case.pick("updated")} '
        f"{case.date(case.later, clock=False)}</p></div>{case.footer()}"
    )
    return case.page(body, head=head)


def campus_page(case: Case) -> str:
    case.authors = []
    case.published = case.updated = case.day
    body = (
        f'<div id="head"><a>{case.site}</a></div>{case.menu()}<div id="content"><h1>{case.title}</h1>{case.body()}</div>'
        f'<div id="foot">{case.pick("updated")} {case.date(clock=False)} | <a>{case.tongue["about"][1]}</a> | <a>'
        f"{case.tongue['about'][2]}</a></div>"
    )
    return case.page(body)


def label_list(case: Case) -> str:
    by = (
        next(word for word in case.tongue["by"][::-1] if word[-1:] in ":：")
        if any(word[-1:] in ":：" for word in case.tongue["by"])
        else "Author:"
    )
    when = next((w for w in case.tongue["published"] if w[-1:] in ":："), "Date:")
    body = (
        f'<div class="top">{case.site}</div>{case.menu()}<div class="col"><h1>{case.title}</h1><dl class="facts"><dt>{when}'
        f"</dt><dd>{case.date(clock=False)}</dd><dt>{by}</dt><dd>{case.names()}</dd></dl>{case.body()}</div>{case.footer()}"
    )
    return case.page(body)


def journal(case: Case) -> str:
    head = "".join(f'<meta name="citation_author" content="{name}">' for name in case.authors)
    head += f'<meta name="citation_title" content="{case.title}"><meta name="citation_journal_title" content="{case.site}">'
    head += f'<meta name="citation_publication_date" content="{case.day:%Y/%m/%d}">'
    received = case.date(case.day - timedelta(days=200), clock=False)
    accepted = case.date(case.day - timedelta(days=40), clock=False)
    body = (
        f'<div class="journal">{case.site}</div>{case.menu()}<article><h1>{case.title}</h1><p class="authors">'
        f"{case.names()}</p><p class='history'>Received: {received} / Accepted: {accepted} / {case.pick('published')} "
        f"{case.date(clock=False)}</p><h2>Abstract</h2>{case.body()}</article>{case.footer()}"
    )
    return case.page(body, head=head)


def print_archive(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<table width="760"><tr><td>{case.site}</td></tr><tr><td class="ausgabe">{case.site}, {case.date(clock=False)}, '
        f"S. 5</td></tr><tr><td><h2>{case.title}</h2><b>{case.tongue['text'][3]}</b><br><i>{case.byline()}</i>"
        f"{case.body()}</td></tr></table>{case.footer()}"
    )
    return case.page(body)


TEMPLATES = (
    drupal_7, drupal_6, drupal_9, typo3_tt_news, typo3_news, joomla_15, joomla_3, plone, press_release, authority,
    campus_page, label_list, journal, print_archive,
)  # fmt: skip
