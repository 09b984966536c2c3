"""汐城新闻网: a Chinese site in UTF-8 with 来源, 责任编辑 and absolute links."""

from __future__ import annotations

import re
from datetime import datetime

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, e, paragraphs

BRAND = Brand(
    "xicheng", "汐城新闻网", "zh", "utf-8", 8,
    {"world": "时政", "business": "财经", "science": "科教", "culture": "文化", "sport": "体育", "local": "本地"},
    20, 0.85, feed="/rss.xml",
)  # fmt: skip
_CSS = """body{margin:0;font:16px/1.8 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#222;background:#f5f6f7}a{color:#222;text-decoration:none}
.top{background:#b30000;color:#fff;padding:16px 40px;font-size:28px;font-weight:700}.top a{color:#fff}.nav{background:#8c0000;padding:8px 40px}
.nav a{color:#fff;margin-right:24px}.main{width:1080px;margin:20px auto;display:flex;gap:24px}.left{flex:1;background:#fff;padding:30px;min-width:0}
.right{width:280px;background:#fff;padding:16px;font-size:14px}.title{font-size:30px;text-align:center;line-height:1.4}.info{text-align:center;color:#888;font-size:14px;
border-bottom:1px solid #eee;padding-bottom:12px}.text p{text-indent:2em;margin:14px 0}.editor{text-align:right;color:#888}.item{border-bottom:1px dashed #ddd;padding:10px 0}
.item span{float:right;color:#999;font-size:13px}.foot{text-align:center;color:#888;font-size:13px;padding:24px}"""


class Xicheng(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/20\d\d/\d{4}/c(\d+)\.html$")
    lists = re.compile(r"/(\w+)/(?:index(?:_(\d+))?\.html)?$")

    def path(self, plan: Plan, title: str) -> str:
        """/2025/0303/c17.html"""
        return f"/{BRAND.local(plan.moment):%Y/%m%d}/c{plan.number}.html"

    def section_path(self, section: str, page: int) -> str:
        """/world/index_2.html"""
        return f"/{section}/" + (f"index_{page}.html" if page > 1 else "")

    def shown(self, moment: datetime) -> str:
        """To the second, without zone."""
        return BRAND.local(moment).replace(tzinfo=None).isoformat()

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
        source = e(view.source)
        if view.source_href:
            source = f'<a href="{view.source_href}">{source}</a>'
        writer = f"　作者：{e(' '.join(view.authors))}" if view.authors else ""
        more = "".join(
            f'<div class="item">· <a href="{item.href}">{e(item.title)}</a></div>' for item in view.related
        )
        said = "".join(f'<div class="item"><b>{e(who)}</b>：{e(what)}</div>' for who, what in view.comments)
        body = f"""<div class="path">当前位置：<a href="/">首页</a> &gt; <a href="/{view.section}/">{BRAND.sections[view.section]}</a></div>
<h1 class="title">{e(view.title)}</h1>
<div class="info">{view.moment:%Y-%m-%d %H:%M:%S}　来源：{source}{writer}　<a href="/share">分享</a> <a href="/print">打印</a></div>
<div class="text">{paragraphs(view.paragraphs)}</div>
<div class="editor">（责任编辑：{"陈静" if view.number % 2 else "周涛"}）</div>
<div class="more"><b>相关新闻</b>{more}</div><div class="talk"><b>网友评论</b>{said}</div>"""
        return _page(f"{view.title}--{BRAND.name}", body, view.latest)

    def listing(self, view: ListView) -> str:
        """A page of a section."""
        items = "".join(_item(entry) for entry in view.entries)
        before = f'<a href="{view.href(view.page - 1)}">上一页</a>' if view.page > 1 else ""
        after = f'<a href="{view.href(view.page + 1)}">下一页</a>' if view.page < view.pages else ""
        name = BRAND.sections[view.section]
        body = f"<h1>{name}</h1>{items}<div>{before} 第{view.page}页/共{view.pages}页 {after}</div>"
        return _page(f"{name}--{BRAND.name}", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        blocks = "".join(
            f'<h3><a href="/{name}/">{BRAND.sections[name]}</a></h3>{"".join(_item(entry) for entry in entries[:6])}'
            for name, entries in sections.items()
        )
        return _page(BRAND.name, blocks, latest)


def _item(entry: Entry) -> str:
    return (
        f'<div class="item"><a href="{entry.href}">{e(entry.title)}</a>'
        f"<span>{BRAND.local(entry.moment):%m-%d %H:%M}</span></div>"
    )


def _page(title: str, body: str, latest: list[Entry]) -> str:
    menu = "".join(f'<a href="/{name}/">{label}</a>' for name, label in BRAND.sections.items())
    side = "".join(f'<div class="item"><a href="{entry.href}">{e(entry.title)}</a></div>' for entry in latest[:8])
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{e(title)}</title><style>{_CSS}</style></head><body>
<div class="top"><a href="/">{BRAND.name}</a></div><div class="nav"><a href="/">首页</a>{menu}<a href="/video/">视频</a></div>
<div class="main"><div class="left">{body}</div><div class="right"><b>热点排行</b>{side}
<div class="ad">广告：澄湾温泉酒店，周末特惠</div></div></div>
<div class="foot">关于我们 | 广告服务 | <a href="/private/login.html">内部登录</a> | 版权声明<br>{BRAND.name} 版权所有 未经授权禁止转载</div></body></html>"""
