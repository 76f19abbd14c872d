"""Two hosts that share a PostgreSQL database hear of each other, even after an outage."""

import asyncio

import psycopg

from solterm.hall.messages import PlayLeft, Step, Watch
from solterm.serve.relay import connect_hosts, count_hosts
from tests.harness.postgres import Server
from tests.serve.hosting import eventually
from tests.serve.hosts import STARTED, HallHarness
from tests.serve.test_relay import LONG


class TwoHosts:
    """Ann's host and Bob's host."""

    def __init__(self) -> None:
        self.ann, self.bob = HallHarness("first"), HallHarness("second")
        self.ann.enter("a1", "ann")
        self.bob.enter("b1", "bob")
        self.logged: list[str] = []

    def join(self, address: str) -> list[asyncio.Task[None]]:
        return [
            asyncio.create_task(connect_hosts(house.hall, address, self.logged.append))
            for house in (self.ann, self.bob)
        ]

    @property
    def know_each_other(self) -> bool:
        return all(len(house.hall.refresh().visitors) == 2 for house in (self.ann, self.bob))


async def end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_hosts_hear_of_each_other_through_the_database(database: str) -> None:
    both = TwoHosts()
    tasks = both.join(database)
    await eventually(lambda: both.know_each_other)
    await eventually(lambda: count_hosts(database) == 2)
    both.ann.say("a1", LONG)
    both.bob.say("b1", Watch("a1"))
    await eventually(lambda: both.bob.messages["b1"])
    both.ann.say("a1", Step(len(LONG.events) + 1, ("undo",)))
    both.ann.say("a1", PlayLeft())
    await eventually(lambda: len(both.bob.messages["b1"]) == 3)
    assert both.bob.received("b1") == [LONG, Step(len(LONG.events) + 1, ("undo",)), PlayLeft()]
    await end(tasks[0])
    await eventually(lambda: len(both.bob.hall.refresh().visitors) == 1)
    await end(*tasks)
    assert both.logged == ["The other hosts are within reach."] * 2


async def test_hosts_that_were_cut_off_find_each_other_again(server: Server, database: str) -> None:
    both = TwoHosts()
    tasks = both.join(database)
    try:
        await eventually(lambda: both.know_each_other)
        with server.connect() as everything:
            everything.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE %s AND datname = %s",
                ["%solterm_hall%", psycopg.conninfo.conninfo_to_dict(database)["dbname"]],
            )
        await eventually(lambda: any("out of reach" in each for each in both.logged))
        await eventually(lambda: both.know_each_other and "within reach" in both.logged[-1])
        both.ann.say("a1", STARTED)
        both.bob.say("b1", Watch("a1"))
        await eventually(lambda: STARTED in both.bob.messages["b1"])
    finally:
        await end(*tasks)
