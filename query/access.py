"""Who asks, told from a key; and whether a service may be reached by others."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Protocol

from bizrag.errors import AccessDeniedError, ConfigurationError
from bizrag.model.access import LOCAL, Principal
from bizrag.store.keys import authenticate, count_request, had_keys, has_keys

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from bizrag.settings import Settings


class Opened(Protocol):
    """A service, as far as it tells who asks: the database is opened where a key is looked up."""

    @property
    def settings(self) -> Settings: ...

    @property
    def engine(self) -> Engine: ...


def principal_of_key(service: Opened, secret: str, *, is_session: bool = False, is_counted: bool = True) -> Principal:
    """Who shows a key, or the value of a session of the web page; counts as one request, unless it is not counted.

    Raises AccessDeniedError where it does not count, TooManyRequestsError where its holder asked too often.
    """
    with service.engine.begin() as conn:
        caller = authenticate(conn, secret, is_session=is_session)
        if is_counted:
            count_request(conn, caller, default_per_minute=service.settings.access.requests_per_minute)
    return caller.principal


def principal_of_settings(service: Opened) -> Principal:
    """Who the command line acts for: the holder of the key in the settings, else the owner at the machine."""
    key = service.settings.access.key
    if key is None:
        return LOCAL
    try:
        return principal_of_key(service, key.get_secret_value())
    except AccessDeniedError as error:
        raise AccessDeniedError(f"BIZRAG_ACCESS__KEY: {error}") from error


def check_address(service: Opened, host: str) -> None:
    """Raises ConfigurationError for an address that others reach while there is no key: all would be the owner."""
    if not is_loopback(host) and not has_keys(service.engine):
        raise ConfigurationError(
            f"{host} can be reached by others, and there is no key: make one with 'bizrag keys add NAME', or listen on "
            "127.0.0.1"
        )


def has_only_ended_keys(service: Opened) -> bool:
    """Whether keys were made and none counts any more: a service then answers nobody, on this machine neither."""
    return had_keys(service.engine) and not has_keys(service.engine)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address. A name other than localhost may mean anything.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::", "", "docs.example")]
    [True, True, True, False, False, False, False]
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
