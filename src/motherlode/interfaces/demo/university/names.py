"""Colleges, departments and titles."""

from __future__ import annotations

COLLEGES: dict[str, tuple[str, ...]] = {
    "College of Engineering": (
        "Computer Science", "Electrical and Computer Engineering", "Mechanical Engineering", "Civil Engineering",
        "Chemical Engineering", "Materials Science and Engineering", "Biomedical Engineering",
    ),
    "College of Arts and Sciences": (
        "Mathematics", "Physics", "Chemistry", "Biology", "History", "Philosophy", "English", "Psychology", "Sociology",
        "Political Science", "Linguistics",
    ),
    "School of Business": ("Accounting", "Finance", "Marketing", "Management", "Economics"),
    "School of Medicine": ("Anatomy", "Neurology", "Surgery", "Pediatrics", "Pathology", "Public Health"),
    "College of Fine Arts": ("Music", "Drama", "Architecture", "Art History"),
    "College of Education": ("Curriculum and Instruction", "Educational Psychology", "Special Education"),
    "College of Agriculture": ("Agronomy", "Animal Science", "Food Science", "Soil Science"),
    "School of Law": ("Public Law", "Private Law", "International Law"),
}  # fmt: skip
COLLEGES_ZH: dict[str, tuple[str, ...]] = {
    "计算机学院": ("计算机科学与技术系", "软件工程系", "信息安全系", "人工智能系"),
    "理学院": ("数学系", "物理系", "化学系", "统计学系"),
    "外国语学院": ("英语系", "日语系", "俄语系"),
    "经济管理学院": ("经济学系", "会计学系", "金融学系", "工商管理系"),
    "医学院": ("临床医学系", "护理学系", "药学系"),
    "文学院": ("中文系", "历史系", "哲学系"),
    "机械工程学院": ("机械设计系", "车辆工程系", "自动化系"),
    "土木建筑学院": ("建筑学系", "土木工程系", "城乡规划系"),
}
PROGRAMMES = (
    "MBA Finance", "BSc Computer Science", "MSc Data Analytics", "BA English and History", "Master of Public Health",
    "PhD in Physics", "Executive MBA", "Bachelor of Architecture", "Certificate in Soil Management", "BSc Economics",
    "MA Art History", "Bachelor of Laws",
)  # fmt: skip
PROGRAMMES_ZH = (
    "计算机科学本科专业",
    "金融学硕士专业",
    "临床医学五年制",
    "英语语言文学博士点",
    "工商管理硕士（MBA）",
    "建筑学本科专业",
)

RANKS = ("Professor", "Associate Professor", "Assistant Professor", "Lecturer", "Instructor")
RANK_SHARES = (0.3, 0.27, 0.25, 0.12, 0.06)
RANKS_ZH = {
    "Professor": "教授", "Associate Professor": "副教授", "Assistant Professor": "助理教授", "Lecturer": "讲师",
    "Instructor": "助教",
}  # fmt: skip
VARIANTS: dict[str, tuple[str, ...]] = {
    "Professor": (
        "Professor", "Professor of {field}", "Professor and Chair", "Research Professor", "Professor Emeritus",
        "Distinguished Professor of {field}", "Adjunct Professor",
    ),
    "Associate Professor": ("Associate Professor", "Associate Professor of {field}", "Visiting Associate Professor"),
    "Assistant Professor": ("Assistant Professor", "Assistant Professor of {field}", "Clinical Assistant Professor"),
    "Lecturer": ("Lecturer", "Senior Lecturer", "Lecturer in {field}"),
    "Instructor": ("Instructor", "Laboratory Instructor"),
}  # fmt: skip
STAFF = ("Department Administrator", "Laboratory Manager", "Student Services Coordinator", "Finance Officer")
INTERESTS = (
    "distributed systems", "number theory", "soil chemistry", "early modern history", "graph algorithms", "public policy",
    "fluid dynamics", "machine translation", "plant genetics", "corporate finance", "urban planning", "choral music",
    "cell signalling", "labour markets", "structural design", "medieval manuscripts", "robot perception", "child learning",
)  # fmt: skip
INTERESTS_ZH = (
    "分布式系统",
    "数论",
    "图算法",
    "机器翻译",
    "公司金融",
    "结构力学",
    "古代文学",
    "药物化学",
    "教育心理",
    "城市更新",
)
