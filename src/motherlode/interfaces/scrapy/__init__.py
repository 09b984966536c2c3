"""Motherlode inside Scrapy: the focused frontier as a SCHEDULER, for people who have Scrapy projects.

settings.py of the Scrapy project:

    SCHEDULER = "motherlode.interfaces.scrapy.scheduler.FocusedScheduler"
    MOTHERLODE_KEYWORDS = {"bird": 1.0, "nest": 0.5}
    MOTHERLODE_STRATEGY = "learned"
    SPIDER_MIDDLEWARES = {"motherlode.interfaces.scrapy.scheduler.JudgingMiddleware": 50}
"""
