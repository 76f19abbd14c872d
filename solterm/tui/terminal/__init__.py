"""The last yard to the player: keys come in (``hearing``), thrifty pictures go out (``wire``)."""
