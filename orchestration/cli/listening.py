"""The socket of a command that serves: taken before anything slow begins, so that a port in use is said at once."""

from __future__ import annotations

import socket

from bizrag.errors import ConfigurationError


def listen(host: str, port: int) -> socket.socket:
    """A socket on the address; raises ConfigurationError where it is taken or not ours."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationError(
            f"cannot listen on {host} port {port}: {reason}; take another with --host and --port"
        ) from error
