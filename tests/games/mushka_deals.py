"""Deals of the mushka family laid for its tests, and what they read off a table."""

import cardenvs
from cardenvs.core.table import Table

from .reading import legal, seen

PRIVILEGED = ("AS", "QS", "KC", "JC")
"""Cards that hands not given don't get while there are others: each is special in one game of the family."""


def laid(game, hands=(), turned=None, stock="", dealer=3, **options):
    """Seat 3 of four deals, unless said; hands not given are dull: mixed suits, no privileged card."""
    table = cardenvs.table(game, **{"seats": 4, "first_dealer": dealer, **options})
    return table.reset(**parts(table, hands, turned, stock))


def parts(table, hands=(), turned=None, stock=""):
    """The parts of a deal, all hands filled."""
    size = table.options.hand_size
    hands = [*hands, *[None] * (table.seats - len(hands))]
    taken = " ".join([turned or "", stock, *filter(None, hands)]).split()
    names = table.rules.cards.names
    pack = [names[card] for card in table.rules.pack_of(table.options)]
    dull = sorted(
        (card for card in pack if card not in taken), key=lambda card: (card in PRIVILEGED, names.index(card) % 13)
    )
    for seat, held in enumerate(hands):
        if held is None:
            hands[seat], dull = " ".join(dull[:size]), dull[size:]
    turn_up = {} if table.rules.name == "mushka_shutikha" else {"turn_up": turned or dull.pop()}
    return {"hands": hands, "stock": stock} | turn_up


def winner(game, cards, trump, **options):
    """The card that takes the trick of these cards, one from each seat in turn; `trump` names a suit."""
    cards = cards.split()
    table = cardenvs.table(
        game, seats=len(cards), first_dealer=len(cards) - 1, deck=52, hand_size=1, no_trick_penalty=0, **options
    )
    turned = {}
    if game != "mushka_shutikha":
        names = table.rules.cards.names
        turned = {"turn_up": next(card for card in names if card[1] == trump and card not in (*cards, "JC"))}
    table.reset(hands=cards, **turned).play("PLAY " * len(cards)).play(" ".join(cards))
    return cards[seen(table, 0, "tricks").argmax()]


def follow_set(game, led, held, turned=None, **options):
    """What seat 1, holding `held`, may play to the lead `led` of seat 0."""
    size = len(held.split())
    table = cardenvs.table(game, seats=4, first_dealer=3, deck=52, hand_size=size, **options)
    filler = [card for card in ("3D", "4D", "6C", "7C") if card not in held.split()][: size - 1]
    hands = [" ".join([led, *filler]), held]
    table.reset(**parts(table, hands, turned)).play(f"PLAY PLAY PLAY PLAY {led}")
    assert table.seat == 1
    return legal(table)


def scores(table: Table) -> list[int]:
    """What each seat still has to write off."""
    return [int(score) for score in table.states["score"][0, : table.seats]]


def written(table: Table) -> list[int]:
    """What each seat wrote off in the deal last settled."""
    return [int(value) for value in table.states["written"][0, : table.seats]]


def tricks(table: Table) -> list[int]:
    """Tricks of each seat in this deal."""
    return [int(number) for number in table.states["won"][0, : table.seats]]


def trump(table: Table) -> str:
    """The trump suit."""
    return "CDHS"[seen(table, 0, "trump").argmax()]


def phase(table: Table) -> str:
    """The phase, in the letters of the rules."""
    return ("TRUMP", "ANNOUNCE", "DECLARE", "MARK", "PLAY", "OVER")[seen(table, 0, "phase").argmax()]
