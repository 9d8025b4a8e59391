"""Settings of a server: from flags, the environment (GENIAL_…) or a TOML file, in this order.

Libraries such as pydantic-settings merge as well, but need a second model language beside msgspec,
and none names the wrong setting with a suggestion or keeps secrets out of the message.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec
import platformdirs

from genial import game, games
from genial.bots import levels
from genial.core.errors import BadOption, nearest, one_of
from genial.core.shapes import shape_fault

_PREFIX = "GENIAL_"
_OTHERS = {"GENIAL_TOKEN"}  # read by other commands
_SHORTEST_SECRET = 16
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_SECRETS = {"webhook_secret", "mail", "database", "bus", "webhook"}  # not to be shown


def default_database() -> str:
    """Return the address of a file among the user's data."""
    return f"sqlite:///{platformdirs.user_data_path('genial')}/genial.db"


class BadSetting(BadOption):
    """Raised for an invalid setting; the fact `reason` says why."""

    code = "bad-setting"


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a host can set. Each has a variable of the environment: GENIAL_DATABASE, …"""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    lan: bool = False  # listen in the local network, and tell its address
    database: str = msgspec.field(default_factory=default_database)
    bus: str = ""  # nats://… for several processes
    origin: str = ""  # https://genial.example, where the browser finds this server
    proxies: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0  # in front, that tell the address
    connections: Annotated[int, msgspec.Meta(ge=16, le=1_000_000)] = 10_000  # open at once
    connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 256
    thinkers: Annotated[int, msgspec.Meta(ge=0, le=256)] | None = None  # threads for bots
    analysis_effort: Annotated[int, msgspec.Meta(ge=10, le=1_000_000)] = 5_000  # playouts a move
    stand_in: str = "club"  # the level of the bot that replaces an absent player
    patience: Annotated[float, msgspec.Meta(ge=1)] = (
        60.0  # seconds until a disconnected player is absent
    )
    spezial_board: str = ""  # the board of new tables: a file, a name, generated-N; or rebuilt
    log_json: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    metrics: Literal["local", "open", "off"] = "local"  # access to /metrics
    imprint: str = ""  # files with texts of the host's own
    privacy: str = ""
    contact: str = ""  # an e-mail address that push services may write to
    mail: str = ""  # smtp://user:password@host:587/?from=genial@genial.example
    webhook: str = ""  # an address that is notified of turns
    webhook_secret: str = ""  # signs these notifications
    notify_after: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 20.0  # seconds of a turn
    push_locally: bool = False  # for tests: push to http://127.0.0.1, too


def read(
    flags: Mapping[str, Any],
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Return the settings; raise BadSetting that names the wrong one."""
    environment = os.environ if environment is None else environment
    names = Settings.__struct_fields__
    known: dict[str, Any] = {}
    if file is not None:
        known |= _from_file(file)
    for name in names:
        text = environment.get(_PREFIX + name.upper())
        if text:
            known[name] = text
    known |= {name: value for name, value in flags.items() if value is not None}
    for name in known:
        if name not in names:
            raise BadSetting(
                f"there is no setting {name!r}{nearest(name, names)}; there are {one_of(names)}",
                reason="no-setting", setting=name, allowed=", ".join(names),
            )  # fmt: skip
    for name, value in known.items():
        try:
            msgspec.convert({name: value}, Settings, strict=False)
        except msgspec.ValidationError as error:
            why = shape_fault(error).sentence
            if name in _SECRETS:
                raise BadSetting(
                    f"the setting {name} cannot be this: {why}",
                    reason="no-secret-value", setting=name,
                ) from None  # fmt: skip
            raise BadSetting(
                f"the setting {name} cannot be {value!r}: {why}",
                reason="no-value", setting=name, value=str(value), allowed=_allowed(name),
            ) from None  # fmt: skip
    settings = msgspec.convert(known, Settings, strict=False)
    if settings.bus and not settings.bus.startswith(("nats://", "tls://")):
        raise BadSetting("the setting bus must be nats://… or tls://…", reason="no-bus")
    _check_stand_in(settings.stand_in)
    _check_origin(settings.origin)
    _check_outside(settings)
    return settings


def _allowed(name: str) -> str:
    """Return the values that a setting takes, in a form that needs no translation.

    >>> _allowed("connections"), _allowed("patience"), _allowed("lan"), _allowed("metrics")
    ('16–1000000', '≥ 1', 'true, false', 'local, off, open')
    """
    settings = msgspec.inspect.type_info(Settings)
    assert isinstance(settings, msgspec.inspect.StructType)
    (kind,) = (one.type for one in settings.fields if one.name == name)
    if isinstance(kind, msgspec.inspect.UnionType):  # with None, which cannot be written
        kind = kind.types[0]
    match kind:
        case (
            msgspec.inspect.IntType(ge=least, le=most)
            | msgspec.inspect.FloatType(ge=least, le=most)
        ):
            bounds = [str(bound).removesuffix(".0") for bound in (least, most) if bound is not None]
            return f"≥ {bounds[0]}" if most is None else "–".join(bounds)
        case msgspec.inspect.LiteralType(values=values):
            return ", ".join(map(str, values))
        case msgspec.inspect.BoolType():
            return "true, false"
    return '"…"'


def unknown_variables(environment: Mapping[str, str] | None = None) -> list[str]:
    """Return a sentence for every variable GENIAL_… that is not a setting."""
    environment = os.environ if environment is None else environment
    names = [_PREFIX + name.upper() for name in Settings.__struct_fields__]
    return [
        f"{name} in the environment is not a setting{nearest(name, names)}"
        for name in sorted(environment)
        if name.startswith(_PREFIX) and name not in {*names, *_OTHERS}
    ]


def _check_stand_in(level: str) -> None:
    """Raise BadSetting if some game's bots have no such level: it may be needed at any table."""
    for name in games():
        known = levels(game(name))
        if level not in known:
            raise BadSetting(
                f"the setting stand_in cannot be {level!r}{nearest(level, known)}: "
                f"{name} has {one_of(known)}",
                reason="no-level", value=level, game=name, allowed=", ".join(known),
            )  # fmt: skip


def _check_origin(origin: str) -> None:
    """Raise BadSetting if this is not the origin of a website."""
    if not origin:
        return
    try:
        parts = urlsplit(origin)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if host is None or origin.rstrip("/") != f"{parts.scheme}://{parts.netloc}":
        raise BadSetting(
            "the setting origin must be as in https://genial.example: no path, nothing else",
            reason="no-origin",
        )
    if parts.scheme not in ("http", "https") or "@" in parts.netloc:
        raise BadSetting(
            "the setting origin must be https://… or http://…",
            reason="no-origin",
        )


def _check_outside(settings: Settings) -> None:
    """Raise BadSetting if the webhook or the mail server cannot be used."""
    if settings.webhook:
        if urlsplit(settings.webhook).scheme not in ("http", "https"):
            raise BadSetting(
                "the setting webhook must be https://… or http://…",
                reason="no-webhook",
            )
        if len(settings.webhook_secret) < _SHORTEST_SECRET:
            raise BadSetting(
                f"the setting webhook needs a webhook_secret of at least {_SHORTEST_SECRET} "
                "characters: what is sent there is signed with it",
                reason="no-webhook-secret",
                least=_SHORTEST_SECRET,
            )
    if settings.mail:
        mail_place(settings.mail)


class MailPlace(msgspec.Struct, frozen=True):
    """A mail server, and the sender of its mail."""

    host: str
    port: int
    encrypted: bool  # from the first byte; otherwise as soon as the server offers it
    user: str
    password: str
    sender: str


def mail_place(address: str) -> MailPlace:
    """Return the mail server of the setting mail; raise BadSetting.

    >>> mail_place("smtp://mail.example?from=genial@club.example").port
    587
    """
    parts = urlsplit(address)
    sender = parse_qs(parts.query).get("from", [""])[0]
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or port == -1:
        raise BadSetting("the setting mail must be smtp://… or smtps://…", reason="no-mail")
    if not is_address(sender):
        raise BadSetting(
            "the setting mail needs a sender, as in smtp://…/?from=genial@club.example",
            reason="no-sender",
        )
    encrypted = parts.scheme == "smtps"
    return MailPlace(
        parts.hostname, port or (465 if encrypted else 587), encrypted,
        unquote(parts.username or ""), unquote(parts.password or ""), sender,
    )  # fmt: skip


def is_address(text: str) -> bool:
    """Can this be an e-mail address?

    >>> is_address("ada@club.example"), is_address("ada@club.example\\nBcc: eve@club.example")
    (True, False)
    """
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise BadSetting(
            f"{file} cannot be read: {why}",
            reason="no-file",
            file=str(file),
            why=why,
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"{file} is not TOML: {error}",
            reason="no-toml",
            file=str(file),
            why=str(error),
        ) from None
