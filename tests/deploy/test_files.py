"""The files in deploy/ fit together, and fit the server: names, ports, folders, settings."""

from __future__ import annotations

import re
import stat
from pathlib import Path
from typing import Any

import pytest
import yaml

import genial
from genial.server.settings import Settings, read, unknown_variables
from tests.deploy.containerfile import CONTAINERFILE, Stage, context_files, stages

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
MANIFESTS: list[dict[str, Any]] = [
    manifest
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for manifest in yaml.safe_load_all(file.read_text())
    if manifest["kind"] != "Kustomization"
]
UNIT = (DEPLOY / "genial.service").read_text()


@pytest.fixture(scope="module")
def image() -> Stage:
    """The last stage of the Containerfile."""
    return stages(CONTAINERFILE.read_text())[-1]


def manifest(kind: str, name: str) -> dict[str, Any]:
    (found,) = [m for m in MANIFESTS if (m["kind"], m["metadata"]["name"]) == (kind, name)]
    return found


def settings_of(environment: dict[str, str]) -> Settings:
    """Return the settings in an environment, all of whose variables are settings."""
    assert unknown_variables(environment) == []
    return read({}, None, environment)


def filled_in(text: str) -> str:
    """Return a text of the Compose file with its variables as in a filled .env file."""
    values = {"GENIAL_DOMAIN": "genial.example", "POSTGRES_PASSWORD": "a", "NATS_PASSWORD": "b"}
    return re.sub(r"\$\{(\w+):\?[^}]*\}", lambda found: values[found[1]], text)


# --- the image


def test_the_image_listens_where_it_is_asked_for_its_health(image: Stage) -> None:
    settings = settings_of(image.environment)
    assert settings.host == "0.0.0.0"
    assert str(settings.port) in image.health[-1]
    assert "EXPOSE 8000" in CONTAINERFILE.read_text()
    assert (image.entry, image.command) == (["genial"], ["serve"])


def test_the_image_is_not_root_and_writes_into_its_volumes_only(image: Stage) -> None:
    user, _, group = image.user.partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert image.environment["XDG_DATA_HOME"] + "/genial" in image.volumes
    assert image.environment["XDG_CACHE_HOME"] + "/genial" in image.volumes
    (made,) = [rest for word, rest, _ in image.steps if word == "RUN"]
    assert all(volume in made for volume in image.volumes)
    assert f"--uid {user}" in made


def test_the_image_is_built_from_what_git_has_and_nothing_else() -> None:
    files = context_files(ROOT)
    assert {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "web/package.json",
            "requirements.lock", "src/genial/__init__.py", "docs/games/phoenix.en.md"} <= set(
        files
    )  # fmt: skip
    rubbish = re.compile(r"__pycache__|node_modules|server/static/|^tests|^\.|^deploy|\.env")
    assert [path for path in files if rubbish.search(path)] == []


def test_the_image_has_the_pinned_packages() -> None:
    first = stages(CONTAINERFILE.read_text())[0]
    commands = " ".join(rest for word, rest, _ in first.steps if word == "RUN")
    for lock in re.findall(r"-r (\S+)", commands):
        assert (ROOT / lock).exists()
    assert commands.count("--require-hashes") == commands.count("uv pip install") - 1
    assert "--no-deps" in commands, "the wheel brings none of its own"


# --- Compose


def test_the_compose_files_settings_are_those_of_the_server() -> None:
    service = COMPOSE["services"]["genial"]
    environment = {name: filled_in(value) for name, value in service["environment"].items()}
    settings = settings_of(environment)
    assert settings.database == "postgresql://genial:a@postgres/genial"
    assert settings.bus == "nats://genial:b@nats:4222"
    assert settings.origin == "https://genial.example"
    assert settings.proxies == 1
    postgres = COMPOSE["services"]["postgres"]["environment"]
    assert filled_in(postgres["POSTGRES_PASSWORD"]) == "a"
    assert (postgres["POSTGRES_USER"], postgres["POSTGRES_DB"]) == ("genial", "genial")
    assert "genial 8000" in (DEPLOY / "Caddyfile").read_text()


def test_the_compose_file_names_what_it_has(image: Stage) -> None:
    services, volumes = COMPOSE["services"], set(COMPOSE["volumes"])
    used = set()
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        named = {one.split(":")[0] for one in service.get("volumes", ())}
        for one in named:
            assert one in volumes or (DEPLOY / one).exists()
        used |= named & volumes
    assert used == volumes
    build = services["genial"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == CONTAINERFILE
    assert services["genial"]["volumes"][0].split(":")[1] in image.volumes


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert COMPOSE["networks"]["back"]["internal"]
    assert services["postgres"]["networks"] == services["nats"]["networks"] == ["back"]
    assert "back" not in services["caddy"]["networks"]
    assert services["genial"]["read_only"]
    assert services["genial"]["cap_drop"] == ["ALL"]


def test_every_variable_of_the_compose_file_is_in_the_example() -> None:
    texts = [(DEPLOY / name).read_text() for name in ("compose.yaml", "Caddyfile")]
    asked = set(re.findall(r"\$\{(\w+)|\{\$(\w+)\}", " ".join(texts)))
    example = (DEPLOY / "example.env").read_text()
    told = dict(re.findall(r"^(\w+)=(.*)$", example, re.M))
    assert {one or other for one, other in asked} == set(told)
    assert [name for name in told if "PASSWORD" in name and told[name]] == [], "none to be kept"


# --- Kubernetes


def test_the_kustomization_lists_all_manifests() -> None:
    folder = DEPLOY / "kubernetes"
    told = yaml.safe_load((folder / "kustomization.yaml").read_text())
    others = {file.name for file in folder.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(told["resources"]) == others
    for one in MANIFESTS:
        if one["kind"] != "Namespace":
            assert one["metadata"]["namespace"] == told["namespace"]


def test_the_settings_on_kubernetes_are_those_of_the_server() -> None:
    data = manifest("ConfigMap", "genial")["data"]
    settings = settings_of(data)
    assert settings.bus == "nats://nats:4222"
    assert manifest("Service", "nats")["spec"]["ports"][0]["port"] == 4222
    host = manifest("Ingress", "genial")["spec"]["rules"][0]["host"]
    assert settings.origin == f"https://{host}"
    secret = (DEPLOY / "kubernetes" / "settings.yaml").read_text()
    settings_of(dict(re.findall(r"--from-literal=(\w+)=(\S+)", secret)))


@pytest.mark.parametrize("name", ["genial", "nats"])
def test_services_find_their_pods_and_ports(name: str) -> None:
    spec = manifest("Deployment", name)["spec"]
    labels = spec["template"]["metadata"]["labels"]
    assert spec["selector"]["matchLabels"].items() <= labels.items()
    service = manifest("Service", name)["spec"]
    assert service["selector"].items() <= labels.items()
    (container,) = spec["template"]["spec"]["containers"]
    ports = {port["name"] for port in container["ports"]}
    assert {port["targetPort"] for port in service["ports"]} <= ports
    for probe in (value for key, value in container.items() if key.endswith("Probe")):
        assert (probe.get("httpGet") or probe["tcpSocket"])["port"] in ports


@pytest.mark.parametrize("name", ["genial", "nats"])
def test_pods_have_no_more_rights_than_they_need(name: str) -> None:
    pod = manifest("Deployment", name)["spec"]["template"]["spec"]
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False, "or GENIAL_PORT is tcp://…, and no pod starts"
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
    (container,) = pod["containers"]
    rights = container["securityContext"]
    assert (rights["allowPrivilegeEscalation"], rights["readOnlyRootFilesystem"]) == (False, True)
    assert rights["capabilities"] == {"drop": ["ALL"]}


def test_the_metrics_are_for_the_cluster_only() -> None:
    (rule,) = manifest("Ingress", "genial")["spec"]["rules"]
    services = {
        path["path"]: (path["pathType"], path["backend"]["service"]["name"])
        for path in rule["http"]["paths"]
    }
    assert services == {"/metrics": ("Prefix", "nowhere"), "/": ("Prefix", "genial")}
    assert [m for m in MANIFESTS if m["metadata"]["name"] == "nowhere"] == []


def test_a_busy_server_has_time_to_answer_probes() -> None:
    (container,) = manifest("Deployment", "genial")["spec"]["template"]["spec"]["containers"]
    probes = {key: value for key, value in container.items() if key.endswith("Probe")}
    assert set(probes) == {"startupProbe", "readinessProbe", "livenessProbe"}
    assert all(probe["timeoutSeconds"] >= 5 for probe in probes.values())


def test_the_pod_runs_the_image(image: Stage) -> None:
    pod = manifest("Deployment", "genial")["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    context = pod["securityContext"]
    assert f"{context['runAsUser']}:{context['runAsGroup']}" == image.user
    assert container["image"] == f"genial:{genial.__version__}"
    assert container["ports"][0]["containerPort"] == Settings().port
    mounted = {one["mountPath"]: one["name"] for one in container["volumeMounts"]}
    assert set(mounted) == {*image.volumes, "/tmp"}
    assert set(mounted.values()) == {volume["name"] for volume in pod["volumes"]}


# --- systemd


def test_the_service_reads_the_sample_and_writes_into_its_folders(tmp_path: Path) -> None:
    sample = DEPLOY / "genial.toml"
    settings = read({}, sample, {})
    directories = dict(re.findall(r"^(State|Cache)Directory=(\w+)$", UNIT, re.M))
    assert settings.database == f"sqlite:////var/lib/{directories['State']}/genial.db"
    commented = "\n".join(
        line.removeprefix("# ") if " = " in line else line
        for line in sample.read_text().splitlines()
    )
    (tmp_path / "all.toml").write_text(commented)
    assert read({}, tmp_path / "all.toml", {}).imprint.startswith("/etc/genial/")


def test_the_service_may_compile() -> None:
    for line in UNIT.splitlines():
        assert not line.startswith("MemoryDenyWriteExecute=yes"), "LLVM writes machine code"
    assert "DynamicUser=yes" in UNIT
    assert "CapabilityBoundingSet=\n" in UNIT


def test_no_file_has_a_secret_or_a_path_of_somebody_or_is_a_program() -> None:
    own = DEPLOY / ".env"  # with passwords, and not in the repository
    for file in DEPLOY.rglob("*"):
        if file.is_file() and file != own:
            text = file.read_text()
            assert not file.stat().st_mode & stat.S_IXUSR, file
            assert not re.search(r"/(work|root|home|tmp/\w+)/", text), file
            for address in re.findall(r"://\w+:([^@\s]+)@", text):
                assert address.startswith("${") or address == "PASSWORD", file
            assert not re.search(r"(PASSWORD|SECRET|TOKEN)\w*\s*[=:]\s*[\w+/-]{20,}", text), file


def test_the_file_with_the_passwords_is_not_in_the_repository() -> None:
    assert "cp deploy/example.env deploy/.env" in (DEPLOY / "compose.yaml").read_text()
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text().splitlines()
