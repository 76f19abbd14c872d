"""Asking the host and waiting for its answer, where nothing else is to be done meanwhile."""

import select
import time

from solterm.hall.link import Link
from solterm.hall.messages import Message, No, Yes

PATIENCE = 5.0
"""Seconds a host is waited for, which answers in thousandths."""


def ask(
    link: Link,
    message: Message,
    *answers: type[Message],
    patience: float = PATIENCE,
) -> tuple[Message | None, list[Message]]:
    """The answer to a message, and what else was said meanwhile; None where none has come.

    An answer is one of the kinds named, or a ``No``; where none is named, a ``Yes``.
    """
    wanted = (*(answers or (Yes,)), No)
    answer: Message | None = None
    others: list[Message] = []
    end = time.monotonic() + patience
    link.say(message)
    while answer is None and link.is_up and (left := end - time.monotonic()) > 0:
        waits_to_say = [] if link.flush() else [link]
        select.select([link], waits_to_say, [], left)
        for each in link.hear():
            if answer is None and isinstance(each, wanted):
                answer = each
            else:
                others.append(each)
    return answer, others
