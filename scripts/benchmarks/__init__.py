"""The measurements of `scripts/bench`. Each compares solterm with a peer in the same run."""
