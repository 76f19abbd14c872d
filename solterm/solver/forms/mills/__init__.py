"""Games in which cards wait in single places around their foundations, whatever their suits."""
