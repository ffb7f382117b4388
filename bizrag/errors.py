"""The exceptions of bizrag.

    BizragError
    ├── PermanentError          running again with the same input fails the same way
    │   ├── BadInputError       a file cannot be read: missing, empty, encrypted, damaged, too large
    │   ├── ConfigurationError  a setting, a database or a weight file is not usable
    │   └── NotFoundError       a document, an index or a collection that does not exist
    └── TransientError          running again may succeed
        ├── WorkerCrashError    a worker process died or ran out of memory
        └── ParseTimeoutError   parsing took longer than its limit

The class decides whether the pipeline tries again; the message is one line for a person: what, where, what to do.
"""


class BizragError(Exception):
    """Something went wrong in bizrag."""


class PermanentError(BizragError):
    """The same input fails the same way again."""


class BadInputError(PermanentError):
    """The file cannot be read."""


class ConfigurationError(PermanentError):
    """A setting, a database or a weight file is not usable."""


class NotFoundError(PermanentError):
    """There is nothing under that name."""


class TransientError(BizragError):
    """Trying again may succeed."""


class WorkerCrashError(TransientError):
    """A worker process died."""


class ParseTimeoutError(TransientError):
    """Parsing took longer than its limit."""
