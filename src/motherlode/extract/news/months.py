"""Names of months in many languages, whole and short, with and without accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_MONTHS = """january february march april may june july august september october november december
jan feb mar apr may jun jul aug sep oct nov dec
januar februar märz april mai juni juli august september oktober november dezember
jänner feber maerz apr mai jun jul aug sept okt nov dez
jan feb mär apr mai juni juli aug sep okt nov dez
jan feb mrz apr mai jun jul aug sep okt nov dez
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
janv févr mar avr mai juin juil aoû sept oct nov déc
jan fév mar avr mai jui jul aoû sep oct nov déc
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
ene feb mar abr may jun jul ago setiembre oct nov dic
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
gen feb mar apr mag giu lug ago set ott nov dic
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
jan fev mar abr mai jun jul ago set out nov dez
gener febrer març abril maig juny juliol agost setembre octubre novembre desembre
gen febr març abr maig juny jul ag set oct nov des
xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro novembro decembro
januari februari maart april mei juni juli augustus september oktober november december
jan febr mrt apr mei jun jul aug sept okt nov dec
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december
januar februar mars april mai juni juli august september oktober november desember
jan feb mars apr mai juni juli aug sep okt nov des
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
tammikuun helmikuun maaliskuun huhtikuun toukokuun kesäkuun heinäkuun elokuun syyskuun lokakuun marraskuun joulukuun
tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu
tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
sty lut mar kwi maj cze lip sie wrz paź lis gru
ledna února března dubna května června července srpna září října listopadu prosince
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
led úno bře dub kvě čvn čvc srp zář říj lis pro
januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra
január február marec apríl máj jún júl august september október november december
januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
januar februar marec april maj junij julij avgust september oktober november december
januar februar mart april maj jun jul avgust septembar oktobar novembar decembar
јануар фебруар март април мај јун јул август септембар октобар новембар децембар
siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca
siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan listopad studeni prosinac
sij velj ožu tra svi lip srp kol ruj lis stu pro
január február március április május június július augusztus szeptember október november december
jan febr márc ápr máj jún júl aug szept okt nov dec
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
ian feb mar apr mai iun iul aug sept oct noi dec
jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember
janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris
janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī
sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
oca şub mar nis may haz tem ağu eyl eki kas ara
januari februari maret april mei juni juli agustus september oktober november desember
jan feb mar apr mei jun jul agu sep okt nov des
januari februari mac april mei jun julai ogos september oktober november disember
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
янв фев мар апр мая июн июл авг сен окт ноя дек
янв февр мар апр май июн июл авг сент окт нояб дек
січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень
січ лют бер кві тра чер лип сер вер жов лис гру
студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня
януари февруари март април май юни юли август септември октомври ноември декември
яну фев мар апр май юни юли авг сеп окт ное дек
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου
ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος
ιαν φεβ μαρ απρ μαΐ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر
يناير فبراير مارس ابريل مايو يونيه يوليه اغسطس سبتمبر اكتوبر نوفمبر ديسمبر
جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر
يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر
كانون_الثاني شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين_الأول تشرين_الثاني كانون_الأول
ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
ژانویه فوریه مارس آپریل می جون جولای آگوست سپتامبر اکتبر نوامبر دسامبر
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר
ינו׳ פבר׳ מרס אפר׳ מאי יונ׳ יול׳ אוג׳ ספט׳ אוק׳ נוב׳ דצמ׳
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर
जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर
জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর
ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்
มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม
ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค
tháng_một tháng_hai tháng_ba tháng_tư tháng_năm tháng_sáu tháng_bảy tháng_tám tháng_chín tháng_mười tháng_mười_một tháng_mười_hai
tháng_1 tháng_2 tháng_3 tháng_4 tháng_5 tháng_6 tháng_7 tháng_8 tháng_9 tháng_10 tháng_11 tháng_12
tháng_01 tháng_02 tháng_03 tháng_04 tháng_05 tháng_06 tháng_07 tháng_08 tháng_09 tháng_10 tháng_11 tháng_12
th1 th2 th3 th4 th5 th6 th7 th8 th9 th10 th11 th12"""

_CROATIAN = {"listopada": 10, "listopad": 10, "lis": 10, "lip": 6, "srp": 7}
"""Names that mean other months elsewhere: listopad is November in Polish and October in Croatian."""


def key_of(name: str) -> str:
    """A name as the table has it, whatever its case: 'NİSAN', 'KASIM' and 'ſept' as patterns that ignore case find them."""
    return name.casefold().replace("\u0307", "").replace("ı", "i")


def _plain(name: str) -> str:
    """A name of Latin or Greek letters without accents, as in capitals and on old pages."""
    parts = unicodedata.normalize("NFD", name)
    latin_or_greek = all(ord(letter) < 0x400 for letter in parts)
    return "".join(part for part in parts if not unicodedata.combining(part)) if latin_or_greek else name


NUMBERS: dict[str, int] = {}
"""Keys of names → the month."""
_NAMES: dict[str, None] = {}
for _line in _MONTHS.splitlines():
    for _number, _name in enumerate(_line.replace("\u200c", "").split(), 1):
        for _form in (_name.replace("_", " "), _plain(_name.replace("_", " "))):
            NUMBERS.setdefault(key_of(_form), _number)
            _NAMES[_form] = None
NUMBERS["sept"] = 9

MONTHS: dict[str, int] = {name: NUMBERS[key_of(name)] for name in _NAMES}
"""Names in lower case → the month."""


def month_of(name: str, language: str) -> int | None:
    """The number of a month; None for what is no name of one."""
    key = key_of(name)
    return _CROATIAN[key] if key in _CROATIAN and language.startswith(("hr", "bs")) else NUMBERS.get(key)


def alternatives(names: Iterable[str]) -> str:
    """A pattern of names, the longest first; names are tried only where their first letter stands."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        groups.setdefault(name[0], []).append(re.escape(name[1:]).replace("\\ ", r"\s"))
    tried = "|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in groups.items())
    return f"(?=[{''.join(groups)}])(?:{tried})"
