"""Settings: from flags, the environment and a file, and what is said when one cannot be."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import certifi
import pytest

from genial.cli.i18n.messages import Messages
from genial.core.errors import BadOption, GenialError
from genial.server.settings import Settings, read, unknown_variables
from genial.server.storage.store import Store, engine_for
from tests.server.live import Server


def test_without_any_setting_there_is_a_home_for_one() -> None:
    settings = read({}, None, {})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.stand_in) == ("127.0.0.1", 8000, "club")
    assert settings.database.startswith("sqlite:///")


def test_flags_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "genial.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\npatience = 30\nlog_json = true\n')
    environment = {"GENIAL_PORT": "2", "GENIAL_PATIENCE": "40.5", "GENIAL_BUS": "", "PORT": "9"}
    told = read({"port": 3, "host": None}, file, environment)
    assert (told.port, told.host, told.patience, told.log_json) == (3, "0.0.0.0", 40.5, True)
    assert told.bus == "", "an empty variable sets nothing"
    assert read({}, file, environment).port == 2
    assert read({}, file, {}).port == 1
    assert read({"log_json": False}, file, {}).log_json is False


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        ({"port": "many"}, "the setting port cannot be 'many'"),
        ({"port": 70000}, "the setting port cannot be 70000"),
        ({"log_level": "loud"}, "the setting log_level cannot be 'loud'"),
        ({"patience": 0}, "the setting patience cannot be 0"),
        ({"stand_in": "clubb"}, "stand_in cannot be 'clubb' (did you mean club?): ingenious has "),
        ({"stand_in": "master"}, "stand_in cannot be 'master': ingenious has "),
        ({"origin": "genial.example"}, "as in https://genial.example"),
        ({"origin": "https://genial.example/games"}, "as in https://genial.example"),
        ({"origin": "https://genial.example?x=1"}, "as in https://genial.example"),
        ({"origin": "https://["}, "as in https://genial.example"),
        ({"origin": "https://genial.example:port"}, "as in https://genial.example"),
        ({"origin": "ftp://genial.example"}, "must be https://… or http://…"),
        ({"origin": "https://ada@genial.example"}, "must be https://… or http://…"),
        ({"bus": "http://x"}, "must be nats://… or tls://…"),
        ({"webhook": "x"}, "must be https://… or http://…"),
        ({"webhook": "https://x.example", "webhook_secret": "short"}, "at least 16 characters"),
        ({"mail": "imap://x"}, "must be smtp://… or smtps://…"),
        ({"mail": "smtp://mail.example"}, "needs a sender"),
        ({"prot": 1}, "there is no setting 'prot' (did you mean port?)"),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(
    flags: dict[str, object], said: str
) -> None:
    with pytest.raises(BadOption) as refused:
        read(flags, None, {})
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("origin", ["https://genial.example", "http://localhost:8000/"])
def test_an_origin_is_where_browsers_come_from(origin: str) -> None:
    assert read({"origin": origin}, None, {}).origin == origin


def test_a_file_that_is_none_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for text, said in (
        ("port = ", "is not TOML"),
        ("prt = 1", "there is no setting 'prt'"),
        ("[server]\nport = 1", "there is no setting 'server'"),
    ):
        file = tmp_path / "genial.toml"
        file.write_text(text)
        with pytest.raises(BadOption, match=said):
            read({}, file, {})
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        read({}, tmp_path / "nothing.toml", {})


def test_no_password_is_repeated() -> None:
    for name, value in (
        ("bus", "http://genial:sesame@bus:4222"),
        ("database", "postgresql//genial:sesame@db/genial"),
        ("mail", "imap://genial:sesame@mail.example"),
        ("webhook", "ftp://genial:sesame@x.example"),
    ):
        with pytest.raises(GenialError) as refused:
            engine_for(read({name: value}, None, {}).database)
        assert "sesame" not in str(refused.value)


def test_a_database_at_no_port_is_refused_with_a_sentence() -> None:
    with pytest.raises(GenialError, match="the database must be sqlite:///FILE or postgresql"):
        engine_for("postgresql://ada@db:port/genial")


async def test_tls_to_postgresql_can_be_demanded(migrated_database: str, tmp_path: Path) -> None:
    """As other programs spell it. The server of the tests has no TLS."""
    store = await Store.open(f"{migrated_database}?sslmode=disable")
    await store.realm()
    await store.beat("one", time.time)
    await store.close()
    with pytest.raises(GenialError, match="rejected SSL upgrade"):
        await Store.open(f"{migrated_database}?sslmode=require")
    authority = tmp_path / "authority.pem"
    with pytest.raises(GenialError, match="No such file"):
        await Store.open(f"{migrated_database}?sslmode=verify-full&sslrootcert={authority}")
    shutil.copy(certifi.where(), authority)
    with pytest.raises(GenialError, match="rejected SSL upgrade"):
        await Store.open(f"{migrated_database}?sslmode=verify-full&sslrootcert={authority}")


@pytest.mark.parametrize("option", ["connect_timeout", "ssl", "password"])
def test_an_unknown_option_of_the_database_is_refused(option: str) -> None:
    with pytest.raises(GenialError, match=f"has no option {option}; there are sslmode, ") as no:
        engine_for(f"postgresql://ada@db/genial?{option}=sesame")
    assert "sesame" not in str(no.value)


def test_a_secret_setting_is_refused_in_german_without_its_value(tmp_path: Path) -> None:
    file = tmp_path / "genial.toml"
    file.write_text("webhook_secret = 123456789\n")
    with pytest.raises(BadOption) as refused:
        read({}, file, {})
    sentence = Messages("de").reason(refused.value)
    assert sentence == "Die Einstellung webhook_secret hat einen ungültigen Wert"


def test_a_variable_that_is_no_setting_is_named_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"GENIAL_DATABSE": "x", "GENIAL_TOKEN": "x", "GENIAL_PORT": "1", "HOME": "/"}
    (sentence,) = unknown_variables(environment)
    assert sentence.startswith("GENIAL_DATABSE in the environment is not a setting")
    assert "did you mean GENIAL_DATABASE?" in sentence
    monkeypatch.setenv("GENIAL_STANDIN", "kid")
    with Server(f"sqlite:///{tmp_path}/x.db", "", log=tmp_path / "log") as server:
        assert "did you mean GENIAL_STAND_IN?" in server.log()
