"""What deploy/ says is true of the project: services, settings, Dagster's instance, the sizes on the page.

No container runs here. The keys of the Helm values are held against the names of the chart's own schema, as of 1.13.
"""

from __future__ import annotations

import configparser
import importlib
import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.sizing import SIZES, Assumed, Measured, size_of, table
from bizrag.settings import Settings
from orchestration.cli.settings import walk
from orchestration.instance import _instance_config

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"

# Top-level keys of the chart, and keys of its parts that refuse others.
_CHART = {
    *("dagsterWebserver", "dagster-user-deployments", "postgresql", "generatePostgresqlPasswordSecret", "rabbitmq"),
    *("generateCeleryConfigSecret", "redis", "flower", "ingress", "imagePullSecrets", "computeLogManager", "scheduler"),
    *("runLauncher", "pythonLogs", "dagsterDaemon", "busybox", "migrate", "telemetry", "serviceAccount", "global"),
    *("retention", "additionalInstanceConfig", "rbacEnabled", "extraManifests"),
}
_LAUNCHERS = {
    "k8sRunLauncher": {
        *("image", "imagePullPolicy", "jobNamespace", "loadInclusterConfig", "kubeconfigFile", "envConfigMaps"),
        *("envSecrets", "envVars", "volumeMounts", "volumes", "labels", "failPodOnRunFailure", "resources"),
        *("schedulerName", "securityContext", "runK8sConfig"),
    },
    "celeryK8sRunLauncher": {
        *("image", "imagePullPolicy", "nameOverride", "configSource", "workerQueues", "env", "envConfigMaps"),
        *("envSecrets", "annotations", "nodeSelector", "affinity", "tolerations", "podSecurityContext", "resources"),
        *("securityContext", "livenessProbe", "volumeMounts", "volumes", "labels", "failPodOnRunFailure"),
        *("schedulerName", "jobNamespace"),
    },
}
_DEPLOYMENT = {
    *("name", "image", "dagsterApiGrpcArgs", "codeServerArgs", "includeConfigInLaunchedRuns", "port", "env"),
    *("envConfigMaps", "envSecrets", "annotations", "nodeSelector", "affinity", "tolerations", "podSecurityContext"),
    *("securityContext", "resources", "livenessProbe", "readinessProbe", "startupProbe", "labels", "volumeMounts"),
    *("volumes", "schedulerName"),
}
_RUN_CONFIG = {"containerConfig", "podSpecConfig", "podTemplateSpecMetadata", "jobSpecConfig", "jobMetadata"}


def _load(name: str) -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    return _load("compose.yaml")["services"]


def test_the_compose_file_has_every_part(services: dict[str, dict[str, Any]]) -> None:
    assert set(services) == {"postgres", "migrate", "code", "webserver", "daemon", "api"}
    declared = set(_load("compose.yaml")["volumes"])
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in declared or source.startswith((".", "${")), (name, volume)


def test_every_service_that_stays_says_whether_it_is_well(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        check = service["healthcheck"]
        assert check == {"disable": True} if name == "migrate" else check["test"][0] in ("CMD", "CMD-SHELL"), name


def test_services_wait_for_services_that_exist(services: dict[str, dict[str, Any]]) -> None:
    for service in services.values():
        for other, condition in service.get("depends_on", {}).items():
            wanted = "service_completed_successfully" if other == "migrate" else "service_healthy"
            assert other in services
            assert condition == {"condition": wanted}


def test_services_of_ours_have_no_rights_and_listen_on_this_machine(services: dict[str, dict[str, Any]]) -> None:
    for name, service in services.items():
        if name != "postgres":
            assert service["cap_drop"] == ["ALL"]
            assert service["security_opt"] == ["no-new-privileges:true"]
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", []))


def _images(value: Any) -> list[str]:
    """Every image that a file names, "repository:tag"."""
    if isinstance(value, list):
        return [image for item in value for image in _images(item)]
    if not isinstance(value, dict):
        return []
    found = [image for item in value.values() for image in _images(item)]
    image = value.get("image")
    if isinstance(image, str):
        found.append(image)
    elif isinstance(image, dict):
        found.append(f"{image['repository']}:{image['tag']}")
    return found


@pytest.mark.parametrize("name", ["compose.yaml", "helm-k8s.yaml", "helm-celery.yaml", "kubernetes-api.yaml"])
def test_every_image_has_a_tag_that_stays(name: str) -> None:
    documents = list(yaml.safe_load_all((DEPLOY / name).read_text(encoding="utf-8")))
    images = _images(documents)
    assert images
    assert all(re.search(r":v?\d[\w.${}:-]*$", image) for image in images), images


def test_every_variable_is_a_setting() -> None:
    groups = {name.split("__")[0] for name, _, _ in walk(Settings.model_construct())}
    settings = {name for name, _, _ in walk(Settings.model_construct())} | {"BIZRAG_SOURCES", "BIZRAG_HOME"}
    # read by the compose file itself
    others = {"BIZRAG_TARGET"}
    assert groups
    for path in DEPLOY.rglob("*"):
        if path.is_file():
            named = set(re.findall(r"\bBIZRAG_[A-Z0-9_]+", path.read_text(encoding="utf-8")))
            assert named <= settings | others, path.name


def test_the_instance_is_the_one_that_the_command_line_writes() -> None:
    assert _load("dagster.yaml") == _instance_config({"env": "DAGSTER_POSTGRES_URL"})


def test_commands_name_modules_and_targets_that_exist(services: dict[str, dict[str, Any]]) -> None:
    assert importlib.import_module("orchestration.definitions").defs
    stages = set(re.findall(r"^FROM \S+ AS (\w+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE))
    assert stages == {"base", "cpu", "gpu"}
    for line in re.findall(r"^COPY (\S+(?: \S+)*) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE):
        assert all((ROOT / source).exists() for source in line.split()), line
    host = _load("workspace.yaml")["load_from"][0]["grpc_server"]
    assert host["host"] in services
    assert str(host["port"]) in services["code"]["command"]


@pytest.mark.parametrize(
    ("name", "launcher", "kind"),
    [
        ("helm-k8s.yaml", "k8sRunLauncher", "K8sRunLauncher"),
        ("helm-celery.yaml", "celeryK8sRunLauncher", "CeleryK8sRunLauncher"),
    ],
)
def test_helm_values_use_keys_that_the_chart_has(name: str, launcher: str, kind: str) -> None:
    values = _load(name)
    assert set(values) <= _CHART
    assert values["runLauncher"]["type"] == kind
    (config,) = values["runLauncher"]["config"].items()
    assert config[0] == launcher
    assert set(config[1]) <= _LAUNCHERS[launcher]
    assert set(config[1].get("runK8sConfig", {})) <= _RUN_CONFIG
    (deployment,) = values["dagster-user-deployments"]["deployments"]
    assert set(deployment) <= _DEPLOYMENT
    assert deployment["includeConfigInLaunchedRuns"] == {"enabled": True}
    assert values["postgresql"]["enabled"] is False


def test_pgbouncer_keeps_sessions_for_who_needs_them() -> None:
    config = configparser.ConfigParser(comment_prefixes=(";",), inline_comment_prefixes=None)
    config.read(DEPLOY / "pgbouncer.ini")
    assert "pool_mode=session" in config["databases"]["bizrag"]
    assert "pool_mode=transaction" in config["databases"]["bizrag_readers"]


@pytest.mark.parametrize("name", ["small", "medium", "large"])
def test_postgres_takes_the_settings(name: str, shared_engine: Any) -> None:
    from sqlalchemy import text

    lines = (DEPLOY / f"postgres/{name}.conf").read_text().splitlines()
    pairs = (line.split(" = ", 1) for line in lines if line and line[0] != "#")
    settings = {name: value.strip("'") for name, value in pairs}
    with shared_engine.connect() as conn:
        known = set(conn.execute(text("SELECT name FROM pg_settings")).scalars())
    assert set(settings) <= known
    assert settings["jit"] == "off"


def test_the_sizes_on_the_page_are_those_of_the_model() -> None:
    page = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    assert table([size_of(pages, Measured(), Assumed()) for pages in SIZES]) in page


def test_a_deployment_grows_with_its_pages() -> None:
    sizes = [size_of(pages, Measured(), Assumed()) for pages in SIZES]
    for smaller, larger in itertools.pairwise(sizes):
        assert larger.database_gb == pytest.approx(10 * smaller.database_gb)
        assert larger.workers >= smaller.workers
        assert larger.month_usd > smaller.month_usd
