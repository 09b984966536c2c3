"""The languages of the made sites: names of people and subjects, titles, and the words of menus."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Speech:
    """How the sites of one language speak; `{}` in a form stands for the subject."""

    code: str
    encoding: str
    given: tuple[str, ...]
    family: tuple[str, ...]
    titles: tuple[str, ...]
    subjects: tuple[tuple[str, tuple[str, ...]], ...]
    """a faculty's subject and those of its departments, in the form that stands behind the head word"""

    faculty: str
    department: str
    university: str
    words: dict[str, str]
    news: tuple[str, ...]
    honorifics: tuple[str, ...] = ("",)
    pattern: str = "{given} {family}"

    def people(self, chance: random.Random, count: int, taken: set[str]) -> list[str]:
        """So many names that nobody else of the site has."""
        found: list[str] = []
        while len(found) < count:
            given, family = chance.choice(self.given), chance.choice(self.family)
            name = self.pattern.format(given=given, family=family).replace("_", " ")
            if self.code == "en" and chance.random() < 0.2:
                first, _, last = name.partition(" ")
                name = f"{first} {chance.choice('ABDEHJKLMRT')}. {last}"
            if name not in taken:
                taken.add(name)
                found.append(name)
        return found


def _names(text: str) -> tuple[str, ...]:
    """Names with spaces between them; an underscore stands for a space inside one."""
    return tuple(text.split())


def _words(text: str) -> dict[str, str]:
    """ "key=value" pairs, a line each."""
    return dict(line.strip().split("=", 1) for line in text.strip().splitlines())


ENGLISH = Speech(
    "en", "utf-8",
    _names(
        "Marta Owen Felix Joanna Kurt Denise Amara Colin Tess Wendell Paula Roderick Sybil Lowell Nadine "
        "Everett Gwen Murray Thea Clifford Ione Desmond Yara Hollis"
    ),
    _names(
        "Aldridge Brockway Castellan Durkin Eastvold Farnham Gilroy Hathaway Ingersoll Jessup Kirkwood "
        "Lindqvist Marchetti Novak Okafor Pemberton Quigley Rasmussen Sandoval Thackeray Urquhart Vandermeer "
        "Whitlock Yamamoto Zielinski Bhatt"
    ),
    ("Professor", "Associate Professor", "Assistant Professor", "Senior Lecturer", "Teaching Professor",
     "Professor and Chair", "Adjunct Instructor", "Research Associate"),
    (("Engineering", ("Civil Engineering", "Materials Science", "Computer Science")),
     ("Arts and Letters", ("Philosophy", "History", "Modern Languages")),
     ("Natural Sciences", ("Geology", "Chemistry", "Astronomy"))),
    "College of {}", "Department of {}", "Pinecrest State University",
    _words("""
home=Home
about=About
faculties=Colleges
departments=Departments
staff=Faculty & Staff
people=People
directory=Directory
news=News
events=Events
students=Current Students
alumni=Alumni
contact=Contact
research=Research
courses=Courses
buildings=Buildings
profile=View profile
next=Next
more=Load more
name=Name
title=Position
office=Office
phone=Phone
mail=Email
interests=Research interests
"""),
    ("{} wins a regional award for {}", "A talk by {} on {} drew a full house", "Meet {}, who graduated in {}"),
    ("", "", "Dr. "),
)  # fmt: skip

INDIAN = Speech(
    "in", "utf-8",
    _names(
        "Ananya Ravindra Sushila Mahesh Kavita Prakash Deepa Girish Lakshmi Nitin Farhana Harpreet Meenakshi "
        "Suresh Vandana Yogesh Rukmini Balwinder Tanvi Kishore"
    ),
    _names(
        "Acharya Bhosale Chandrasekaran Deshpande Gokhale Iyengar Jadhav Kulkarni Mahajan Nambiar Patil "
        "Raghunathan Sidhu Thakur Venkatesan Wagh Yadav Zaveri Khan Reddy"
    ),
    ("Professor & Head", "Professor", "Associate Professor", "Assistant Professor", "Asst. Professor", "Lecturer",
     "Workshop Superintendent", "Senior Lecturer"),
    (("Technology", ("Mechanical Engineering", "Electronics & Communication", "Textile Technology")),
     ("Management", ("Finance", "Marketing", "Human Resources")),
     ("Applied Sciences", ("Mathematics", "Physics", "Chemistry"))),
    "School of {}", "Department of {}", "Shantivan Institute of Technology",
    _words("""
home=Home
about=About Us
faculties=Schools
departments=Departments
staff=Faculty
people=Our Team
directory=Faculty Directory
news=News & Events
events=Workshops
students=Students
alumni=Alumni
contact=Contact Us
research=Research
courses=Programmes
buildings=Infrastructure
profile=View Profile
next=Next »
more=Load More
name=Name of the Faculty
title=Designation
office=Qualification
phone=Mobile
mail=E-mail
interests=Area of specialization
"""),
    ("{} inaugurates a workshop on {}", "Guest lecture by {} about {}", "Congratulations to {} for the prize in {}"),
    ("Dr. ", "Mr. ", "Ms. ", "Prof. ", ""),
)  # fmt: skip

RUSSIAN = Speech(
    "ru", "windows-1251",
    _names(
        "Анна_Викторовна Пётр_Сергеевич Елена_Павловна Дмитрий_Олегович Ольга_Игоревна Сергей_Львович "
        "Марина_Юрьевна Алексей_Петрович Наталья_Борисовна Игорь_Фёдорович Вера_Николаевна Роман_Андреевич"
    ),
    _names(
        "Белоусов Гончаренко Дорохин Ермолаев Журавлёв Захарченко Крупский Лаптев Мещеряков Осипенко Прохоров "
        "Рябинин Савельев Тихомиров Уваров Чернышёв"
    ),
    ("профессор", "доцент", "старший преподаватель", "ассистент", "заведующий кафедрой, профессор", "преподаватель"),
    (("физики", ("теоретической физики", "оптики", "электроники")),
     ("истории", ("новой истории", "археологии", "этнографии")),
     ("экономики", ("финансов", "менеджмента", "статистики"))),
    "Факультет {}", "Кафедра {}", "Заречный государственный университет",
    _words("""
home=Главная
about=О нас
faculties=Факультеты
departments=Кафедры
staff=Сотрудники
people=Преподаватели
directory=Профессорско-преподавательский состав
news=Новости
events=Мероприятия
students=Студентам
alumni=Выпускники
contact=Контакты
research=Наука
courses=Учебный процесс
buildings=Корпуса
profile=Подробнее
next=Следующая
more=Показать ещё
name=ФИО
title=Должность
office=Кабинет
phone=Телефон
mail=E-mail
interests=Научные интересы
"""),
    ("{} приняла участие в конференции по теме «{}»", "Лекция: {} рассказал про {}", "Победа: {} ({})"),
    pattern="{family} {given}",
)  # fmt: skip

CHINESE = Speech(
    "zh", "gb2312",
    _names("建华 丽萍 国强 雪梅 志远 晓燕 文博 海涛 玉兰 俊杰 思远 春华 立新 秀英 明辉 佳怡"),
    _names("王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗"),
    ("教授", "副教授", "讲师", "助教", "研究员", "教授、博士生导师", "高级工程师"),
    (("理", ("数学", "物理学", "化学")), ("外国语", ("英语", "日语", "俄语")),
     ("机械工程", ("机械设计", "车辆工程", "工业工程"))),
    "{}学院", "{}系", "东岭大学",
    _words("""
home=首页
about=学院概况
faculties=学院设置
departments=系部设置
staff=师资队伍
people=教师名录
directory=教师队伍
news=新闻动态
events=学术活动
students=学生工作
alumni=校友之家
contact=联系我们
research=科学研究
courses=人才培养
buildings=校园风光
profile=详细
next=下一页
more=更多
name=姓名
title=职称
office=办公室
phone=电话
mail=邮箱
interests=研究方向
"""),
    ("{}获得{}领域奖励", "{}作关于{}的报告", "毕业生{}回校谈{}"),
    pattern="{family}{given}",
)  # fmt: skip

SWEDISH = Speech(
    "sv", "utf-8",
    _names(
        "Åsa Gunnar Birgitta Torbjörn Ingrid Håkan Malin Sven Kerstin Fredrik Lovisa Örjan Maj Rasmus Ylva "
        "Anders"
    ),
    _names(
        "Bergqvist Dahlgren Ekström Forsberg Granlund Hellström Isaksson Källström Lindahl Nyström Öberg "
        "Rosén Sjögren Törnqvist Wallin Åkerlund"
    ),
    ("Professor", "Universitetslektor", "Biträdande lektor", "Doktorand", "Docent", "Universitetsadjunkt",
     "Prefekt", "Forskare"),
    (("teknik", ("byggteknik", "datavetenskap", "energiteknik")),
     ("humaniora", ("historia", "filosofi", "språk")),
     ("naturvetenskap", ("kemi", "geologi", "astronomi"))),
    "Fakulteten för {}", "Institutionen för {}", "Vättervik universitet",
    _words("""
home=Hem
about=Om oss
faculties=Fakulteter
departments=Institutioner
staff=Personal
people=Medarbetare
directory=Personalkatalog
news=Nyheter
events=Evenemang
students=Studenter
alumni=Alumner
contact=Kontakt
research=Forskning
courses=Kurser
buildings=Lokaler
profile=Läs mer
next=Nästa
more=Visa fler
name=Namn
title=Befattning
office=Rum
phone=Telefon
mail=E-post
interests=Forskningsområden
"""),
    ("{} får pris för sin forskning om {}", "Föreläsning med {} om {}", "Vi minns {}, som läste {}"),
)  # fmt: skip

GERMAN = Speech(
    "de", "iso-8859-1",
    _names(
        "Anneliese Burkhard Cornelia Dietmar Edeltraud Friedhelm Gisela Hartmut Ingeborg Jörg Karin Lothar "
        "Monika Norbert Rosemarie Uwe"
    ),
    _names(
        "Ackermann Böttcher Dreyer Ebeling Fröhlich Gerstner Holzapfel Jungbluth Kaltenbach Lübbers "
        "Mühlhausen Oberländer Pfeiffer Rademacher Schönfeld Wüstenhagen"
    ),
    ("Professor", "Professorin", "Wissenschaftlicher Mitarbeiter", "Wissenschaftliche Mitarbeiterin",
     "Akademischer Rat", "Juniorprofessorin", "Privatdozent", "Sekretariat"),
    (("Maschinenbau", ("Fertigungstechnik", "Thermodynamik", "Werkstoffkunde")),
     ("Philosophie", ("Alte Geschichte", "Germanistik", "Musikwissenschaft")),
     ("Physik", ("Optik", "Festkörperphysik", "Astrophysik"))),
    "Fakultät für {}", "Institut für {}", "Universität Rabental",
    _words("""
home=Startseite
about=Über uns
faculties=Fakultäten
departments=Institute
staff=Mitarbeiter
people=Personen
directory=Personenverzeichnis
news=Aktuelles
events=Veranstaltungen
students=Studierende
alumni=Ehemalige
contact=Kontakt
research=Forschung
courses=Lehre
buildings=Gebäude
profile=Mehr erfahren
next=Weiter
more=Mehr laden
name=Name
title=Funktion
office=Raum
phone=Telefon
mail=E-Mail
interests=Arbeitsgebiete
"""),
    ("{} erhält einen Preis für {}", "Vortrag von {} über {}", "Absolvent {} berichtet von {}"),
    ("Prof. Dr. ", "Dr. ", "", "Dipl.-Ing. "),
)  # fmt: skip

SPANISH = Speech(
    "es", "utf-8",
    _names(
        "Graciela Rodrigo Ximena Leandro Rocío Ignacio Pilar Esteban Maricarmen Gonzalo Noelia Baltasar Inés "
        "Fermín"
    ),
    _names(
        "Arrieta_Molina Becerra_Soto Calderón_Vega Echeverría_Luna Figueroa_Rey Ibáñez_Prado Larrañaga_Gil "
        "Montoya_Rivas Ocampo_Nieto Quintana_Pardo Sepúlveda_Cano Zubiri_Lago"
    ),
    ("Catedrático de Universidad", "Catedrática de Universidad", "Profesora Titular", "Profesor Titular",
     "Profesor Asociado", "Profesora Ayudante Doctora", "Directora del Departamento"),
    (("Ciencias", ("Química", "Geología", "Física Aplicada")),
     ("Letras", ("Filología", "Historia Antigua", "Filosofía")),
     ("Derecho", ("Derecho Civil", "Derecho Penal", "Derecho Mercantil"))),
    "Facultad de {}", "Departamento de {}", "Universidad de Valdemora",
    _words("""
home=Inicio
about=Presentación
faculties=Facultades
departments=Departamentos
staff=Profesorado
people=Personal
directory=Directorio
news=Noticias
events=Eventos
students=Estudiantes
alumni=Antiguos alumnos
contact=Contacto
research=Investigación
courses=Asignaturas
buildings=Edificios
profile=Ver perfil
next=Siguiente
more=Ver más
name=Nombre
title=Categoría
office=Despacho
phone=Teléfono
mail=Correo
interests=Líneas de investigación
"""),
    ("{} recibe un premio por {}", "Charla de {} sobre {}", "Homenaje a {} en {}"),
    ("", "Dr. ", "Dra. "),
)  # fmt: skip

FRENCH = Speech(
    "fr", "utf-8",
    _names(
        "Apolline Bertrand Clémence Damien Éloïse Ghislain Hélène Jérôme Léonie Matthieu Ombeline Quentin "
        "Solène Thibault"
    ),
    _names(
        "Abadie Bonnefoy Chastagnier Delacourt Faugère Grosjean Jourdain Lemoine Marchand Pelletier Roussel "
        "Thévenet Vasseur"
    ),
    ("Professeur des universités", "Maître de conférences", "Professeure", "Maîtresse de conférences",
     "Chargé de recherche", "Doctorante", "Directeur du département"),
    (("Sciences", ("Mathématiques", "Chimie", "Biologie")),
     ("Lettres", ("Histoire", "Linguistique", "Musicologie")),
     ("Droit", ("Droit public", "Droit privé", "Histoire du droit"))),
    "Faculté de {}", "Département de {}", "Université de Montferrand",
    _words("""
home=Accueil
about=Présentation
faculties=Facultés
departments=Départements
staff=Enseignants
people=Membres
directory=Annuaire
news=Actualités
events=Événements
students=Étudiants
alumni=Anciens
contact=Contact
research=Recherche
courses=Formations
buildings=Bâtiments
profile=En savoir plus
next=Suivant
more=Voir plus
name=Nom
title=Fonction
office=Bureau
phone=Téléphone
mail=Courriel
interests=Thèmes de recherche
"""),
    ("{} reçoit un prix pour {}", "Conférence de {} sur {}", "Hommage à {} en {}"),
)  # fmt: skip

PORTUGUESE = Speech(
    "pt", "utf-8",
    _names(
        "Adriana Caetano Desirée Evandro Flávia Gilberto Iara Josué Luciana Murilo Olívia Raimundo Silvana "
        "Tarcísio"
    ),
    _names(
        "Alencar Bittencourt Cavalcanti Drummond Fagundes Guimarães Junqueira Lacerda Magalhães Nogueira "
        "Peixoto Queiroz Siqueira Valadares"
    ),
    ("Professor Titular", "Professora Adjunta", "Professor Associado", "Professora Assistente", "Pesquisador",
     "Coordenadora", "Professor Substituto"),
    (("Engenharia", ("Engenharia Civil", "Engenharia Química", "Computação")),
     ("Ciências Humanas", ("História", "Filosofia", "Geografia")),
     ("Saúde", ("Enfermagem", "Farmácia", "Nutrição"))),
    "Faculdade de {}", "Departamento de {}", "Universidade Federal do Araripe",
    _words("""
home=Início
about=Sobre
faculties=Faculdades
departments=Departamentos
staff=Docentes
people=Corpo docente
directory=Equipe
news=Notícias
events=Eventos
students=Estudantes
alumni=Egressos
contact=Contato
research=Pesquisa
courses=Cursos
buildings=Prédios
profile=Saiba mais
next=Próxima
more=Carregar mais
name=Nome
title=Cargo
office=Sala
phone=Telefone
mail=E-mail
interests=Áreas de pesquisa
"""),
    ("{} recebe prêmio em {}", "Palestra de {} sobre {}", "Ex-aluno {} fala de {}"),
    ("", "Prof. Dr. ", "Profa. Dra. "),
)  # fmt: skip

JAPANESE = Speech(
    "ja", "shift_jis",
    _names("健太郎 美咲 浩二 由美子 大輔 直子 隆 恵子 誠 千夏 和也 真理"),
    _names("佐藤 鈴木 高橋 田中 渡辺 山本 中村 小林 加藤 吉田 清水 斎藤"),
    ("教授", "准教授", "講師", "助教", "特任教授", "客員教授"),
    (("工", ("機械工学", "電気工学", "建築学")),
     ("文", ("史学", "哲学", "英文学")), ("理", ("数学", "化学", "地学"))),
    "{}学部", "{}科", "北浜大学",
    _words("""
home=ホーム
about=概要
faculties=学部
departments=学科
staff=教員紹介
people=教員一覧
directory=教員
news=ニュース
events=イベント
students=在学生
alumni=卒業生
contact=お問い合わせ
research=研究
courses=カリキュラム
buildings=施設
profile=詳細
next=次へ
more=もっと見る
name=氏名
title=職名
office=研究室
phone=電話
mail=メール
interests=専門分野
"""),
    ("{}が{}で受賞", "{}による{}の講演会", "卒業生{}が{}を語る"),
    pattern="{family} {given}",
)  # fmt: skip

ALL = (
    ENGLISH, INDIAN, RUSSIAN, CHINESE, SWEDISH, GERMAN, SPANISH, FRENCH, PORTUGUESE, JAPANESE,
)  # fmt: skip
LEFT_OUT = frozenset({"de", "fr", "pt", "ja"})
"""Languages whose made sites were not read while rules were changed."""


def _more(code: str, given: str, family: str, pattern: str = "{given} {family}") -> Speech:
    """A language of sites written whole alone: names of people, and nothing else of its own."""
    return replace(ENGLISH, code=code, given=_names(given), family=_names(family), pattern=pattern, honorifics=("",))


MORE = (
    _more("cs", "Jana Tomáš Lenka Ondřej Zuzana Vojtěch Markéta Radek Hedvika Bohumil Květa Přemysl",
          "Dvořáček Hrubeš Kolářová Vaněk Štěpánek Zelinka Mareš Pokorný Říha Blažek Čermák Houska"),
    _more("fi", "Aino Juhani Päivi Mikko Riitta Tuomas Eeva Antero Kaisa Olavi Sanna Ilmari",
          "Korhola Lehtimäki Rautiainen Seppälä Vuorela Heinonen Kettunen Ahokas Pesola Tiainen Mäkisalo Ojala"),
    _more("it", "Chiara Lorenzo Ilaria Matteo Donatella Fabrizio Ornella Gianni Serena Ettore Livia Corrado",
          "Bertolini Castagna Ferraresi Gallinari Lombardini Moretto "
          "Pellegrino Ruggeri Santoro Tavella Zambon Conte"),
    _more("tr", "Ayşegül Mehmet Elif Kerem Zeynep Burak Nilüfer Orhan Selin Tarık Gülşen Volkan",
          "Karataş Yıldırım Özgür Şahinler Demirtaş Aksoylu Çetiner Erdoğdu Güneş Koçak Polatlı Uysal"),
    _more("ko", "민준 서연 지훈 하은 도윤 수빈 예준 지아 현우 채원 성민 유진",
          "김 이 박 최 정 강 조 윤 장 임 한 오", "{family}{given}"),
    _more("hu", "Zsófia Gábor Ildikó László Eszter Balázs Réka Dénes Piroska Ákos Katalin Márton",
          "Szalai Kertész Fehérvári Bodnár Gulyás Orosz Pintér Vadász Lakatos Hegedűs Somogyi Balogh",
          "{family} {given}"),
    _more("pl", "Agnieszka Paweł Małgorzata Krzysztof Halina Wojciech Bożena Tadeusz Ewelina Zbigniew Iwona Leszek",
          "Wiśniewski Kowalczyk Zielonka Szymczak Dąbrowski Mazurek Pawlak Sikora Baran Górski Lisowski Wrona"),
    _more("nl", "Marieke Joost Annelies Pieter Saskia Wouter Femke Ruben Liesbeth Hendrik Anouk Bas",
          "Hoekstra Vermeulen Brouwer Kuipers Dijkstra Schouten Postma Verhoeven Wiersma Bakker Mulder Smeets"),
    _more("ro", "Ioana Mihai Camelia Răzvan Doina Bogdan Simona Vlad Luminița Horia Adela Cosmin",
          "Munteanu Lupașcu Dragomir Stănescu Vasilescu Ciobanu Neagu Rusu Toma Iordache Bălan Olteanu"),
    _more("el", "Ελένη Γιώργος Κατερίνα Νίκος Σοφία Δημήτρης Μαρία Στέλιος Άννα Θανάσης Ειρήνη Πέτρος",
          "Καραγιάννης Παπαδάκης Λαμπρόπουλος Σταματίου Βλάχος Μαυρίδης "
          "Κοντός Ζαφειρίου Ρήγας Τσολάκης Δούκας Φωτίου"),
    _more("da", "Mette Søren Birgitte Rasmus Karen Jeppe Lone Mikkel Gitte Anders Trine Frederik",
          "Kjærgaard Thorsen Bundgaard Lauritsen Møller Overgaard "
          "Skovgaard Vestergaard Dalsgaard Winther Brandt Holm"),
    _more("hr", "Ivana Tomislav Nikolina Hrvoje Marija Krešimir Dubravka Zlatko Vesna Dario Snježana Goran",
          "Horvatić Babić Perković Vuković Matijević Šimić Kovačević Barišić Grgić Lončar Tomašić Radić"),
    _more("id", "Siti Agus Dewi Bambang Ratna Hendra Wulan Joko Endang Rizki Lestari Fajar",
          "Santoso Wibowo Kusuma Hidayat Purnomo Setiawan Nugroho Suryadi Permana Hakim Saputra Utami"),
    _more("vi", "Minh Lan Hùng Hương Dũng Thảo Sơn Ngọc Tuấn Mai Khánh Phương",
          "Nguyễn_Văn Trần_Thị Lê_Quang Phạm_Thu Hoàng_Đức Vũ_Thanh Đặng_Hồng Bùi_Xuân Đỗ_Kim Ngô_Bảo",
          "{family} {given}"),
)  # fmt: skip
"""Languages that the generator does not make: of these only Italian, Turkish, Korean, Polish and Dutch have words for
staff in `lang`."""
