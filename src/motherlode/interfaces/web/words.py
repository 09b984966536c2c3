"""The page in English and Chinese: the English sentence is the key."""

from __future__ import annotations

from nicegui import ui

COOKIE = "motherlode_language"

CHINESE = {
    "Projects": "项目", "Sources": "来源", "Topic": "主题", "Parameters": "参数", "Run": "运行", "Results": "结果",
    "Records": "记录", "Hidden databases": "隐藏数据库", "Network": "信息网络", "Analysis": "分析",
    "New project": "新建项目", "Name": "名称", "Create": "创建", "Open": "打开", "Delete": "删除", "Cancel": "取消",
    "Save": "保存", "Start": "开始", "Pause": "暂停", "Resume": "继续", "Stop": "停止", "Export": "导出",
    "Articles": "文章", "Pages": "网页", "Dropped pages": "被舍弃的网页", "Keywords": "关键词", "Weight": "权重",
    "Word": "词", "Origin": "来历", "Why": "原因", "Add": "添加", "Remove": "移除", "Preview": "预览", "Import": "导入",
    "Sites to search (NewsSet)": "搜索站点 (NewsSet)", "Example articles (UrlSet)": "示例文章 (UrlSet)",
    "From text": "来自文本", "From Excel": "来自 Excel", "From a database": "来自数据库", "By hand": "手工输入",
    "One address a line": "每行一个网址", "Database URL": "数据库地址", "Query": "查询", "Column": "列",
    "addresses": "个网址", "refused": "被拒绝", "Saved": "已保存", "Nothing here yet": "这里还没有内容",
    "Make a project to begin.": "请先创建一个项目。", "Dark": "深色", "Language": "语言",
    "Title": "标题", "Published": "发布时间", "Source": "来源", "Relativity": "相关度", "Language of the text": "语言",
    "Text": "正文", "Evidence": "证据", "Why kept": "保留原因", "Reason": "原因", "Code": "代码", "Address": "网址",
    "Status": "状态", "Search": "搜索", "Close": "关闭", "Kind": "种类", "State": "状态", "Started": "开始时间",
    "Throughput": "吞吐量", "Harvest rate": "收获率", "Threshold": "阈值", "Log": "日志", "Queue by host": "各主机队列",
    "Learn keywords from the examples": "从示例学习关键词", "Find records": "查找记录",
    "Address of a result page": "结果页网址", "Upload pages": "上传网页", "Wrapper": "包装器", "Mapping": "映射",
    "Schema": "模式", "Description": "描述", "Draft from a form": "由表单生成草稿", "Probe": "探测",
    "Certificate": "证书", "Covered ranges": "覆盖范围", "Ask": "提问", "Graph": "图", "Table": "表",
    "Trust": "可信度", "Currency": "时效性", "Hot topics": "热点", "Evolution": "演化", "Stories": "事件",
    "Analyse": "分析", "Score": "得分", "Presets": "预设", "Defaults": "默认值", "Help": "帮助",
    "Every change is checked; a wrong value is named and nothing is saved.": "每次更改都会检查；错误的值会被指出，不会保存。",
    "Paste addresses, or import them below.": "粘贴网址，或在下方导入。",
    "Give keywords with weights, or learn them from the examples.": "给出带权重的关键词，或从示例中学习。",
    "Start a crawl: it goes on when you close this page.": "开始抓取：关闭本页后仍会继续。",
    "Run a crawl first, then the articles stand here.": "先运行一次抓取，文章就会出现在这里。",
    "Paste an address of a result page, or upload saved pages.": "粘贴结果页网址，或上传已保存的网页。",
    "Describe a site, or draft the description from its search form.": "描述站点，或由其搜索表单生成草稿。",
    "Run a university crawl or statements, then the network stands here.": "运行大学抓取或语句后，网络会出现在这里。",
    "Nothing is hot: no story grows faster than its own history.": "没有热点：没有事件的增长快于其自身历史。",
    "No list of records was found on this page.": "此页未找到记录列表。",
    "Run an analysis over the project's articles.": "对项目文章运行分析。",
}  # fmt: skip


def language() -> str:
    """The reader's language: 'en' or 'zh'."""
    request = ui.context.client.request
    return "zh" if request is not None and request.cookies.get(COOKIE) == "zh" else "en"


def t(text: str) -> str:
    """A sentence in the reader's language."""
    return CHINESE.get(text, text) if language() == "zh" else text
