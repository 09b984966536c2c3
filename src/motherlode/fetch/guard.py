"""Private addresses are refused when the connection is made: after redirects and changed DNS answers too."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import Any

from aiohttp.abc import AbstractResolver

from motherlode.errors import AddressRefused

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def is_public(address: str) -> bool:
    """Whether an IP address may be reached by a stranger; addresses inside addresses are looked at too."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not inner.is_global:
            return False
    return found.is_global and not found.is_multicast


def refuse(host: str, address: str) -> AddressRefused:
    """The error for a private address."""
    return AddressRefused(
        f"{host} leads to the private address {address}; "
        "to allow it, give --allow-private or set allow_private = true in [project]",
        reason="private-address",
    )


def check_literal(hostname: str, allow_private: bool) -> None:
    """A host written as numbers is never resolved, so it is checked before the request."""
    if allow_private:
        return
    if hostname == "localhost" or hostname.endswith(".localhost"):
        raise refuse(hostname, "127.0.0.1")
    try:
        public = is_public(hostname.strip("[]"))
    except ValueError:
        return
    if not public:
        raise refuse(hostname, hostname)


async def look_up(host: str, port: int) -> list[tuple[Any, str]]:
    """Family and address of every answer to a name; *.localhost is loopback, whatever a resolver says."""
    if host == "localhost" or host.endswith(".localhost"):
        return [(socket.AF_INET, "127.0.0.1")]
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    return [(entry[0], str(entry[4][0])) for entry in found]


class GuardedResolver(AbstractResolver):
    """Resolves names when a connection is made; private answers are refused."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_INET) -> list[Any]:
        """The addresses to connect to; raises AddressRefused when any of them is private."""
        answers = await look_up(host, port)
        if not self._allow_private:
            for _, address in answers:
                if not is_public(address):
                    raise refuse(host, address)
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": kind,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST,
            }
            for kind, address in answers
        ]

    async def close(self) -> None:
        """Nothing is held."""
