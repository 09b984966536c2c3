"""岚江在线: an old Chinese portal of tables, served in GBK, with relative links."""

from __future__ import annotations

import re
from datetime import datetime

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, e

BRAND = Brand(
    "lanjiang", "岚江在线", "zh", "gbk", 8,
    {"world": "国际国内", "business": "经济", "science": "科技", "culture": "文化", "sport": "体育", "local": "社会"},
    30, 0.5, slow_robots=True,
)  # fmt: skip


class Lanjiang(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/shtml/\d{8}/(\d+)\.shtml$")
    lists = re.compile(r"/list/([a-z]+)(?:_(\d+))?\.html$")

    def path(self, plan: Plan, title: str) -> str:
        """/shtml/20250303/17.shtml"""
        return f"/shtml/{BRAND.local(plan.moment):%Y%m%d}/{plan.number}.shtml"

    def section_path(self, section: str, page: int) -> str:
        """/list/world_2.html"""
        return f"/list/{section}" + (f"_{page}" if page > 1 else "") + ".html"

    def shown(self, moment: datetime) -> str:
        """To the minute, without zone."""
        return BRAND.local(moment).replace(tzinfo=None).isoformat()

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
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
        return _page(f"{view.title}_{BRAND.name}", body, view.latest)

    def listing(self, view: ListView) -> str:
        """A page of a section."""
        rows = "".join(_row(entry) for entry in view.entries)
        links = " ".join(
            f'<a href="{view.href(page)}">[{page}]</a>' if page != view.page else f"[{page}]"
            for page in range(max(1, view.page - 5), min(view.pages, view.page + 5) + 1)
        )
        name = BRAND.sections[view.section]
        return _page(
            f"{name}_{BRAND.name}",
            f'<b>{name}</b><table width="100%">{rows}</table>共{view.total}条 {links}',
            view.latest,
        )

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        cells = [
            f'<td valign="top" width="50%"><b><a href="/list/{name}.html">{BRAND.sections[name]}</a></b>'
            f"<table>{''.join(_row(entry) for entry in entries[:8])}</table></td>"
            for name, entries in sections.items()
        ]
        rows = "".join(f"<tr>{''.join(cells[at : at + 2])}</tr>" for at in range(0, len(cells), 2))
        return _page(BRAND.name, f'<table width="100%" cellpadding="6">{rows}</table>', latest)


def _row(entry: Entry) -> str:
    return f'<tr><td>·<a href="{entry.href}">{e(entry.title)}</a> <span class="small">({BRAND.local(entry.moment):%m/%d})</span></td></tr>'


def _page(title: str, body: str, latest: list[Entry]) -> str:
    menu = " | ".join(f'<a href="/list/{name}.html">{label}</a>' for name, label in BRAND.sections.items())
    side = "".join(
        f'<tr><td class="small">·<a href="{entry.href}">{e(entry.title)}</a></td></tr>' for entry in latest[:10]
    )
    return f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"><title>{e(title)}</title>
<style>td,body{{font:14px/22px SimSun,"Noto Serif CJK SC",serif}}a{{color:#00349a}}.small{{font-size:12px;color:#666}}.zw{{font-size:16px;line-height:28px;padding:10px}}</style></head>
<body bgcolor="#ffffff" topmargin="0"><table width="960" align="center" cellspacing="0" cellpadding="4">
<tr><td colspan="2" bgcolor="#dce8f7"><font size="6" color="#00349a" style="line-height:52px"><b><a href="/">{BRAND.name}</a></b></font></td></tr>
<tr><td colspan="2" bgcolor="#00349a"><font color="#ffffff">{menu.replace("<a ", '<a style="color:#fff" ')}</font></td></tr>
<tr><td valign="top">{body}</td><td width="240" valign="top" bgcolor="#f7f7f7"><table><tr><td><b>最新消息</b></td></tr>{side}
<tr><td bgcolor="#ffffcc">广告：南汀家具城十周年店庆</td></tr></table></td></tr>
<tr><td colspan="2" align="center" class="small">岚江在线版权所有　<a href="/private/gl.html">管理</a>　<a href="/about.html">网站简介</a></td></tr></table></body></html>"""
