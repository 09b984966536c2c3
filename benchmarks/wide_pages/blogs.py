"""Pages as the engines of blogs, wikis and forums write them."""

from __future__ import annotations

import json
from datetime import timedelta

from benchmarks.wide_pages.case import Case


def _comments(case: Case, kind: str = "comment") -> str:
    """What readers wrote below, days later."""
    parts = []
    for number, name in enumerate(("Robin77", "gast", "Lee")):
        when = case.date(case.day + timedelta(days=2 + number), clock=True)
        parts.append(
            f'<li class="{kind}"><div class="{kind}-author vcard"><cite class="fn">{name}</cite></div>'
            f'<div class="{kind}-meta"><a href="#c{number}">{when}</a></div><p>{case.tongue["text"][number]}</p></li>'
        )
    return f'<div id="{kind}s"><ol class="{kind}list">{"".join(parts)}</ol></div>'


def _recent(case: Case) -> str:
    """The sidebar's list of newer posts with their days."""
    items = "".join(f'<li><a href="#">{t}</a> <span class="post-date">{d}</span></li>' for t, d in case.other_days())
    return f'<div id="secondary" class="widget-area"><ul class="widget_recent_entries">{items}</ul></div>'


def wordpress_2010(case: Case) -> str:
    case.url = f"https://{case.host}/?p={case.number + 40}"
    body = (
        f'<div id="header"><div id="site-title"><a href="/">{case.site}</a></div>{case.menu()}</div><div id="main">'
        f'<div id="post-{case.number}" class="post type-post hentry"><h1 class="entry-title">{case.title}</h1>'
        f'<div class="entry-meta"><span class="meta-prep meta-prep-author">{case.pick("published")}</span> '
        f'<a href="{case.url}" title="{case.hour}:{case.minute}" rel="bookmark"><span class="entry-date">'
        f'{case.date(clock=False)}</span></a> <span class="meta-sep">{case.pick("by")}</span> '
        f'<span class="author vcard"><a class="url fn n" href="/author/x">{case.authors[0]}</a></span></div>'
        f'<div class="entry-content">{case.body()}</div></div>{_comments(case)}</div>{_recent(case)}{case.footer()}'
    )
    case.authors = case.authors[:1]
    return case.page(body)


def wordpress_block_theme(case: Case) -> str:
    case.updated = case.later
    case.authors = case.authors[:1]
    graph = [
        {"@type": "Article", "@id": f"{case.url}#article", "author": {"name": case.authors[0], "@id": "/#p1"},
         "headline": case.title, "datePublished": case.iso(zone="+00:00"), "dateModified": case.iso(case.later),
         "publisher": {"@id": "/#organization"}},
        {"@type": "WebPage", "@id": case.url, "name": case.page_title(), "datePublished": case.iso(zone="+00:00")},
        {"@type": "WebSite", "@id": "/#website", "name": case.site},
        {"@type": "Person", "@id": "/#p1", "name": case.authors[0]},
    ]  # fmt: skip
    head = f'<meta property="og:title" content="{case.title} - {case.site}"><meta property="og:site_name" content="{case.site}">'
    head += f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@graph": graph})}</script>'
    body = (
        f'<header class="wp-block-template-part"><p class="wp-block-site-title">{case.site}</p>{case.menu()}</header>'
        f'<main><h1 class="wp-block-post-title">{case.title}</h1><div class="wp-block-post-author__name">'
        f'{case.authors[0]}</div><div class="wp-block-post-date"><time datetime="{case.iso()}">{case.date()}</time></div>'
        f'<div class="entry-content wp-block-post-content">{case.body()}</div></main>{_comments(case)}{case.footer()}'
    )
    return case.page(body, head=head)


def wordpress_kubrick(case: Case) -> str:
    case.authors = case.authors[:1]
    by = case.authors[0]
    body = (
        f'<div id="page"><div id="header"><h1><a href="/">{case.site}</a></h1><div class="description">'
        f'{case.tongue["about"][0]}</div></div><div id="content" class="widecolumn"><div class="post" id="post-9"><h2>'
        f'<a href="{case.url}" rel="bookmark">{case.title}</a></h2><small>{case.date()} {case.pick("by")} {by}</small>'
        f'<div class="entry">{case.body()}</div></div>{_comments(case)}</div></div>{_recent(case)}{case.footer()}'
    )
    return case.page(body, title=f"{case.site} » Blog Archive » {case.title}")


def wordpress_time_updated(case: Case) -> str:
    case.updated = case.later
    case.authors = case.authors[:1]
    body = (
        f'<header class="site-header"><p class="site-title">{case.site}</p></header>{case.menu()}<article class="post">'
        f'<header class="entry-header"><h1 class="entry-title">{case.title}</h1><div class="entry-meta"><span class='
        f'"posted-on"><span class="screen-reader-text">{case.pick("published")}</span> <a href="{case.url}"><time class='
        f'"entry-date published" datetime="{case.iso()}">{case.date()}</time><time class="updated" datetime='
        f'"{case.iso(case.later)}">{case.date(case.later)}</time></a></span><span class="byline"> {case.pick("by")} '
        f'<span class="author vcard"><a class="url fn n" href="/a">{case.authors[0]}</a></span></span></div></header>'
        f'<div class="entry-content">{case.body()}</div></article>{_comments(case)}{_recent(case)}{case.footer()}'
    )
    return case.page(body)


def wordpress_genesis(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<header class="site-header" itemscope><p class="site-title" itemprop="headline"><a>{case.site}</a></p></header>'
        f'{case.menu()}<article class="post entry" itemscope itemtype="https://schema.org/CreativeWork"><h1 class='
        f'"entry-title" itemprop="headline">{case.title}</h1><p class="entry-meta"><time class="entry-time" itemprop='
        f'"datePublished" datetime="{case.iso()}">{case.date()}</time> {case.pick("by")} <span class="entry-author" '
        f'itemprop="author" itemscope itemtype="https://schema.org/Person"><a class="entry-author-link" rel="author">'
        f'<span class="entry-author-name" itemprop="name">{case.authors[0]}</span></a></span> <span class='
        f'"entry-comments-link"><a>3 Comments</a></span></p><div class="entry-content" itemprop="text">{case.body()}'
        f"</div></article>{_comments(case)}{_recent(case)}{case.footer()}"
    )
    return case.page(body)


def wordpress_calendar_leaf(case: Case) -> str:
    months = case.tongue["short"]
    leaf = (
        f'<div class="post-date"><span class="month">{months[case.day.month - 1]}</span> <span class="day">'
        f'{case.day.day}</span> <span class="year">{case.day.year}</span></div>'
    )
    if case.tongue.code in ("vi", "hu", "ja", "zh", "ko", "th", "fi"):
        leaf = f'<div class="post-date">{case.day.year}/{case.day.month:02d}/{case.day.day:02d}</div>'
    case.authors = case.authors[:1]
    body = (
        f'<div id="header"><h1 id="logo">{case.site}</h1>{case.menu()}</div><div class="post">{leaf}<h2 class="title">'
        f'{case.title}</h2><p class="postmetadata">{case.byline()}</p><div class="entry">{case.body()}</div></div>'
        f"{_comments(case)}{case.footer()}"
    )
    return case.page(body)


def blogger_classic(case: Case) -> str:
    case.authors = case.authors[:1]
    case.url = f"https://{case.host}/{case.day.year}/{case.day.month:02d}/{case.slug()}.html"
    archive = "".join(
        f"<li><a href='/{y}/'>{y}</a> (12)</li>" for y in range(case.day.year + 2, case.day.year - 3, -1)
    )
    body = (
        f"<div class='header section'><h1 class='title'>{case.site}</h1></div><div class='blog-posts hfeed'><div class="
        f"'date-outer'><h2 class='date-header'><span>{case.date(clock=False)}</span></h2><div class='post hentry'>"
        f"<h3 class='post-title entry-title' itemprop='name'>{case.title}</h3><div class='post-body entry-content'>"
        f"{case.body()}</div><div class='post-footer'><span class='post-author vcard'>{case.pick('by')} <span class='fn' "
        f"itemprop='author' itemscope itemtype='http://schema.org/Person'><span itemprop='name'>{case.authors[0]}</span>"
        f"</span></span> <span class='post-timestamp'>@ <a class='timestamp-link' href='{case.url}' rel='bookmark'>"
        f"<abbr class='published' itemprop='datePublished' title='{case.iso()}'>{case.hour}:{case.minute}</abbr></a>"
        f"</span></div></div></div></div>{_comments(case)}<div id='BlogArchive1' class='widget'><ul>{archive}</ul></div>"
        f"{case.footer()}"
    )
    return case.page(body, title=f"{case.site}: {case.title}")


def blogger_dynamic(case: Case) -> str:
    case.authors = case.authors[:1]
    case.url = f"https://{case.host}/{case.day.year}/{case.day.month:02d}/{case.slug()}.html"
    body = (
        f"<div class='header-widget'><a href='/'>{case.site}</a></div><div class='post'><h3 class='post-title'>"
        f"{case.title}</h3><div class='post-header'><span class='byline post-author'>{case.pick('by')} {case.authors[0]}"
        f"</span> - <span class='byline post-timestamp'><a class='timestamp-link'>{case.date(clock=False)}</a></span></div>"
        f"<div class='post-body'>{case.body()}</div></div>{_comments(case)}{case.footer()}"
    )
    return case.page(body)


def ghost(case: Case) -> str:
    case.updated = case.later
    case.authors = case.authors[:1]
    head = (
        f'<meta property="og:title" content="{case.title}"><meta property="og:site_name" content="{case.site}">'
        f'<meta property="article:published_time" content="{case.iso(zone="Z")}"><meta property="article:modified_time" '
        f'content="{case.iso(case.later, "Z")}"><meta name="twitter:label1" content="Written by">'
        f'<meta name="twitter:data1" content="{case.authors[0]}"><meta name="generator" content="Ghost 4.2">'
    )
    cards = "".join(
        f'<article class="post-card"><h2 class="post-card-title">{title}</h2><time class="post-card-date" datetime='
        f'"{(case.day + timedelta(days=99)).isoformat()}">{when}</time></article>'
        for title, when in case.other_days()
    )
    body = (
        f'<header class="gh-head"><a class="gh-head-logo">{case.site}</a></header><main><article class="article"><header>'
        f'<h1 class="article-title">{case.title}</h1><div class="author-name"><a>{case.authors[0]}</a></div><time class='
        f'"byline-meta-date" datetime="{case.day.isoformat()}">{case.date(clock=False)}</time></header><section class='
        f'"gh-content">{case.body()}</section></article></main><aside class="read-more">{cards}</aside>{case.footer()}'
    )
    return case.page(body, head=head, title=case.title)


def medium_like(case: Case) -> str:
    case.authors = case.authors[:1]
    head = (
        f'<meta property="og:title" content="{case.title}"><meta name="author" content="{case.authors[0]}">'
        f'<meta property="article:published_time" content="{case.iso(zone="Z")}"><meta property="og:site_name" content="{case.site}">'
    )
    body = (
        f'<div><a href="/">{case.site}</a></div><article><section><h1 class="pw-post-title">{case.title}</h1>'
        f'<div><a rel="noopener follow" data-testid="authorName">{case.authors[0]}</a> · <span>5 min read</span> · '
        f"<span data-testid='storyPublishDate'>{case.tongue['ago'][0]}</span></div>{case.body(6)}</section></article>"
        f"<div><h2>{case.tongue['other'][0]}</h2><p>{case.other_days()[0][1]}</p></div>"
    )
    return case.page(body, head=head, title=f"{case.title} | by {case.authors[0]} | {case.site}")


def jekyll(case: Case) -> str:
    case.authors = case.authors[:1]
    case.url = f"https://{case.host}/blog/{case.day.isoformat()}-{case.slug()}/"
    body = (
        f'<header class="site-header"><a class="site-title" href="/">{case.site}</a></header><article class="post h-entry"'
        f' itemscope itemtype="http://schema.org/BlogPosting"><header><h1 class="post-title p-name" itemprop='
        f'"name headline">{case.title}</h1><p class="post-meta"><time class="dt-published" datetime="{case.iso()}" '
        f'itemprop="datePublished">{case.date(clock=False)}</time> • <span itemprop="author" itemscope><span class='
        f'"p-author h-card" itemprop="name">{case.authors[0]}</span></span></p></header><div class="post-content">'
        f"{case.body()}</div></article>{case.footer()}"
    )
    return case.page(body)


def movable_type(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<div id="header-name"><a>{case.site}</a></div><div id="entry-1" class="entry-asset asset hentry"><h1 id='
        f'"page-title" class="asset-name entry-title">{case.title}</h1><div class="asset-meta"><span class="byline">'
        f'{case.pick("by")} <address class="vcard author"><a class="fn url">{case.authors[0]}</a></address> <abbr class='
        f'"published" title="{case.iso()}">{case.date()}</abbr></span> | <a href="#comments">Comments (3)</a></div>'
        f'<div class="asset-content entry-content">{case.body()}</div></div>{_comments(case)}{_recent(case)}'
    )
    return case.page(body)


def serendipity(case: Case) -> str:
    case.authors = case.authors[:1]
    body = (
        f'<h1><a class="homelink1">{case.site}</a></h1>{case.menu()}<h3 class="serendipity_date">{case.date(clock=False)}'
        f'</h3><h4 class="serendipity_title"><a>{case.title}</a></h4><div class="serendipity_entry_body">{case.body()}'
        f'</div><div class="serendipity_entryFooter">{case.pick("by")} <a href="/authors/1">{case.authors[0]}</a> | '
        f"<a>Comments (3)</a></div>{_comments(case)}{case.footer()}"
    )
    return case.page(body)


def tumblr_like(case: Case) -> str:
    case.authors = []
    body = (
        f'<header><h1 class="blog-title">{case.site}</h1></header><div class="post text"><h2 class="post-title">'
        f'{case.title}</h2><div class="caption">{case.body()}</div><div class="permalink"><a class="post-date">'
        f'{case.date(clock=False)}</a> <span class="notes">14 notes</span></div></div>{case.footer()}'
    )
    return case.page(body)


def mediawiki(case: Case) -> str:
    case.authors, case.published, case.updated = [], case.day, case.day
    stamp = case.tongue["lastmod"][0].format(date=case.date(clock=False), h=f"{case.hour:02d}", mi=case.minute)
    body = (
        f'<div id="content" class="mw-body"><h1 id="firstHeading" class="firstHeading">{case.title}</h1><div id='
        f'"mw-content-text"><div class="mw-parser-output">{case.body(8)}</div></div></div><div id="mw-navigation">'
        f'{case.menu()}</div><div id="footer"><ul id="footer-info"><li id="footer-info-lastmod"> {case.local(stamp)}</li></ul></div>'
    )
    return case.page(
        body, title=f"{case.title} – {case.site}", head='<meta name="generator" content="MediaWiki 1.35">'
    )


def phpbb(case: Case) -> str:
    case.authors = ["user0"]
    posts = "".join(
        f'<div id="p{n}" class="post bg{n % 2}"><div class="postbody"><h3><a>Re: {case.title}</a></h3><p class="author">'
        f'{case.pick("by").lower()} <strong><a class="username">user{n}</a></strong> » {when}</p><div class="content">'
        f"{text}</div></div></div>"
        for n, (when, text) in enumerate(
            (case.date(case.day + timedelta(days=3 * n), clock=True), text)
            for n, text in enumerate(case.paragraphs(4))
        )
    )
    body = (
        f'<div id="page-header"><h1>{case.site}</h1>{case.menu()}</div><h2 class="topic-title"><a>{case.title}</a></h2>'
        f'<div id="page-body">{posts}</div>{case.footer()}'
    )
    return case.page(body, title=f"{case.title} - {case.site}")


TEMPLATES = (
    wordpress_2010, wordpress_block_theme, wordpress_kubrick, wordpress_time_updated, wordpress_genesis,
    wordpress_calendar_leaf, blogger_classic, blogger_dynamic, ghost, medium_like, jekyll, movable_type, serendipity,
    tumblr_like, mediawiki, phpbb,
)  # fmt: skip
