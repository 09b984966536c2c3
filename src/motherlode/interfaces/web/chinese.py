"""The page's sentences in Chinese, by their English form."""

# ruff: noqa: E501 - sentences stand whole
from __future__ import annotations

CHINESE = {
    # the frame
    "Projects": "项目", "Sources": "来源", "Topic": "主题", "Parameters": "参数", "Run": "运行", "Results": "结果",
    "Records": "记录", "Hidden databases": "隐藏数据库", "Network": "信息网络", "Analysis": "分析",
    "There is no such page.": "没有这个页面。", "Light or dark": "浅色或深色", "Menu": "菜单", "yes": "是", "no": "否",
    "Close": "关闭", "Saved": "已保存", "Skip to the content": "跳到正文", "Next": "下一步", "Rows a page": "每页行数",
    "Nothing here yet": "这里还没有内容", "Save": "保存", "Search": "搜索", "Export": "导出", "Cancel": "取消",
    "Name": "名称", "Open": "打开", "Delete": "删除", "Create": "创建", "… and {n} more": "……还有 {n} 个",
    "+ {n} lines that are not drawn": "另有 {n} 行未显示",
    # stories
    "Stories": "事件", "What happened, story by story: who wrote about it, when, and how far it can be trusted.": "逐个事件：谁在何时报道，可信程度如何。",
    "No stories yet. Crawl first, then press the button above.": "还没有事件。请先抓取，再按上方按钮。", "others": "其他",
    "Articles a day by source": "各来源每日文章数", "{n} sources": "{n} 个来源", "All stories": "全部事件",
    "Articles in their order": "按时间排列的文章", "What contradicts what": "相互矛盾之处", "First": "最早", "Last": "最新",
    "Copies": "转载", "Why here": "归入原因", "What others say": "其他报道的说法",
    # watching
    "Watch": "监测", "Keeps the project fresh: new articles, edits, corrections, vanished pages, changed lists.": "保持项目最新：新文章、修改、更正、消失的网页、变化的列表。",
    "Nothing was watched yet. Press the button above; what to tell stands in [watch] of the parameters.": "尚未监测。请按上方按钮；通知规则在参数的 [watch] 中设置。",
    "Start watching": "开始监测", "Stop watching": "停止监测", "Atom feed": "Atom 订阅", "Articles watched": "监测的文章",
    "Lists watched": "监测的列表", "Mean age in hours": "平均时效（小时）", "Share expected stale": "预计过期比例", "Changes": "变化",
    "Notifications": "通知", "Not delivered yet": "尚未送达", "found": "发现", "Visits and what they found": "访问及其发现",
    "Bars: visits a day. Line: new and changed items found.": "柱：每日访问数。线：发现的新增和变化条目。",
    "The next visits": "接下来的访问", "Where most new or changed items are expected to wait.": "预计新增或变化条目最多的地方。",
    "What changed": "变化内容", "all kinds": "所有类型", "No changes of this kind.": "没有此类变化。", "The last visits": "最近的访问",
    "Before": "之前", "After": "之后", "Expected": "预计", "Outcome": "结果", "Found": "发现数", "Seen": "发现时间", "At": "时间",
    "new": "新增", "edited": "已修改", "corrected": "已更正", "silent-edit": "悄然修改", "moved": "已移动", "vanished": "已消失",
    "added": "已添加", "removed": "已移除", "changed": "已变化", "joined": "加入", "left": "离开", "feed": "订阅源",
    "sitemap": "站点地图", "hub": "列表页", "link": "新地址", "article": "文章",
    # the box to begin with
    "What do you want to know?": "您想了解什么？", "Try": "试一试", "Untitled": "无标题", "Command": "命令",
    "A topic in words with the sites to look at, an address, or the HTML of a page.": "用词语描述主题并附上要查看的网站，或输入一个网址，或粘贴网页的 HTML。",
    "flood dam evacuation  https://news.example/": "洪水 水坝 疏散  https://news.example/",
    "Write a topic in words, an address, or paste a page.": "请输入主题词、网址，或粘贴网页。",
    "This is a topic. Add addresses of sites to look at: no search engine stands behind this box.": "这是一个主题。请加上要查看的网站地址：此框背后没有搜索引擎。",
    "This server shows one project; serve a folder of projects to begin new ones here.": "此服务器只显示一个项目；要在此新建项目，请对项目文件夹启动服务。",
    "Taken for {what}.": "识别为：{what}。", "an article": "文章", "a list of records": "记录列表", "a list of people": "人员名单",
    "a page without an article or a list": "没有文章或列表的网页", "The same without this page": "不用本页面的等效方法",
    "This page has a form; Hidden databases can read what is behind it.": "此页面有表单；“隐藏数据库”可以读取其背后的内容。",
    # projects
    "A project holds a topic, its sources and everything that was found.": "一个项目包含一个主题、它的来源和找到的全部内容。",
    "No project yet. Give one a name above; it begins with its sources.": "还没有项目。在上方输入名称创建，然后从来源开始。",
    "New project": "新建项目", "floods in spring": "春季洪水", "{n} articles": "{n} 篇文章", "{n} pages": "{n} 个网页",
    "last run": "最近运行", "Delete {name}?": "删除 {name}？",
    "Its runs are stopped and all its files are removed. This cannot be undone.": "其运行将停止，所有文件将被删除，且无法恢复。",
    # sources
    "Where to look, and what it should look like. Paste addresses or import them.":
        "到哪里找，以及要找的是什么样子。粘贴网址或导入。",
    "Sites to search (NewsSet)": "搜索站点 (NewsSet)", "The crawl begins here.": "抓取从这里开始。",
    "Example articles (UrlSet)": "示例文章 (UrlSet)", "Keywords are learned from these pages.": "从这些网页学习关键词。",
    "One address a line": "每行一个网址", "Asking the database …": "正在查询数据库……", "From text": "来自文本",
    "From Excel": "来自 Excel", "From a database": "来自数据库", "{n} addresses, {m} refused": "{n} 个网址，{m} 行被拒绝",
    "The file is larger than {n} MB or of another kind.": "文件大于 {n} MB，或类型不符。", "Database URL": "数据库地址",
    "The first column that holds addresses is taken; nothing is written there.": "取第一个含网址的列；不会写入数据库。",
    "not saved yet": "尚未保存", "Check": "检查", "Import": "导入", "{n} addresses saved": "已保存 {n} 个网址", "Query": "查询",
    # topic
    "Give keywords with weights, or learn them from the examples.": "给出带权重的关键词，或从示例中学习。",
    "No keywords yet: add some, or learn them from the example articles.": "还没有关键词：请添加，或从示例文章学习。",
    "Keywords": "关键词", "Press a cell twice, or Enter, to change it; weights from 0 to 1000.":
        "双击单元格或按回车键修改；权重为 0 到 1000。",
    "learned": "学习所得", "you": "您", "Word": "词", "Weight": "权重", "Given by": "来自", "Why": "原因", "Add": "添加",
    "Remove": "移除", "From a file": "来自文件", "Learn from the examples": "从示例学习",
    "the weight of '{word}' is {weight}; it must lie between 0 and 1000": "“{word}”的权重是 {weight}；必须在 0 到 1000 之间",
    "the weight of '{word}' is '{weight}'; it must be a number": "“{word}”的权重是“{weight}”；必须是数字",
    "{n} keywords read, {m} lines refused": "读入 {n} 个关键词，{m} 行被拒绝", "{n} keywords saved": "已保存 {n} 个关键词",
    # parameters
    "Every change is checked; a wrong value is named and nothing is saved.": "每次更改都会检查；错误的值会被指出，不会保存。",
    "Presets": "预设", "A preset fills the form; look at it, change it, then save.": "预设会填入表单；查看、修改，然后保存。",
    "'{name}' is in the form; save to keep it.": "“{name}”已填入表单；保存后生效。", "default": "默认",
    "Defaults": "默认值", "{n} changed": "{n} 项已更改", "in the file only": "仅在文件中", "All": "全部",
    "With the paper's letters": "论文中的符号", "Changed": "已更改", "Polite": "礼貌", "Fast": "快速", "Thorough": "彻底",
    "One request a host at a time, two seconds apart: for small sites and long runs.":
        "每个主机一次一个请求，间隔两秒：适合小站点和长时间运行。",
    "Many hosts at once, short waits, few pages each: a first look within minutes. robots.txt is still obeyed.":
        "同时访问多个主机，等待短，页数少：几分钟内先看一眼。仍遵守 robots.txt。",
    "Everything that may belong to the topic: a low threshold, more exploration, content judged by itself.":
        "凡可能属于主题的都取：阈值低，探索多，按正文判断。",
    "Paper: domain topics and hidden data": "论文：领域主题与隐藏数据",
    "Best first with a fixed threshold: a page below it is dropped and its links are not followed (D1), "
    "over a queue of 5000 addresses; hidden databases by sort-based splitting (H2). The paper prints "
    "neither the threshold nor the length of the queue: both are the project's.":
        "最佳优先，阈值固定：低于阈值的网页丢弃，其链接不再跟踪（D1），队列 5000 个地址；隐藏数据库按排序分割（H2）。论文未给出阈值和队列长度：两者是本项目的取值。",
    "Paper: the Web-news model": "论文：网络新闻模型",
    "Equations 1 and 2 judge, Algorithm 1 moves the threshold and has the last word, Algorithms 2 and 3 "
    "order the links by gene factor; related pages feed the vector back. The paper prints no value of its"
    " parameters: these are the project's under its letters.":
        "由公式 1 和 2 判断，算法 1 移动阈值并最后决定，算法 2 和 3 用基因因子排列链接；相关网页反馈给向量。论文未给出参数取值：这里是各符号下本项目的取值。",
    "Paper: D-EEM": "论文：D-EEM",
    "Records by data region and best frequent subtrees with minSim 0.6 as printed (E1-E5), columns by Rel"
    " alone (E7); α is not printed, 0.5 weighs both parts alike.":
        "记录按数据区域和最佳频繁子树抽取，minSim 为论文的 0.6（E1-E5），各列只用 Rel（E7）；α 未给出，0.5 使两部分同权。",
    "Paper: WEB-UIE": "论文：WEB-UIE",
    "The chain of link words from home page to faculty (U1), record sets of more than 4 in one row or "
    "column with the lexicon of 568 words above 0.65 (U2, U3), repeating units with S 0.8, k above 3 and "
    "names above 0.75 (U4, U5): all as printed.":
        "从主页沿链接词到师资页（U1），同行或同列四个以上的记录集与 568 词词库匹配率高于 0.65（U2、U3），重复单元 S 为 0.8、k 大于 3、人名高于 0.75（U4、U5）：均照论文。",
    # runs
    "A run goes on when you close this page, or the server ends; it can be taken up again.":
        "关闭本页或服务器结束后运行仍继续；也可以重新接上。",
    "New run": "新运行", "All runs": "全部运行", "Start": "开始", "Pause": "暂停", "Resume": "继续", "Stop": "停止",
    "No site is described yet; describe one under Hidden databases.": "还没有站点描述；请在“隐藏数据库”中描述。",
    "Home pages of universities, one a line": "大学主页，每行一个", "Pages at the most": "最多网页数", "Kind": "种类",
    "Site": "站点", "No run yet. Choose a kind and press Start.": "还没有运行。选择种类并按“开始”。", "State": "状态",
    "Started": "开始时间", "Took": "用时", "Queue by host": "各主机队列", "Log of decisions": "决定日志", "Report": "报告",
    "Pages a second": "每秒网页数", "Harvest rate": "收获率", "Threshold": "阈值", "Focused crawl": "主题抓取",
    "Learn keywords": "学习关键词", "Read a hidden database": "读取隐藏数据库", "Explore universities": "探索大学",
    "Analyse the articles": "分析文章",
    "Fetches pages from the sources, judges them and keeps what is on the topic.": "从来源抓取网页，判断并保留与主题相关的内容。",
    "Reads the example articles and learns keywords from them.": "阅读示例文章并从中学习关键词。",
    "Reads a described database to the last row.": "把描述的数据库读到最后一行。",
    "From home pages to colleges, departments and people, into the network.": "从主页到学院、系和人员，存入信息网络。",
    "Trust, currency, hot topics and their evolution.": "可信度、时效性、热点及其演化。",
    "starting": "启动中", "running": "运行中", "pausing": "暂停中", "paused": "已暂停", "stopping": "停止中", "stopped": "已停止",
    "done": "完成", "failed": "失败", "interrupted": "中断", "threshold": "阈值", "pages_per_s": "每秒网页", "kept": "保留",
    "dropped": "舍弃", "harvest": "收获率", "waiting": "等待", "fetched": "已抓取", "links_refused": "被拒链接",
    "on_disk": "在磁盘", "seconds": "秒", "pages_per_second": "每秒网页", "bytes": "字节", "ended": "结束原因",
    "documents": "文档", "stories": "事件", "universities": "大学", "departments": "系", "people": "人员", "keywords": "关键词",
    "pages": "网页", "counted": "计数",
    # results
    "Open an article to see its text, where every field comes from and why it was kept.":
        "打开文章可查看正文、各字段的来历以及保留原因。",
    "Start a crawl": "开始抓取", "Search in titles and texts": "在标题和正文中搜索", "Published from": "发布日期从", "Published to": "发布日期到", "{n} in all": "共 {n} 条",
    "All verdicts": "全部判定",
    "Search in addresses": "在网址中搜索", "Source": "来源", "Relativity from": "相关度不低于",
    "No articles. Run a crawl first, or search for something else.": "没有文章。请先运行抓取，或换个搜索词。",
    "No dropped pages: nothing was fetched, or everything was kept.": "没有被舍弃的网页：未抓取，或全部保留。",
    "Articles": "文章", "Dropped pages": "被舍弃的网页", "Verdict": "判定", "Title": "标题", "Published": "发布时间",
    "Language": "语言", "Relativity": "相关度", "Address": "网址", "Reason": "原因", "Updated": "更新时间", "Authors": "作者",
    "This article is no longer there; another run removed it.": "这篇文章已不在；另一次运行将其移除。",
    "This page is no longer there; another run removed it.": "这个网页已不在；另一次运行将其移除。",
    "Evidence": "证据", "Why kept": "保留原因", "Found on": "发现于", "Read at": "读取时间", "Words of the title": "标题分词",
    "Words of the text": "正文词数", "Term": "项", "Value": "值", "Contribution": "贡献", "Field": "字段", "Rule": "规则",
    "Path": "路径", "Detail": "细节", "Confidence": "置信度", "Status": "状态码", "Depth": "深度", "Visits": "访问次数",
    "related": "相关", "unrelated": "不相关", "list-page": "列表页", "duplicate": "重复", "robots": "robots.txt 禁止",
    "timeout": "超时", "not-a-page": "不是网页", "refused": "被拒绝", "private": "私有地址", "private-address": "私有地址",
    "redirect-loop": "循环重定向", "host-given-up": "放弃的主机", "same-address": "相同地址", "unchanged": "未变化",
    # records
    "Give the address of a page with a list, paste its HTML, or upload saved pages.": "输入含列表网页的网址、粘贴其 HTML，或上传已保存的网页。",
    "Keep these records": "保存这些记录", "Kept in this project.": "已保存到本项目。", "This is a try: nothing is kept yet.": "这是试读：尚未保存任何内容。",
    "Rename": "重命名", "An empty name drops the column.": "名称留空则删除该列。", "Removed": "已删除",
    "Wrapper": "包装器",
    "The rule learned for this source; its next pages are read with it.": "为此来源学到的规则；后续网页据此读取。",
    "{n} records": "{n} 条记录",
    "No records are kept yet. Give the address of a page with a list: results, prices, people.":
        "还没有记录。粘贴含列表的网页网址：结果、价格、人员等。",
    "{n} records of {m} sources, {k} rules": "{m} 个来源的 {n} 条记录，{k} 条规则", "Kept in this project": "本项目已保存",
    "Address of a page, or its HTML": "网页地址或其 HTML", "Find records": "查找记录", "Upload pages": "上传网页", "Preview": "预览",
    "No list of records was found on this page.": "此页未找到记录列表。", "Score": "得分", "Lists": "列表",
    "First page": "首个网页", "Text": "文本", "Column": "列", "Type": "类型", "Label": "标签", "Filled": "填充率",
    "Choose what each column means, or drag a column onto an attribute; the choice is learned from.":
        "为每列选择含义，或把列拖到属性上；系统会从中学习。",
    "Mapping": "映射", "no attribute": "无属性", "said by you": "由您指定", "Meaning of": "含义：", "Schema": "模式",
    # hidden databases
    "Databases behind search forms: give an address, look at what is there, read it to the last row.":
        "搜索表单背后的数据库：描述、探测、读到最后一行。",
    "Give the page with the search form, or the address of an API; it is asked until a description runs.":
        "给出含搜索表单的网页或接口地址；系统会反复询问，直到描述可以运行。",
    "1. Draft from a form": "1. 由表单生成草稿", "2. Description": "2. 描述",
    "Look at what was found; a mistake is named.": "请查看找到的内容；错误会被指出。",
    "Complete, if what is listed below holds.": "若下列各项成立，则完整。",
    "Description in TOML": "描述 (TOML)", "The description stands below; look at it, give it a name and read it all.":
        "描述在下方；请查看、命名，然后全部读取。",
    "Certified: every row was read.": "已证明：每一行都已读取。", "{n} ranges cannot be read to the end.": "{n} 个范围无法读完。",
    "Certificate as JSON": "证书 (JSON)", "Rows as JSON lines": "数据行 (JSON lines)", "Rows": "行",
    "Address of the page with the form": "表单所在网页的网址", "Draft": "生成草稿", "Run {n} has started": "运行 {n} 已开始",
    "Nothing was read yet. Draft or write a description, then press Read it all.":
        "尚未读取。生成或编写描述，然后按“全部读取”。",
    "The site says {n} rows; {m} were read.": "站点称有 {n} 行；已读 {m} 行。",
    "Covered ranges as a table": "覆盖范围（表）", "read": "已读", "Covered ranges": "覆盖范围", "Probe": "探测",
    "Certificate": "证书", "Assumed": "假设", "not reached": "未到达", "Range": "范围", "Read it all": "全部读取",
    "rows": "行", "queries": "查询", "requests": "请求", "rounds": "轮次", "limit_requests": "请求下限", "strategy": "策略",
    # network
    "What was found, as things and their relations: browse it, ask it, take it with you.":
        "找到的事物及其关系：浏览、提问、导出。",
    "Ask": "提问", "CREATE, INSERT and QUERY in the network's language; Ctrl+Enter asks.":
        "用信息网络语言书写 CREATE、INSERT、QUERY；Ctrl+Enter 提问。",
    "All classes": "全部类", "Outermost things": "最外层事物",
    "The network is empty. Explore universities, or insert statements below.": "网络是空的。探索大学，或在下方插入语句。",
    "Nothing of that name.": "没有这个名称。",
    "Drag to move, scroll to zoom, click a thing to go to it; the table does the same by keyboard.":
        "拖动移动，滚动缩放，点击事物前往；表格可用键盘完成同样操作。",
    "Graph": "图", "Table": "表", "{n} answers": "{n} 个答案", "Class": "类", "Within": "属于",
    "Done; reload the page to see the network anew.": "完成；重新加载页面以查看网络。", "classes": "类", "objects": "对象",
    "relations": "关系", "values": "属性值",
    # analysis
    "What the articles are worth and where their story goes; every score opens its reasons.":
        "文章价值几何、事件走向何方；每个得分都可查看原因。",
    "Everything as Excel": "全部导出为 Excel", "Trust": "可信度", "Currency": "时效性", "Hot topics": "热点", "Evolution": "演化",
    "Nothing is hot: no story grows faster than its own history.": "没有热点：没有事件的增长快于其自身历史。",
    "unknown": "未知", "Nothing analysed yet. Crawl first, then press the button above.": "尚未分析。先抓取，再按上方按钮。",
    "hot": "热", "quiet": "平静", "The first {n} of {m}; all of them are in the export.": "共 {m} 条，显示前 {n} 条；导出包含全部。",
    "{n} articles without a score: what is needed is not on their page.": "{n} 篇文章没有得分：页面缺少所需信息。",
    "New / all articles": "新/全部文章",
    "No episodes: the articles carry no usable dates, or there are too few.": "没有片段：文章缺少可用日期，或数量太少。",
    "How far an article can be relied on: who wrote it, who confirms it, whether it contradicts others.":
        "文章可信到什么程度：谁写的、谁证实、是否与他人矛盾。",
    "How fresh an article is within its own story: age against half-life, and what came after it.":
        "文章在其事件中有多新：年龄与半衰期之比，以及之后的报道。",
    "Stories that grow faster than their own history, over many sources.": "增长快于自身历史、来源众多的事件。",
    "How the story parted, merged and went on, from one slice of time to the next.": "事件如何随时间分裂、合并、延续。",
    "continue": "延续", "split": "分裂", "merge": "合并", "birth": "产生", "end": "结束", "death": "消亡",
    # the network, object by object
    "Find a person, a unit, a thing by a part of its name": "按名称的一部分查找人、单位或事物",
    "What stands around it": "与之相关的事物", "Click a thing to open its page; the lists below do the same.": "点击一个事物打开其页面；下方列表也可以。",
    "Nothing is related to it.": "没有相关的事物。", "What is known": "已知信息", "read on": "读自", "part of": "属于", "{name} in": "{name}，任职于",
    "Guided questions": "引导式提问", "Question": "问题", "In (a part of the name)": "范围（名称的一部分）",
    "Choose a question; it is written in the network's language below, to be changed there.": "选择一个问题；它会以网络语言写在下方，可在那里修改。",
    "Who is {name} in which {what}?": "哪个 {what} 有哪些 {name}？", "Which {name} has each {what}?": "每个 {what} 有哪些 {name}？",
    "Who is in which department, with e-mail": "各系有谁及其电子邮件", "How many professors each university has": "每所大学有多少教授",
    "What a university contains, to the last level": "大学包含的全部层级", "How a question is answered, step by step": "逐步说明问题如何回答",
    # settings by task
    "What the project is and may reach": "项目及其可访问范围", "Find pages on a topic": "查找主题网页", "Fetch politely and quickly": "礼貌而快速地抓取",
    "Read articles, records and people": "读取文章、记录和人员", "Read hidden databases": "读取隐藏数据库",
    "Give columns a meaning and join sources": "赋予列含义并合并来源", "Judge and follow the news": "评判与追踪新闻", "Other settings": "其他设置",
    "Project": "项目", "Crawl": "抓取", "Fetch": "获取", "Cluster": "集群", "Gene": "基因因子", "People": "人员",
    "Units": "单位", "University": "大学", "Hidden": "隐藏数据库", "News": "新闻", "Annotate": "标注", "Integrate": "集成",
    # runs: queue, schedules, comparison, troubles
    "'{what}' is not an option; write name=value, such as max_depth=4": "“{what}”不是选项；请写成 名称=值，例如 max_depth=4",
    "Again with changes": "修改后再次运行", "Allow private addresses": "允许私有地址", "Compare": "比较", "with": "与", "Filter": "筛选",
    "Other settings for this run alone": "仅用于本次运行的其他设置", "remarks": "备注", "next": "下次",
    "Private addresses are allowed for this project; start the run again.": "本项目已允许私有地址；请重新开始运行。",
    "Run {n} and run {m}": "运行 {n} 与运行 {m}", "Run {n} waits for the one of its kind to end.": "运行 {n} 正在等待同类运行结束。",
    "Run {n}: {name}": "运行 {n}：{name}", "Schedule": "定时", "Scheduled": "已定时", "Scheduled runs": "定时运行",
    "The options of run {n} are in the form; change them, then start.": "运行 {n} 的选项已填入表单；修改后开始。",
    "They begin while this server is up.": "服务器运行期间会自动开始。", "every hour": "每小时", "every 6 hours": "每 6 小时", "every day": "每天",
    "every week": "每周", "every {n} hours": "每 {n} 小时", "queued": "排队中", "Figure": "指标", "Change": "变化", "Kept": "保留",
    "are private addresses": "个是私有地址", "allow them for this project": "请为本项目允许它们",
    "are closed to robots by their site": "个被网站禁止机器人访问", "choose other pages, or ask the site": "请选择其他网页，或询问网站",
    "did not answer in time": "个未及时应答", "try again later, or give them more time (timeout in [fetch])": "稍后再试，或延长等待时间（[fetch] 中的 timeout）",
    "lie on hosts that were given up": "个位于已放弃的主机", "look at the log for what the hosts answered": "请在日志中查看主机的应答",
    "are files, not pages": "个是文件而非网页", "give addresses of pages": "请给出网页地址", "are not in the archive": "个不在存档中",
    "crawl without the archive to fetch them": "不使用存档抓取即可获取", "lead in a circle": "个循环跳转", "open them in a browser and give where they end": "在浏览器中打开并给出最终地址",
    "answered with bytes that cannot be unpacked": "个返回了无法解压的数据", "try again later": "请稍后再试",
    "could not be fetched": "个无法获取", "look at the log for the reason of each": "请在日志中查看各自原因", "open one of them in a browser to see why": "在浏览器中打开其中一个查看原因",
    "Progress": "进度",
    # sites and their state
    "Sites and their state": "站点及其状态", "What each site gave. Press a site to say how far you trust it: trust rests on that.": "各站点的收获。点击站点可给出您的信任度：可信度以此为基础。",
    "Newest article": "最新文章", "Your rating": "您的评分", "not rated": "未评分", "reached": "最近访问", "not fetched yet": "尚未抓取",
    "nothing was fetched from here: see the log of the run": "未从此处获取任何内容：请查看运行日志", "Forget": "清除", "Its articles": "其文章",
    "0 is not to be trusted at all, 1 fully; analyse again to see the effect.": "0 表示完全不可信，1 表示完全可信；重新分析后生效。",
    "Owner: sources of one owner count once": "所有者：同一所有者的来源只计一次",
    "Sources compared": "来源比较", "Told it first": "首先报道",
    # hidden databases from their address
    "1. Where is it?": "1. 它在哪里？", "Look at it": "查看", "Look at it again": "再次查看", "2. What is behind it": "2. 其中有什么",
    "What can be asked for, its limits and its first rows.": "可查询的字段、限制和首批数据。", "The description, for experts": "描述文件（专家用）",
    "rows a query at the most": "每次查询最多行数", "rows a page": "每页行数", "rows it says it has": "网站声称的行数", "it does not say": "未说明",
    "What can be asked for": "可查询的字段", "First rows": "首批数据",
    # teaching by a click
    "On the topic": "符合主题", "Off the topic": "不符合主题", "On topic?": "符合主题？", "Undo": "撤销",
    "{n} pages judged anew: {m} came in, {k} fell out.": "重新判断了 {n} 个网页：{m} 个加入，{k} 个移出。",
    "Kept; the next crawl judges by it, since there are many pages.": "已保存；由于网页很多，将由下次抓取据此判断。",
    "What the topic is made of": "主题由什么构成", "Weigh more": "提高权重", "Not meant": "不是所指", "Nothing is kept yet: crawl first.": "尚未保留任何内容：请先抓取。",
    "The words that keep pages now. Say which are meant and which are not; the pages are judged at once.": "目前使网页被保留的词。请指出哪些是所指、哪些不是；网页会立即重新判断。",
    "The pages are judged anew …": "正在重新判断网页……",
    "Point at something in a record to name it, to drop it or to make it a field.": "点击记录中的内容，可命名、删除或将其定义为字段。",
    "an empty place": "空白处", "Column {name}": "列 {name}", "This is no column yet.": "尚不是列。", "Make it a field": "定义为字段", "Drop": "删除",
    # presets of the papers
    "Paper: domain topics and hidden data": "论文：领域主题与隐藏数据",
    "Best first with a fixed threshold: a page below it is dropped and its links are not followed (D1), over a queue of 5000 addresses; hidden databases by sort-based splitting (H2). The paper prints neither the threshold nor the length of the queue: both are the project's.": "固定阈值的最佳优先：低于阈值的网页被丢弃且不再跟进其链接 (D1)，队列长度 5000；隐藏数据库采用基于排序的划分 (H2)。论文未给出阈值和队列长度，均由本项目设定。",
    "Paper: the Web-news model": "论文：Web 新闻模型",
    "Equations 1 and 2 judge, Algorithm 1 moves the threshold and has the last word, Algorithms 2 and 3 order the links by gene factor; related pages feed the vector back. The paper prints no value of its parameters: these are the project's under its letters.": "公式 1、2 判断相关性，算法 1 移动阈值并作最终判定，算法 2、3 按基因因子排列链接；相关网页反馈到向量。论文未给出参数值，这里是本项目的取值，沿用其符号。",
    "Paper: D-EEM": "论文：D-EEM",
    "Records by data region and best frequent subtrees with minSim 0.6 as printed (E1-E5), columns by Rel alone (E7); α is not printed, 0.5 weighs both parts alike.": "按数据区域和最佳频繁子树提取记录，minSim 为论文给出的 0.6 (E1-E5)，列仅按 Rel 判定 (E7)；论文未给出 α，0.5 表示两部分等权。",
    "Paper: WEB-UIE": "论文：WEB-UIE",
    "The chain of link words from home page to faculty (U1), record sets of more than 4 in one row or column with the lexicon of 568 words above 0.65 (U2, U3), repeating units with S 0.8, k above 3 and names above 0.75 (U4, U5): all as printed.": "从主页到教师名录的链接词链 (U1)，同行或同列超过 4 条且 568 词词典得分高于 0.65 的记录集 (U2, U3)，重复单元 S 0.8、k 大于 3、姓名高于 0.75 (U4, U5)：均按论文给出。",
}  # fmt: skip
