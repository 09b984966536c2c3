"""Words before a date, and names of elements around it, that tell what happened then, in many languages."""

from __future__ import annotations

import re
from functools import lru_cache

_UPDATED = """updat modif edited reviewed revised last\\b aktuali[sz] stand: zuletzt geändert letzte\\s überarbeitet bearbeitet
mise?\\sà\\sjour dernière actualiz aggiornat ultim[ao]\\s última\\s bijgewerkt gewijzigd laatst(?:e\\supdate)? atualiza
ostatni poslední\\szm upraven změněn güncel son\\sdeği uppdater senast\\sändr ändrad oppdater sist\\sendr endret opdater
senest\\sæn sidst\\sæn ændret päivitet muokat frissít frissül módosít modificat ažurir izmjen izmen spremenj ενημ[έεή] τροποπ
обнов измен редакт актуализ промян онов змін редаг 更新 修改 修订 修訂 修正 수정 업데이트 cập\\snhật sửa diperbarui pembaruan diubah
अपडेट संशोधित अद्यतन ปรับปรุง แก้ไข อัปเดต อัพเดท تحديث تعديل حُدِّث به‌روز به\\sروز بروز ویرایش עודכן עדכון שונה
redigera redigert redigeret editó editad editare edytow editov bewerkt değiştir uređiv נערך 편집 muutettu परिवर्तन"""

_PUBLISHED = """publi posted post(?:ed)?\\son submitted erstellt created eingestellt geschrieben veröffentlicht
pubblicat inserito postato scritto posté mis\\sen\\sligne paru gepubliceerd geplaatst gepost creado criado enviad postad
dodano utworzono zveřejn vydáno vloženo yayın eklen(?:me|di) giriş postat offentlig udgivet oprettet lagt\\s(?:ut|på)
julkaist lisätty kirjoitettu közzé megjelent beküld létrehoz objavlj postavljeno δημοσι αναρτ опубл размещ добавлен публик
додано розміщ добавен 发布 发表 時間 时间 日期 公開 投稿 掲載 配信 발행 입력 등록 작성 게시 đăng xuất\\sbản diterbit terbit dipos
dipublik प्रकाश पोस्ट เผยแพร่ โพสต์ نشر انتشار منتشر פורסם הועלה"""

_RELATED = re.compile(
    r"related|recommend|comment|sidebar|widget|latest|popular|teaser|footer|most-?read", re.IGNORECASE
)
_RELATED_PARTS = (
    "related",
    "recommend",
    "comment",
    "sidebar",
    "widget",
    "latest",
    "popular",
    "teaser",
    "footer",
    "most",
)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile("|".join(words.split()), re.IGNORECASE)


def _parts(words: str) -> tuple[str, ...]:
    """What is in every text of ASCII letters in which a word is found."""
    plain = (re.split(r"[\\(\[]", word.replace("mise?", "mis"))[0] for word in words.split())
    return tuple(dict.fromkeys(word.lower() for word in plain if word.isascii()))


UPDATED_WORDS, _UPDATED_PARTS = _pattern(_UPDATED), _parts(_UPDATED)
PUBLISHED_WORDS, _PUBLISHED_PARTS = _pattern(_PUBLISHED), _parts(_PUBLISHED)


@lru_cache(maxsize=4096)
def told_by(around: str) -> tuple[bool, bool, bool]:
    """Whether the names around a time speak of an update, of publication, of other articles; many are alike."""
    return of_update(around), of_publication(around), _has(_RELATED, _RELATED_PARTS, around)


@lru_cache(maxsize=2048)
def of_update(text: str) -> bool:
    """Whether a text speaks of a change."""
    return _has(UPDATED_WORDS, _UPDATED_PARTS, text)


@lru_cache(maxsize=2048)
def of_publication(text: str) -> bool:
    """Whether a text speaks of publication."""
    return _has(PUBLISHED_WORDS, _PUBLISHED_PARTS, text)


def _has(pattern: re.Pattern[str], parts: tuple[str, ...], text: str) -> bool:
    """Whether a pattern is found; in texts of ASCII letters, one of the parts must be there."""
    if not text.isascii():
        return pattern.search(text) is not None
    low = text.lower()
    for part in parts:
        if part in low:
            return pattern.search(text) is not None
    return False
