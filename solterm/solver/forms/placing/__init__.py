"""Games whose cards wait on columns in any order until foundations take them."""
