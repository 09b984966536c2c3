"""A shop whose list is built by a script from data in the page: without a browser there is nothing to see."""

from __future__ import annotations

import json

from motherlode.interfaces.demo.catalogue.layouts.common import Result, count, frame, pager

_SCRIPT = """
const app = document.getElementById("app");
const list = document.createElement("div");
list.className = "list";
for (const item of JSON.parse(document.getElementById("state").textContent).items) {
  const box = document.createElement("div");
  box.className = "gadget";
  const add = (tag, name, text) => {
    if (text === undefined) return;
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    box.appendChild(part);
    return part;
  };
  const picture = document.createElement("img");
  picture.src = "/img/" + item.id + ".svg";
  box.appendChild(picture);
  add("span", "maker", item.brand);
  const link = add("a", "title", item.name);
  link.href = item.url;
  add("span", "mark", item.rating);
  add("b", "sum", item.price);
  list.appendChild(box);
}
app.appendChild(list);
"""


def scripted(result: Result) -> str:
    """The page as it is served, before its script ran."""
    items = [{"id": r.entity, "url": r.url, **r.values} for r in result.shown.records]
    state = json.dumps({"items": items, "total": result.shown.total}, ensure_ascii=False).replace("<", "\\u003c")
    css = ".list{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.gadget{background:#fff;padding:14px;border-radius:12px;display:flex;flex-direction:column;gap:5px}.gadget img{width:100%}.maker{color:#888;font-size:13px}.title{font-weight:700}.sum{font-size:18px}"
    body = f"""<p class="count">{count(result)}</p><div id="app"><noscript>Please switch on JavaScript.</noscript></div>
<script type="application/json" id="state">{state}</script><script>{_SCRIPT}</script>{pager(result)}"""
    return frame(result.source, "Gadgets", body, css=css, query=result.query)
