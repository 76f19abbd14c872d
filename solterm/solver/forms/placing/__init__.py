"""Games in which cards are laid on columns in any order until foundations take them."""
