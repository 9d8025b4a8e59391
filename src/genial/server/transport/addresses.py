"""The network that a client connects from, as limits and ratings count it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Network, ip_address


def client_network(peer: str, forwarded: str, proxies: int) -> str:
    """Return the network of a client, given the peer and what trusted proxies have forwarded.

    >>> client_network("127.0.0.1", "10.6.6.6, 10.0.0.7", 1), client_network("127.0.0.1", "", 1)
    ('10.0.0.7', '127.0.0.1')
    """
    if proxies:
        addresses = forwarded.split(",")
        if len(addresses) >= proxies and addresses[-proxies].strip():
            return network_of(addresses[-proxies].strip())
    return network_of(peer)


def network_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or the network of a household (IPv6).

    >>> network_of("10.0.0.7"), network_of("::ffff:10.0.0.7"), network_of("2001:db8::1:2:3:4")
    ('10.0.0.7', '10.0.0.7', '2001:db8::/64')
    """
    try:
        found = ip_address(address.strip("[]"))
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Network((int(found), 64), strict=False))
