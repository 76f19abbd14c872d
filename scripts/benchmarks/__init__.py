"""What `scripts/bench` measures, each beside a peer measured in the same run."""
