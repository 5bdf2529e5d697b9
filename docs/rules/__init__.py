"""The rules of each game, as text: these files are installed as `cardenvs.rulebook`."""
