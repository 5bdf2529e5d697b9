"""The advice of section 11 of each game's rules: one compiled ``act(options, observation, mask) -> action`` a game.

A bot sees the public options and the observation, never the state.
"""
