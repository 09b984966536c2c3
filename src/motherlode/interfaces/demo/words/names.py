"""People and places of the sample web: people composed from common names, places that do not exist."""

from __future__ import annotations

from random import Random

GIVEN = tuple(
    """Alice Amelia Anna Arthur Benjamin Carla Charles Clara Daniel David Diana Edward Elena Emma Eric Frances
    George Grace Hannah Harold Helen Henry Irene Isaac James Jane John Joseph Julia Karen Laura Leo Lucas Margaret
    Maria Mark Martin Michael Nina Nora Oliver Oscar Paul Peter Rachel Rebecca Robert Rosa Samuel Sarah Simon Sophia
    Susan Theresa Thomas Victor Walter William Yvonne""".split()
)
FAMILY = tuple(
    """Adams Allen Anderson Baker Barnes Bell Bennett Brooks Brown Butler Campbell Carter Clark Collins Cooper Cox
    Davis Diaz Edwards Evans Fisher Foster Garcia Gray Green Hall Harris Hayes Hill Howard Hughes Jackson Jenkins
    Johnson Kelly King Lewis Long Martin Mason Miller Mitchell Moore Morgan Morris Murphy Nelson Owens Parker
    Patterson Perry Phillips Powell Price Reed Reynolds Rivera Roberts Rogers Russell Sanders Scott Simmons Stewart
    Sullivan Taylor Thompson Turner Walker Ward Watson Webb White Wilson Wood Wright Young""".split()
)
FAMILY_ZH = tuple("王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 罗 高 梁 郑 谢 宋 唐 许 韩 冯 邓 曹".split())
GIVEN_ZH = tuple(
    """伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 建国 志强 晓明 雪梅 海燕 文静 国华 玉兰
    建华 小红 俊杰 思远 子涵 雨欣 浩然 佳怡 志远 春梅""".split()
)
PLACES = tuple(
    """Halvern Tessaly Dunmarsh Ashquay Brennholt Ostrand Mirefield Thornwick Quillan Eastmarch Corvane Pellworth
    Rivenna Stannet Waldrow Harrowgate-on-Lisse Nettlebourne Averleigh Kirrowan Solmere""".split()
)
TOWNS = tuple(
    """Lindham Vexley Garrowby Tolkirk Fennick Maybridge Orsett-le-Hill Brackwell Saltmere Dovenham Ulverby
    Crestwick Penhollow Yarbury Marlstone Easterby Wickerhithe Colverton Hexworth Ridderby""".split()
)
PLACES_ZH = tuple("汐城 岚江 云岭 澄湾 雾山 石榆 鹭屿 霜桥 南汀 白榕 望溪 凌浦 梧岗 星垣".split())
TOWNS_ZH = tuple("青禾镇 柳荫镇 荷塘镇 松涧镇 银杏镇 桃坞镇 芦洲镇 枫桥湾镇 麦垄镇 竹溪口镇".split())


def person(rng: Random, language: str = "en") -> str:
    """A name as it is written in that language."""
    if language == "zh":
        return rng.choice(FAMILY_ZH) + rng.choice(GIVEN_ZH)
    middle = f" {rng.choice('ABCDEGHJKLMNPRSTW')}." if rng.random() < 0.12 else ""
    return f"{rng.choice(GIVEN)}{middle} {rng.choice(FAMILY)}"


def people(rng: Random, count: int, language: str = "en") -> list[str]:
    """So many different names."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[person(rng, language)] = None
    return list(found)
