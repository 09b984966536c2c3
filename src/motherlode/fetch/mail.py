"""E-mail out: the one place that speaks SMTP."""

from __future__ import annotations

import asyncio
import smtplib
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from motherlode.errors import FetchError, UsageError
from motherlode.model.ports import Clock

TIMEOUT = 30.0
"""Seconds for one letter."""


async def send_mail(
    server: str, sender: str, receivers: Sequence[str], subject: str, text: str, *, identity: str, clock: Clock
) -> None:
    """Hands a letter to the mail server; raises FetchError where it is not taken.

    `identity` makes its Message-ID, so that a letter that is sent again after a kill is known as the same.
    """
    host, _, port = server.rpartition(":")
    if not host or not port.isdigit():
        raise UsageError(f"mail_server is '{server}'; write host:port, such as localhost:25", key="mail_server")
    letter = EmailMessage(policy=SMTP)
    letter["Subject"] = " ".join(subject.split())[:200]
    letter["From"], letter["To"] = sender, ", ".join(receivers)
    letter["Date"] = format_datetime(clock.now())
    letter["Message-ID"] = f"<{identity}@motherlode.invalid>"
    letter.set_content(text)
    try:
        await asyncio.to_thread(_hand_over, host, int(port), letter, sender, list(receivers))
    except (OSError, smtplib.SMTPException) as error:
        raise FetchError(f"the mail server {server} did not take the letter: {error}", reason="mail") from error


def _hand_over(host: str, port: int, letter: EmailMessage, sender: str, receivers: list[str]) -> None:
    with smtplib.SMTP(host, port, timeout=TIMEOUT) as line:
        line.send_message(letter, sender, receivers)
