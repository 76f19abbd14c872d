from collections.abc import Iterator

import pytest

from tests.serve.hosting import Host


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that admits every player; tests use different addresses and keys."""
    with Host(tmp_path_factory.mktemp("host")) as host:
        yield host
