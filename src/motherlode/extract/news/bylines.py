"""Words that stand before the name of who wrote an article, in many languages."""

from __future__ import annotations

import re

_BY = (
    r"by|von|par|por|di|door|av|af|oleh|przez|от|від|από|του|της|bởi|द्वारा|โดย|بقلم|كتبت?|بواسطة|نوشته|توسط|به\sقلم|מאת|"
    r"(?:written|posted|published|reported|story|words|text|article|created|submitted|contributed|edited|"
    r"photographs?|(?:medically\s)?reviewed)\sby|"
    r"(?:geschrieben|verfasst|eingestellt|veröffentlicht|(?:ein\s)?(?:beitrag|artikel|kommentar|text))\svon|"
    r"(?:rédigé|écrit|publié|posté|texte|propos\srecueillis)\spar|(?:escrito|publicado|enviado|postado)\spor|"
    r"(?:scritto|pubblicato|inserito|postato)\sda|a\scura\sdi|(?:geschreven|geplaatst|gepost)\sdoor|"
    r"(?:scris|publicat|postat)\sde|(?:skrevet|publiceret|publisert)\sa[fv]|skriv(?:en|et)\sav|"
    r"(?:ditulis|diposting|dipublikasikan)\soleh|viết\sbởi|napisa[łl][ao]?|napisao|napsal[ao]?|vložil[ao]?|piše|pisze|írta|"
    r"beküldte|γράφει\s(?:ο|η)|написано\sот|опубликова(?:л|ла|но)|опублікува(?:в|ла)|(?:เขียน|เรื่อง)โดย|נכתב\sעל\sידי|"
    r"kirjoittanut|yazan|hazırlayan"
)
"""Before a name, with or without a colon."""

_ROLE = (
    r"authors?|aut(?:h)?or(?:in|innen|e|a|i|es|as|ka|ky|ii)?|auteure?s?|rédact(?:eur|rice)|forfattere?|författare|"
    r"kirjoittaja|toimittaja|yazar|szerző|автор(?:ка|ы|и|ът)?(?:\sстатьи)?|συντάκτ(?:ης|ρια)|tác\sgiả|người\sviết|penulis|"
    r"लेखक|लेखिका|संवाददाता|ผู้เขียน|الكاتبة?|نویسنده|מחבר(?:ת)?|글쓴이|작성자|redaktion"
)
"""Who somebody is: a name may follow without a colon."""

_LABEL = (
    r"texte?|texto|testo|tekst(?:i)?|haber|szöveg|текст|επιμέλεια|bài(?:\sviết)?|रिपोर्ट|گزارش|כתבה?|著者|文|投稿者|執筆者?|筆者|"
    r"記者|ライター|取材・文|기자|글|취재|story|words"
)
"""Words that say many things: only before a colon or a stroke."""

_MARK = r"[:：/＝|丨]"
LEAD = re.compile(
    rf"^(?:(?:{_BY}|{_ROLE})(?!\w)\s*{_MARK}?\s*|(?:{_LABEL})\s*{_MARK}\s*"
    r"|(?:记者|作者|文|编辑|責任編輯|责任编辑|撰文|撰稿)\s*[:：/丨|]?\s*)",
    re.IGNORECASE,
)
"""What is taken off the beginning of what a page gives as its author."""

BY = re.compile(
    rf"^\W*(?:(?:{_BY}|{_ROLE})(?:\s?{_MARK}\s*|\s+)|글\s|(?:{_LABEL})\s?{_MARK}\s*)(?-i:(?=[^\Wa-z_]))",
    re.IGNORECASE,
)
"""A line that begins with who wrote it."""

LABEL = re.compile(rf"^(?:{_BY}|{_ROLE}|{_LABEL})\s?[:：]?$", re.IGNORECASE)
"""A line that says that the next one is who wrote it."""

BY_AT_END = re.compile(
    r"\d.{0,80}?(?<!\w)(?:(?:by|von|par|por|da|di|door|av|af|oleh|przez|от|від|από|bởi|द्वारा|โดย|بقلم|بواسطة|توسط|מאת|"
    rf"{_ROLE})(?:\s{{0,9}}[:：]\s{{0,9}}|\s{{1,9}})|(?:{_LABEL})\s?[:：]\s{{0,9}})"
    r"((?-i:[^\W\da-z_])[^\d|,;:()\n]{1,40})$",
    re.IGNORECASE | re.DOTALL,
)
"""A line that ends with who wrote it, after a date: Posted on 12 March by Ann Lee."""
