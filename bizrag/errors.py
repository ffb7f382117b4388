"""The exceptions of bizrag.

    BizragError
    ├── PermanentError          running again with the same input fails the same way
    │   ├── BadInputError       a file cannot be read: missing, empty, encrypted, damaged, too large
    │   │   └── PartialParseError  some of its pages cannot
    │   ├── ConfigurationError  a setting, a database or a weight file is not usable
    │   ├── NotFoundError       a document, an index or a collection that does not exist
    │   ├── AccessDeniedError   a key is missing, wrong or ended, or may not do this
    │   ├── ItemsRejectedError  tables, pictures or slides of a document cannot be described
    │   ├── RefusedError        a model refuses to answer, or a content filter stops it
    │   └── ProviderRejectedError       a provider does not take this request: its size, its form, its images
    └── TransientError          running again may succeed
        ├── SourceUnavailableError  a file may not be read now: rights, a share that is not there, a disk error
        ├── ChangedWhileReadError   somebody wrote to a file while it was read
        ├── TooManyRequestsError  a key made more requests than it may
        ├── BlobStoreError      images cannot be written now: a full disk, a bucket out of reach
        ├── WorkerCrashError    a worker process died or ran out of memory
        ├── ParseTimeoutError   parsing took longer than its limit
        ├── ItemsFailedError    tables, pictures or slides of a document were not described this time
        ├── RateLimitedError    a provider wants fewer calls
        ├── ProviderUnavailableError    a provider cannot be reached, breaks off or answers 5xx
        │   └── CircuitOpenError        it failed so often that it is left alone for a while
        ├── ProviderUnusableError       a provider takes no call as it is set up: key, quota, address, model name
        ├── ProviderTimeoutError        a provider took longer than the limit of the call
        └── InvalidOutputError  a model's output is not what was asked for, not even when asked again

Those of models are ProviderErrors too.

The class decides whether the pipeline tries again; the message is one line for a person: what, where, what to do.
"""


class BizragError(Exception):
    """Something went wrong in bizrag."""


class PermanentError(BizragError):
    """The same input fails the same way again."""


class BadInputError(PermanentError):
    """The file cannot be read."""


class PartialParseError(BadInputError):
    """Some pages of the file cannot be read or analysed."""


class ConfigurationError(PermanentError):
    """A setting, a database or a weight file is not usable."""


class NotFoundError(PermanentError):
    """There is nothing under that name."""


class AccessDeniedError(PermanentError):
    """The key is missing, wrong or ended, or may not do this."""


class TransientError(BizragError):
    """Trying again may succeed."""


class TooManyRequestsError(TransientError):
    """The key made more requests than it may."""

    def __init__(self, message: str, *, retry_after_seconds: float) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class SourceUnavailableError(TransientError):
    """The file may not be read now."""


class ChangedWhileReadError(TransientError):
    """Somebody wrote to the file while it was read."""


class BlobStoreError(TransientError):
    """Images cannot be written now."""


class WorkerCrashError(TransientError):
    """A worker process died."""


class ParseTimeoutError(TransientError):
    """Parsing took longer than its limit."""


class ItemsRejectedError(PermanentError):
    """Tables, pictures or slides of a document cannot be described; those that can be are kept."""


class ItemsFailedError(TransientError):
    """Tables, pictures or slides of a document were not described this time; those that were are kept."""


class ProviderError(BizragError):
    """A model could not do what it was asked."""


class RefusedError(ProviderError, PermanentError):
    """The model refuses to answer, or a content filter stops it."""

    def __init__(self, message: str, *, input_tokens: int | None = None, output_tokens: int | None = None) -> None:
        super().__init__(message)
        # what the refusal took; None where the provider does not say
        self.input_tokens = input_tokens
        self.output_tokens = output_tokens


class ProviderRejectedError(ProviderError, PermanentError):
    """The provider does not take this request."""


class RateLimitedError(ProviderError, TransientError):
    """The provider wants fewer calls."""

    def __init__(self, message: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        # None where the provider does not say
        self.retry_after_seconds = retry_after_seconds


class ProviderUnavailableError(ProviderError, TransientError):
    """The provider cannot be reached, breaks off or fails."""


class CircuitOpenError(ProviderUnavailableError):
    """The provider failed so often that no call is made for a while."""


class ProviderUnusableError(ProviderError, TransientError):
    """The provider takes no call before key, quota, address or model name are mended; no document is at fault."""

    def __init__(self, message: str, *, is_for_all: bool = False) -> None:
        super().__init__(message)
        # whatever is asked with this key; else another model of the server may answer
        self.is_for_all = is_for_all


class ProviderTimeoutError(ProviderError, TransientError):
    """The provider took longer than the limit of the call."""


class InvalidOutputError(ProviderError, TransientError):
    """The output is not what was asked for."""
