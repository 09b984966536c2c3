"""Parameters of watching."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

DIGESTS = ("at once", "hour", "day")


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchParams(Params):
    """Watching: how often to look, what to compare, whom to tell."""

    per_hour: float = param(120.0, "requests an hour at the most", low=0.1)
    gap: float = param(10.0, "seconds between two visits to one host", low=0.0, unit="s")
    schedule: str = param(
        "as needed", "when to look: 'as needed', or minute hour day month weekday as in cron: '*/10 6-22 * * mon-fri'"
    )
    change_value: float = param(0.05, "what a changed page is worth beside a new article", low=0.0, high=10.0)
    patience: float = param(6.0, "hours that a new address is expected to wait if it is not fetched now", low=0.01)
    half_life: float = param(72.0, "hours after which a visit counts half for the estimates", low=0.1, unit="h")
    feeds: tuple[str, ...] = param((), "addresses of feeds and sitemaps, beside those that are found")
    hubs: tuple[str, ...] = param((), "addresses of pages that list new articles, beside those that are found")
    records: tuple[str, ...] = param((), "addresses of pages whose records are compared item by item")
    people: tuple[str, ...] = param((), "addresses of pages whose people are compared one by one")
    databases: tuple[str, ...] = param(
        (), "names of described hidden databases that are watched, beside those that the project has read"
    )
    rules: tuple[str, ...] = param((), "what to tell, such as: new article, price below 20, person left")
    webhook: str = param("", "address that gets every notification as JSON by POST")
    mail_to: tuple[str, ...] = param((), "addresses that get notifications by e-mail")
    mail_from: str = param("motherlode@localhost", "the sender of e-mails")
    mail_server: str = param("localhost:25", "host and port of the mail server")
    command: str = param("", "command that gets every notification as JSON on its standard input")
    digest: str = param("at once", "tell at once, or everything of an hour or a day together", choices=DIGESTS)
    websub: str = param(
        "", "address of this server as hubs reach it, to be told by them (WebSub); with ?token=… if it has one"
    )
    analyse_every: float = param(1.0, "hours between two looks at stories and hot topics; 0 for none", low=0.0)
    keep_versions: int = param(20, "versions kept of an article", low=1)
    keep_days: float = param(90.0, "days for which visits, delivered notifications and old links are kept", low=0.1)
    max_places: int = param(50_000, "places visited at the most; the oldest articles are left first", low=10)
    hubs_per_host: int = param(30, "lists of new articles watched on one host at the most", low=1)
