"""The builders in a compact form: Klondike's and Free Cell's kin, read off their declarations."""
