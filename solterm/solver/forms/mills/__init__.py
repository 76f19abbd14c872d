"""Games in which cards wait in single places round their foundations, whatever their suits."""
