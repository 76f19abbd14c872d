"""The compact form of the builders: Klondike, Free Cell and their relatives."""
