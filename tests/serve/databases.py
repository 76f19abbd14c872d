"""The database that the tests of a worker share, as a new host finds it."""

import time
from pathlib import Path

import psycopg

from solterm.serve.account_tables import HOST_FILE
from solterm.serve.host_data import HostData
from solterm.serve.relay import count_hosts
from solterm.store.postgres.tables import OWN


def empty_database(address: str) -> None:
    """Empty the tables of a host, once the hosts of earlier tests have let go of them."""
    target = HostData(Path("/nowhere"), address)
    with target.open_accounts(), target.open_store("nobody"):
        pass
    while count_hosts(address):
        time.sleep(0.02)
    tables = (*HOST_FILE.tables, "shared_result", "tournament", *OWN)
    with psycopg.connect(address, autocommit=True) as owner:
        owner.execute(f"TRUNCATE {', '.join(tables)}".encode())
