"""The commonest words of each language: they carry no topic, and they give a language away."""

from __future__ import annotations

STOPWORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": """a about above after again against all also am an and any are as at be because been before being
            below between both but by can could did do does doing down during each few for from further had has
            have having he her here hers herself him himself his how i if in into is it its itself just like may me
            might more most must my myself no nor not now of off on once one only or other our ours out over own
            said same say says she should so some such than that the their theirs them themselves then there these
            they this those through to too two under until up upon us very was we were what when where which while
            who whom why will with within without would yet you your yours yourself""",
        "de": """aber alle als also am an auch auf aus bei beim bin bis bist da damit dann das dass dem den der des
            die dies diese dieser dieses doch dort du durch ein eine einem einen einer eines er es etwa euch euer
            für gegen hat hatte haben hier hinter ich ihm ihn ihr ihre im in ins ist ja jede jeder jedes kann kein
            keine können mehr mein mich mir mit muss nach nicht noch nun nur ob oder ohne sehr sein seine sich sie
            sind so soll über um und uns unser unter vom von vor war waren was weil wenn wer werden wie wieder wir
            wird wo wurde wurden zu zum zur zwischen""",
        "fr": """ai au aucun aussi autre aux avait avant avec avoir car ce cela ces cet cette ceux chaque ci comme
            comment dans de des depuis deux donc dont du elle elles en encore entre est et été être eu fait faire
            fois il ils je jusque la le les leur leurs lui mais même mes moi moins mon ne ni nos notre nous on ont
            ou où par pas peu peut plus pour pourquoi quand que quel quelle qui sa sans se ses si son sont sous sur
            ta tandis te tous tout toute très tu un une vers vos votre vous""",
        "es": """a al algo ante antes aunque como con contra cual cuando de del desde donde dos durante e el ella
            ellas ellos en entre era es esa ese eso esta está están este esto estos fue fueron ha había han hasta
            hay la las le les lo los más me mi mientras muy nada ni no nos o otra otro para pero poco por porque que
            quien se sea ser si sí sido sin sobre son su sus también tan te tiene todo todos tras tu un una uno unos
            y ya yo""",
        "it": """a ad al alla alle anche ancora avere aveva c che chi ci come con contro cui da dal dalla dei del
            della delle dello di dopo dove due e ed era essere fra gli ha hanno i il in io la le lei lo loro lui ma
            mentre mi molto ne nei nel nella noi non nostro o ogni per perché più poi prima quando quella quello
            questa questo qui se sei si sia solo sono stata stato su sua sue sugli sul sulla suo tra tutti tutto
            un una uno""",
        "pt": """a ao aos às até com como contra da das de dela dele depois do dos e é ela elas ele eles em entre
            era essa esse esta está este eu foi foram há isso já lhe mais mas me mesmo meu muito na nas não nem no
            nos nós num numa o os ou para pela pelo por porque qual quando que quem se sem ser seu sua são só também
            te tem tinha um uma você""",
        "nl": """aan al als bij dan dat de der deze die dit doch doen door dus een en er ge geen haar had heb hebben
            heeft hem het hier hij hoe hun ik in is ja je kan kon maar me meer men met mij mijn moet na naar niet
            nog nu of om omdat onder ons ook op over reeds te tegen toch toen tot u uit uw van veel voor want waren
            was wat we wel werd wie wij wil worden wordt zal ze zich zij zijn zo zou""",
        "sv": """alla att av blev bli den denna deras dess det detta dig din du där då efter ej eller en er ett
            från för ha hade han hans har hon här i icke ingen inom inte jag ju kan kunde man med mellan men mig min
            mot mycket ni nu när någon något och om oss på samma sedan sig sin skulle som så till under upp ut utan
            vad var vara vi vid än är över""",
        "da": """af alle at blev blive da de dem den der deres det dette dig din du efter eller en end er et for
            fra ham han hans har havde hende her hos hun hvad hvis hvor i ikke ind jeg jer jo kunne man mange med
            meget men mig min mod når og også om op os over på selv sig sin skal som til ud under var vi vil ville
            vor være været""",
        "no": """alle at av bare begge ble bli da de deg dem den denne der dere deres det dette din disse du eller
            en er et ett etter for fordi fra før ha hadde han hans har henne her hun hva hvem hver hvor i ikke inn
            jeg kan kom kunne man med meg men mer min mot mye når noe noen og også om opp oss over på seg selv sin
            skal skulle som så til under ut uten var ved vi vil være vært å""",
        "fi": """ei eivät emme en että ennen he hän ja jo joka jos jossa kaikki kanssa kuin kun me mikä minä mukaan
            mutta myös ne niin nyt näin ole oli olivat olla on ovat se sen siitä sitä tai tämä tässä vain vielä voi""",
        "pl": """a ale bez bo był była było by być co czy dla do gdy gdzie i ich im ich jak jako je jego jej jest
            jeszcze już kiedy która które który ma mi mnie może na nad nas nie nim niż o od oraz po pod przed przez
            przy się są ta tak także tego tej ten to tu tylko tym u w we więc wszystko z za ze że""",
        "cs": """a aby ale ani asi až bez bude by byl byla bylo být co či další do ho i jak jako je jeho její jen
            ještě již k kde kdy když která které který ma mezi mi může na nad nebo není než o od po pod podle pokud
            pro proto při s se si své ta tak také ten to tu u už v ve však z za ze že""",
        "hu": """a az aki ahogy ahol amely ami csak de egy egyik el ez ezt fel hanem hogy ha ilyen is itt
            jól kell ki közben közül le lehet lesz lett ma már meg még mert mint most nagyon nem nincs ő össze
            olyan után vagy van volt""",
        "ro": """a ai al ale am ar are as această acest ca când că care ce cel cu cum da dacă de din după ea ei el
            este eu fi fost iar în între la le lor lui mai nu o pe pentru prin sa sau se și sunt și un una
            unei unui va""",
        "tr": """ama ancak bir biz bu bunu çok da daha de değil diye en gibi göre hem her için ile ise kadar
            ki kim mı mi ne neden o olan olarak oldu olduğu onu sonra şey şu tarafından ve veya ya yani yok""",
        "id": """ada adalah akan anda atau bahwa banyak beberapa belum bisa dalam dan dapat dari dengan di dia
            harus hingga ini itu juga kami karena ke kepada kita lebih mereka oleh pada para saat sebagai
            sedangkan sudah telah tidak untuk yang""",
        "vi": """bị các cho có của cũng đã đang đây để đến đó được hay khi không là lại lên mà một này
            nên người như những nhiều ở ra rằng sẽ sau tại thì theo trên trong từ và vào về với""",
        "ru": """а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до
            его ее если есть еще ещё же за здесь и из или им их к как ко когда которая которые который кто ли
            либо мне может мы на над надо наш не него нее нет ни них но ну о об однако он она они оно от очень по
            под после при с со так также такой там тем то того тоже той только том ты у уже хотя чего чей чем что
            чтобы чье эта эти это я""",
        "uk": """а але б би був була були було в вже від він вона вони всі де для до з за зі і із його її їх й
            коли лише на над не немає ні о однак під після по про саме та так також те тим то того у це цей
            цього чи що щоб як яка які який""",
        "bg": """а ако без бе беше би в вече във все да дали до за защо и из или им к как като когато който
            която което които ли ме между много може на над най не него ни но о от по под при с са се след
            си със така те това този тук че ще""",
        "zh": """的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它
            们 我们 他们 你们 与 及 或 而 但 但是 因为 所以 如果 对 对于 从 被 把 让 向 以 为 于 之 其 中 等 等等
            将 已 已经 还 还有 并 并且 后 前 时 地 得 个 这个 那个 这些 那些 可以 可能 进行 通过 根据 以及 其中
            由于 由 则 再 又 能 来 年 月 日 时候 没 吗 呢 吧 啊 表示 记者 报道""",
        "ja": """の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この
            ため その あっ よう また もの という あり まで られ なる へ か だ これ によって により おり より による""",
    }.items()
}

EVERYWHERE: frozenset[str] = frozenset().union(*STOPWORDS.values())
"""Stop words of any language, for texts whose language is unknown."""
