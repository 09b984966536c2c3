"""The Chinese news sites: one in UTF-8, and an old portal in GBK."""

from __future__ import annotations

import re
from datetime import datetime

from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, e, paragraphs
from motherlode.interfaces.demo.words import framed


class Xicheng(Template):
    """汐城新闻网: a Chinese site in UTF-8 with 来源, 责任编辑 and absolute links."""

    brand = Brand(
        "xicheng", "汐城新闻网", "zh", "utf-8", 8,
        {"world": "时政", "business": "财经", "science": "科教", "culture": "文化", "sport": "体育", "local": "本地"},
        20, 0.85, feed="/rss.xml",
    )  # fmt: skip
    articles = re.compile(r"/20\d\d/\d{4}/c(\d+)\.html$")
    lists = re.compile(r"/(\w+)/(?:index(?:_(\d+))?\.html)?$")
    address = "/{day:%Y/%m%d}/c{number}.html"
    section_addresses = ("/{section}/", "/{section}/index_{page}.html")

    def shown(self, moment: datetime) -> str:
        """To the second, without zone."""
        return self.brand.local(moment).replace(tzinfo=None).isoformat()

    def article(self, view: ArticleView) -> str:
        source = e(view.source)
        if view.source_href:
            source = f'<a href="{view.source_href}">{source}</a>'
        writer = f"　作者：{e(' '.join(view.authors))}" if view.authors else ""
        more = "".join(
            f'<div class="item">· <a href="{item.href}">{e(item.title)}</a></div>' for item in view.related
        )
        said = "".join(f'<div class="item"><b>{e(who)}</b>：{e(what)}</div>' for who, what in view.comments)
        body = f"""<div class="path">当前位置：<a href="/">首页</a> &gt; <a href="/{view.section}/">{self.brand.sections[view.section]}</a></div>
<h1 class="title">{e(view.title)}</h1>
<div class="info">{view.moment:%Y-%m-%d %H:%M:%S}　来源：{source}{writer}　<a href="/share">分享</a> <a href="/print">打印</a></div>
<div class="text">{paragraphs(view.paragraphs)}</div>
<div class="editor">（责任编辑：{"陈静" if view.number % 2 else "周涛"}）</div>
<div class="more"><b>相关新闻</b>{more}</div><div class="talk"><b>网友评论</b>{said}</div>"""
        return self._page(f"{view.title}--{self.brand.name}", body, view.latest)

    def listing(self, view: ListView) -> str:
        items = "".join(self._item(entry) for entry in view.entries)
        before = f'<a href="{view.href(view.page - 1)}">上一页</a>' if view.page > 1 else ""
        after = f'<a href="{view.href(view.page + 1)}">下一页</a>' if view.page < view.pages else ""
        name = self.brand.sections[view.section]
        body = f"<h1>{name}</h1>{items}<div>{before} 第{view.page}页/共{view.pages}页 {after}</div>"
        return self._page(f"{name}--{self.brand.name}", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        blocks = "".join(
            f'<h3><a href="/{name}/">{self.brand.sections[name]}</a></h3>{"".join(self._item(entry) for entry in entries[:6])}'
            for name, entries in sections.items()
        )
        return self._page(self.brand.name, blocks, latest)

    def _item(self, entry: Entry) -> str:
        return (
            f'<div class="item"><a href="{entry.href}">{e(entry.title)}</a>'
            f"<span>{self.brand.local(entry.moment):%m-%d %H:%M}</span></div>"
        )

    def _page(self, title: str, body: str, latest: list[Entry]) -> str:
        menu = "".join(f'<a href="/{name}/">{label}</a>' for name, label in self.brand.sections.items())
        side = "".join(f'<div class="item"><a href="{entry.href}">{e(entry.title)}</a></div>' for entry in latest[:8])
        return framed("xicheng", title=e(title), brand=self.brand.name, menu=menu, body=body, side=side)


class Lanjiang(Template):
    """岚江在线: an old Chinese portal of tables, served in GBK, with relative links."""

    brand = Brand(
        "lanjiang", "岚江在线", "zh", "gbk", 8,
        {"world": "国际国内", "business": "经济", "science": "科技", "culture": "文化", "sport": "体育", "local": "社会"},
        30, 0.5, slow_robots=True,
    )  # fmt: skip
    articles = re.compile(r"/shtml/\d{8}/(\d+)\.shtml$")
    lists = re.compile(r"/list/([a-z]+)(?:_(\d+))?\.html$")
    address = "/shtml/{day:%Y%m%d}/{number}.shtml"
    section_addresses = ("/list/{section}.html", "/list/{section}_{page}.html")

    def shown(self, moment: datetime) -> str:
        """To the minute, without zone."""
        return self.brand.local(moment).replace(tzinfo=None).isoformat()

    def article(self, view: ArticleView) -> str:
        text = "<br><br>\n".join(f"　　{e(paragraph)}" for paragraph in view.paragraphs)
        more = "".join(f'<tr><td>·<a href="../..{item.href}">{e(item.title)}</a></td></tr>' for item in view.related)
        source = e(view.source)
        if view.source_href:
            source = f'<a href="{view.source_href}">{source}</a>'
        writer = f"（{'、'.join(e(name) for name in view.authors)}）" if view.authors else ""
        body = f"""<table width="100%"><tr><td align="center"><font size="5"><b>{e(view.title)}</b></font></td></tr>
<tr><td align="center" class="small">{view.moment:%Y}年{view.moment:%m}月{view.moment:%d}日{view.moment:%H:%M}　{source}</td></tr>
<tr><td class="zw"><div id="zoom">{text}{writer}</div></td></tr>
<tr><td align="right" class="small">【<a href="#">大</a> <a href="#">中</a> <a href="#">小</a>】【<a href="/print/">打印</a>】【关闭】</td></tr></table>
<table width="100%" bgcolor="#f0f4fa"><tr><td><b>相关链接</b></td></tr>{more}</table>"""
        return self._page(f"{view.title}_{self.brand.name}", body, view.latest)

    def listing(self, view: ListView) -> str:
        rows = "".join(self._row(entry) for entry in view.entries)
        links = " ".join(
            f'<a href="{view.href(page)}">[{page}]</a>' if page != view.page else f"[{page}]"
            for page in range(max(1, view.page - 5), min(view.pages, view.page + 5) + 1)
        )
        name = self.brand.sections[view.section]
        return self._page(
            f"{name}_{self.brand.name}",
            f'<b>{name}</b><table width="100%">{rows}</table>共{view.total}条 {links}',
            view.latest,
        )

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        cells = [
            f'<td valign="top" width="50%"><b><a href="/list/{name}.html">{self.brand.sections[name]}</a></b>'
            f"<table>{''.join(self._row(entry) for entry in entries[:8])}</table></td>"
            for name, entries in sections.items()
        ]
        rows = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        return self._page(self.brand.name, f'<table width="100%" cellpadding="6">{rows}</table>', latest)

    def _row(self, entry: Entry) -> str:
        return f'<tr><td>·<a href="{entry.href}">{e(entry.title)}</a> <span class="small">({self.brand.local(entry.moment):%m/%d})</span></td></tr>'

    def _page(self, title: str, body: str, latest: list[Entry]) -> str:
        menu = " | ".join(f'<a href="/list/{name}.html">{label}</a>' for name, label in self.brand.sections.items())
        side = "".join(
            f'<tr><td class="small">·<a href="{entry.href}">{e(entry.title)}</a></td></tr>' for entry in latest[:10]
        )
        menu = menu.replace("<a ", '<a style="color:#fff" ')
        return framed("lanjiang", title=e(title), brand=self.brand.name, menu=menu, body=body, side=side)
