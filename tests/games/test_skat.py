"""docs/rules/skat.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs
from cardenvs.errors import InvalidOption

from .reading import dealer, hand, legal, named, seen
from .skat_deals import (
    DEAL_A,
    auction,
    balanced,
    delta,
    hand_with,
    mark_lowest,
    play_lowest,
    ramsch,
    reckoned,
    settle_ramsch_now,
    skat,
    solo,
    soloist_points,
    tourne,
)

GAMES_ALL = (
    "tourne", "gucki_grand", "gucki_null", "solo", "grand", "grand_ouvert", "null", "null_ouvert", "frage", "revolution",
    "uno_duo",
)  # fmt: skip
TRUMPS = "TRUMP_C TRUMP_D TRUMP_H TRUMP_S"
GUCKIS = "GUCKI_GRAND GUCKI_NULL GUCKI_NULL_OUVERT"


def bids(table):
    """The bids that are legal now."""
    return [int(name[4:]) for name in table.legal_names() if name.startswith("BID_")]


def class_of(card, contract):
    """What a card counts as in a game."""
    trump = contract.split()[0].removeprefix("TRUMP_")
    return "trump" if contract != "NULL" and (card[0] == "J" or card[1] == trump) else card[1]


def laid_around(cards, contract):
    """Three hands, each with its one of `cards`; who does not follow the first holds none of its class."""
    led = class_of(cards[0], contract)
    left = [card for card in cardenvs.spec("skat").cards.names if card not in cards]
    hands = {}
    for card in sorted(cards, key=lambda card: class_of(card, contract) == led):
        follows = class_of(card, contract) == led
        own = [card, *(other for other in left if follows or class_of(other, contract) != led)][:10]
        left = [other for other in left if other not in own]
        hands[card] = own
    return [hands[card] for card in cards]


@pytest.mark.parametrize(
    ("contract", "cards", "best"),
    [
        ("TRUMP_H ANN_NONE", "9D AD 7H", "7H"),
        ("TRUMP_H ANN_NONE", "JD AH 7D", "JD"),
        ("GRAND ANN_NONE", "AC JD TC", "JD"),
        ("GRAND ANN_NONE", "JD JH AS", "JH"),
        ("NULL", "TC JC QC", "QC"),
        ("NULL", "9H TH KD", "TH"),
        ("TRUMP_C ANN_NONE", "AC JD JS", "JS"),
        ("TRUMP_S ANN_NONE", "KH TH AH", "AH"),
    ],
)
def test_9_01_trick_winners(contract, cards, best):
    table = skat(parts={"hands": laid_around(cards.split(), contract)}, early_stop=False)
    table.play(f"PASS PASS HOLD {contract} {cards}")
    assert cards.split()[int(table.states["tricks"][0].argmax())] == best


@pytest.mark.parametrize(
    ("contract", "led", "held", "playable"),
    [
        ("TRUMP_C ANN_NONE", "JH", "7C AS TD", "7C"),
        ("GRAND ANN_NONE", "JH", "7C AS TD", "7C AS TD"),
        ("NULL", "JH", "7H JC", "7H"),
        ("TRUMP_C ANN_NONE", "AS", "KC JD 7H", "KC JD 7H"),
        ("GRAND ANN_NONE", "AS", "KS JD 7H", "KS"),
        ("TRUMP_D ANN_NONE", "9D", "JS AD AH", "JS AD"),
    ],
)
def test_9_02_following(contract, led, held, playable):
    rest = [
        card
        for card in cardenvs.spec("skat").cards.names
        if card not in held.split() and class_of(card, contract) != class_of(led, contract)
    ]
    table = skat(parts={"hands": [[led], [*held.split(), *rest[: 10 - len(held.split())]], None]})
    table.play(f"PASS PASS HOLD {contract} {led}")
    assert legal(table) & named(held) == named(playable)


@pytest.mark.parametrize(
    ("contract", "held", "skat_cards", "run"),
    [
        ("TRUMP_C", "JC JH JD AC TC 8C 7C 7H 8H 7S", "8S 9S", 1),
        ("TRUMP_C", "JC JH JD AC TC 8C 7C 7H 8H 7S", "JS 9S", 6),
        ("TRUMP_H", "JC JS AH TH 7H 7C 8C 7D 8D 7S", "8S 9S", 2),
        ("TRUMP_H", "JH JD KH QH 9H 8H 7C 8C 7D 8D", "8S 9S", 2),
        ("TRUMP_H", "AH KH QH 9H 7C 8C 7D 8D 7S 9D", "8S 9S", 4),
        ("TRUMP_H", "AH KH QH 9H 7C 8C 7D 8D 7S 9D", "JC 9S", 1),
        ("GRAND", "AC AD TC TD KC KD QC QD 9C 9D", "8S 9S", 4),
        ("TRUMP_D", "JC JS JH JD AD KD QD 9D 8D 7C", "8S 9S", 5),
        ("TRUMP_D", "7C 8C 9C 7S 8S 9S 7H 8H 9H QC", "QS KS", 11),
    ],
)
def test_9_03_matadors(contract, held, skat_cards, run):
    table = skat(parts={"hands": [held, None, None], "skat": skat_cards.split()})
    table.play(f"PASS PASS HOLD {contract} ANN_NONE")
    base = {"TRUMP_C": 12, "TRUMP_D": 9, "TRUMP_H": 10, "GRAND": 20}[contract]
    assert reckoned(table, 61) == base * (run + 1)


def test_9_04_auction():
    t = skat()
    assert t.seat == 1
    assert len(t.legal()) == 208
    assert legal(t) - {"PASS"} == {f"BID_{value}" for value in range(10, 217)}
    t.play("BID_11")
    assert t.seat == 0
    assert legal(t) == {"HOLD", "PASS"}
    t.play("HOLD")
    assert t.seat == 1
    assert bids(t) == list(range(12, 217))
    assert len(t.legal()) == 206
    t.play("PASS")
    assert t.seat == 2
    assert len(t.legal()) == 206
    t.play("BID_18 HOLD PASS")
    assert t.seat == 0
    assert seen(t, 0, "soloist").argmax() == 0
    assert round(float(seen(t, 0, "obligation")[0]) * 264) == 18

    t = skat(bid_ladder="values", jump_bids="next_only")
    offered = []
    for _ in range(8):
        offered += bids(t)
        t.play(f"BID_{bids(t)[0]} HOLD")
    assert offered == [10, 12, 14, 15, 16, 18, 20, 21]


def test_9_05_survivors_and_openings():
    t = skat().play("BID_10 PASS")
    assert t.seat == 2
    t.play("BID_12")
    assert t.seat == 1
    t.play("PASS")
    assert t.seat == 2
    assert int(t.states["soloist"][0]) == 2
    assert int(t.states["bid"][0]) == 12

    t = skat().play("PASS PASS")
    assert t.seat == 0
    assert legal(t) == {"HOLD", "PASS"}
    t.play("HOLD")
    assert int(t.states["bid"][0]) == 0
    assert len(t.legal()) == 13
    t = skat(DEAL_A).play("PASS PASS PASS")
    assert play_lowest(t) == "HVHMMVVVVV"

    t = skat(all_pass="pass_out").play("PASS PASS PASS")
    assert t.over
    assert t.payoffs == [0, 0, 0]
    t = skat(all_pass="vorhand_must_play").play("PASS PASS")
    assert t.seat == 0
    assert len(t.legal()) == 13


@pytest.mark.parametrize(
    ("bid", "choices"),
    [
        (0, f"TURN_0 TURN_1 {GUCKIS} {TRUMPS} GRAND GRAND_OUVERT NULL NULL_OUVERT"),
        (21, f"TURN_0 TURN_1 GUCKI_GRAND GUCKI_NULL_OUVERT {TRUMPS} GRAND GRAND_OUVERT NULL_OUVERT"),
        (41, f"TURN_0 TURN_1 GUCKI_GRAND {TRUMPS} GRAND GRAND_OUVERT"),
        (113, f"{TRUMPS} GRAND GRAND_OUVERT"),
        (145, "TRUMP_C TRUMP_H TRUMP_S GRAND GRAND_OUVERT"),
        (193, "GRAND_OUVERT"),
    ],
)
def test_9_06_declarations(bid, choices):
    t = skat().play(auction("V", bid))
    assert legal(t) == named(choices)
    assert len(t.legal()) == {0: 13, 21: 11, 41: 9, 113: 6, 145: 5, 193: 1}[bid]


def test_9_07_the_book_example():
    t = solo("H", 3, 30, "ANN_SCHNEIDER")
    assert reckoned(t, 91) == 60
    assert t.payoffs == [120, -60, -60]
    assert reckoned(solo("H", 3, 30, "ANN_SCHNEIDER"), 90) == -60
    assert reckoned(solo("H", 3, 30), 95) == 50
    assert reckoned(solo("H", 3, 30, "ANN_SCHNEIDER"), 120, 10, 0) == 70
    assert reckoned(solo("H", 3, 30, "ANN_SCHWARZ"), 120, 10, 0) == 80
    assert reckoned(solo("H", 3, 30, "ANN_SCHWARZ"), 110, 9, 1) == -80
    assert reckoned(solo("H", 3, 30), 120, 10, 0) == 60
    assert reckoned(solo("C", 1, 10, "ANN_SCHNEIDER"), 91) == 48


def test_9_08_announced_and_far_from_made():
    assert reckoned(solo("H", 3, 30, "ANN_SCHNEIDER"), 20) == -60
    assert reckoned(solo("H", 3, 30, "ANN_SCHNEIDER"), 0, 0, 10) == -70
    assert reckoned(solo("H", 3, 30, "ANN_SCHWARZ"), 0, 0, 10) == -80


def test_9_09_overbid():
    assert reckoned(tourne("D", 1, 11), 70) == -15
    assert reckoned(tourne("D", 1, 11), 91) == 15
    assert reckoned(tourne("D", 2, 11), 61) == 15


def test_9_10_overbid_by_a_tourne():
    assert reckoned(tourne("D", 3, 24), 70) == -25
    assert reckoned(tourne("D", 3, 24, overbid_loss="bid"), 70) == -24
    assert reckoned(tourne("D", 4, 24), 70) == 25
    assert reckoned(tourne("D", 3, 24), 95) == 25
    assert reckoned(tourne("D", 3, 28), 70) == -30
    assert reckoned(tourne("D", 3, 28, overbid_loss="bid"), 70) == -28


@pytest.mark.parametrize(("run", "points", "score"), [(2, 50, -40), (2, 70, -40), (2, 91, 40), (3, 61, 40)])
def test_9_11_what_was_held_must_be_reached(run, points, score):
    assert reckoned(solo("H", run, 33), points) == score


def test_9_12_four_jacks_and_five_diamonds():
    parts = {"hands": ["JC JS JH JD AD KD QD 9D 8D 7C", None, None], "skat": ["8S", "9S"]}

    def play(game):
        return skat(parts=parts).play(f"PASS PASS HOLD {game}")

    assert reckoned(play("TRUMP_D ANN_SCHNEIDER"), 91) == 72
    assert reckoned(play("GRAND ANN_SCHNEIDER"), 91) == 140
    assert reckoned(play("GRAND ANN_NONE"), 61) == 100
    assert reckoned(play("GRAND ANN_NONE"), 90) == 100
    assert reckoned(play("GRAND ANN_NONE"), 91) == 120
    assert reckoned(play("GRAND ANN_SCHNEIDER"), 85) == -140


def test_9_13_passt_mir_nicht():
    assert reckoned(tourne("S", 1, passt=True), 65) == 14
    assert reckoned(tourne("S", 1, passt=True), 50) == -28
    assert reckoned(tourne("S", 1, passt=True), 28) == -42
    assert reckoned(tourne("S", 1, 22, passt=True), 50) == -56
    assert reckoned(tourne("S", 2, grand=True), 61) == 36
    assert reckoned(tourne("S", 2, grand=True), 60) == -36
    assert reckoned(tourne("S", 2, passt=True, grand=True), 60) == -72


def gucki(game, bid=0, run=2, **options):
    """V plays a Gucki with so many matadors."""
    held = hand_with("G", run, ("7S", "8S"))
    t = skat(parts={"hands": [held, None, None], "skat": ["7S", "8S"]}, **options)
    return mark_lowest(t.play(f"{auction('V', bid)} {game}"))


def test_9_14_guckis():
    assert reckoned(gucki("GUCKI_GRAND"), 61) == 48
    assert reckoned(gucki("GUCKI_GRAND"), 60) == -96
    assert reckoned(gucki("GUCKI_GRAND", 40, 1), 70) == -96
    assert reckoned(gucki("GUCKI_NULL"), 0, 0, 10) == 15
    assert reckoned(gucki("GUCKI_NULL"), 0, 1, 0) == -30
    assert reckoned(gucki("GUCKI_NULL_OUVERT"), 0, 0, 10) == 30
    assert reckoned(gucki("GUCKI_NULL_OUVERT"), 0, 1, 0) == -60
    for game, value in (("NULL", 20), ("NULL_OUVERT", 40)):
        assert reckoned(skat().play(f"PASS PASS HOLD {game}"), 0, 0, 10) == value
        assert reckoned(skat().play(f"PASS PASS HOLD {game}"), 0, 1, 3) == -value


def test_9_15_own_schneider():
    assert reckoned(solo("C", -1), 31) == -24
    assert reckoned(solo("C", -1), 30) == -36
    assert reckoned(solo("C", -1), 0, 0, 10) == -48


def grand_ouvert(run, say="ANN_NONE", **options):
    """V plays a Grand Ouvert."""
    parts = {"hands": [hand_with("G", run), None, None], "skat": ["AS", "TS"]}
    return skat(parts=parts, **options).play(f"PASS PASS HOLD GRAND_OUVERT {say}")


def test_9_16_grand_ouvert():
    assert reckoned(grand_ouvert(4, "ANN_SCHWARZ"), 120, 10, 0) == 216
    assert reckoned(grand_ouvert(4), 70) == 120
    assert reckoned(grand_ouvert(2, "ANN_SCHWARZ"), 100, 9, 1) == -168


def test_9_17_reckoned_as_a_tourne_and_frage():
    assert reckoned(solo("S", 2, solo_values="tourne_plus_one"), 61) == 28
    assert reckoned(solo("S", 2), 61) == 33
    games = ("frage", "solo")

    def frage(trump, run):
        parts = {"hands": [hand_with(trump, run), None, None], "skat": ["8S", "9S"]}
        return mark_lowest(skat(parts=parts, games=games).play(f"PASS PASS HOLD FRAGE TRUMP_{trump}"))

    assert reckoned(frage("H", 1), 61) == 4
    assert reckoned(solo("H", 1, games=games), 61) == 20
    assert reckoned(frage("C", -1), 30) == -12


def test_9_18_ramsch():
    assert ramsch([77, 40, 3]).payoffs == [-40, 20, 20]
    assert ramsch([77, 43, 0], [6, 4, 0]).payoffs == [-60, 30, 30]
    assert ramsch([120, 0, 0], [10, 0, 0]).payoffs == [-100, 50, 50]
    assert ramsch([45, 45, 30]).payoffs == [-20, -20, 40]
    t = ramsch([40, 40, 40])
    assert delta(t) == [-20, -20, -20]
    assert t.payoffs == [0, 0, 0]
    assert ramsch([80, 40, 0], [6, 3, 1]).payoffs == [-40, 20, 20]


def test_9_19_balancing():
    assert balanced([-7, 88, 19]) == [-121, 164, -43]
    assert balanced([186, 42, 344, 116]) == [56, -520, 688, -224]
    assert balanced([60, 0, 0, 0]) == [180, -60, -60, -60]

    t = skat(seats=4, dealer=3, parts={"hands": [hand_with("H", 5), None, None, None], "skat": ["7S", "8S"]})
    assert [round(x) for x in t.states["role"][0, :4]] == [0, 1, 2, 3]
    t.play("PASS PASS HOLD TRUMP_H ANN_NONE")
    assert reckoned(t, 61) == 60
    assert t.payoffs == [180, -60, -60, -60]

    t = ramsch([77, 40, 3], seats=4, dealer=3)
    assert t.payoffs == [-60, 20, 20, 20]

    t = cardenvs.table("skat", seats=5, first_dealer=4)
    assert t.states["seat_at"][0].tolist() == [0, 1, 3]
    assert t.states["role"][0, :5].tolist() == [0, 1, 3, 2, 3]


def test_9_20_a_full_deal():
    t = skat(DEAL_A).play(f"{auction('V', 20)} TRUMP_H ANN_NONE")
    tricks = [
        ("JC 7H 8H", 0), ("JS QH JH", 0), ("AH JD TD", 1), ("AC KC 8C", 1), ("TC 9C 9H", 0), ("TH 7C 7S", 0),
        ("KH 9D 8S", 0), ("AS QS 9S", 0), ("TS KS QD", 0), ("7D AD KD", 1),
    ]  # fmt: skip
    for cards, winner in tricks:
        before = t.states["tricks"][0].copy()
        t.play(cards)
        assert (t.states["tricks"][0] - before).tolist() == [int(role == winner) for role in range(3)]
    assert t.over
    assert int(t.states["points"][0, 0]) == 64
    assert soloist_points(t) == 67
    assert t.states["points"][0, 1:].sum() == 53
    assert delta(t) == [30, 0, 0]
    assert t.payoffs == [60, -30, -30]


@pytest.mark.parametrize(
    ("role", "bid", "game", "winners", "points", "score", "options"),
    [
        ("V", 20, "TRUMP_H ANN_NONE", "HVHVMVHVVV", 98, 40, {}),
        ("V", 20, "TRUMP_H ANN_SCHNEIDER", "HVHVMVHVVV", 98, 50, {}),
        ("V", 0, "TRUMP_C ANN_NONE", "HVHMVVVMVV", 89, 36, {}),
        ("V", 0, "TRUMP_C ANN_NONE", "HVHMVVVMVV", 89, 32, {"solo_values": "tourne_plus_one"}),
        ("V", 0, "TRUMP_D ANN_NONE", "HVHVVHHVVV", 86, 27, {}),
        ("V", 28, "TRUMP_D ANN_NONE", "HVHVVHHVVV", 86, -36, {}),
        ("V", 0, "GRAND ANN_NONE", "HVHMMVVVVV", 77, 60, {}),
        ("V", 0, "GRAND ANN_SCHWARZ", "H", None, -140, {}),
        ("M", 10, "NULL", "HHHM", None, -20, {}),
        ("H", 10, "NULL", "H", None, -20, {}),
        ("V", 0, "NULL", "HHHMMMV", None, -20, {}),
        ("H", 10, "GUCKI_GRAND", "HMVVVVHVVV", 31, -96, {}),
        ("V", 0, "GUCKI_GRAND", "VHHMMMVVVV", 53, -96, {}),
        ("H", 10, "GUCKI_NULL", "H", None, -30, {}),
        ("V", 10, "TURN_0 ACCEPT", "VMVVVHVVVV", 75, 15, {}),
        ("V", 16, "TURN_0 ACCEPT", "VMVVVHVVVV", 75, -20, {}),
        ("M", 10, "TURN_0 ACCEPT", "MVHVVHHVMV", 26, -25, {}),
        ("H", 10, "TURN_0 ACCEPT", "HVMHVVHVVV", 36, -15, {}),
        ("H", 10, "TURN_0 PASST_MIR_NICHT", "HMVVVMMVVV", 7, -64, {}),
        ("H", 10, "UNO", "HVH", None, -20, {"games": GAMES_ALL}),
        ("M", 10, "DUO", "HVHMMVVVVV", None, 20, {"games": GAMES_ALL}),
    ],
)
def test_9_21_traces(role, bid, game, winners, points, score, options):
    t = skat(DEAL_A, **options).play(f"{auction(role, bid)} {game}")
    assert play_lowest(t) == winners
    assert delta(t)["VMH".index(role)] == score
    assert points is None or soloist_points(t) == points


def test_9_21_the_trace_of_ramsch():
    t = skat(DEAL_A).play("PASS PASS PASS")
    assert play_lowest(t) == "HVHMMVVVVV"
    assert t.states["points"][0].tolist() == [77, 40, 3]
    assert delta(t) == [-20, 0, 0]


def looked_at(first, second="QC", **options):
    """V has turned the first card of this skat."""
    return skat(parts={"skat": [first, second]}, **options).play("PASS PASS HOLD TURN_0")


def test_9_22_the_card_that_was_turned():
    assert legal(looked_at("8D")) == named("ACCEPT PASST_MIR_NICHT")
    assert legal(looked_at("JH")) == named("ACCEPT ACCEPT_GRAND PASST_MIR_NICHT")
    assert legal(looked_at("QC", "JH").play("PASST_MIR_NICHT")) == named("ACCEPT ACCEPT_GRAND")
    t = looked_at("QC", "8D").play("PASST_MIR_NICHT")
    assert seen(t, 1, "trump").argmax() == 1
    assert t.legal_names()[0].startswith("MARK_")
    assert legal(looked_at("8D", passt_mir_nicht=False)) == {"ACCEPT"}

    t = skat(games=("frage", "solo")).play(f"{auction('V', 30)} FRAGE")
    assert legal(t) == named("TRUMP_C TRUMP_S")
    t = skat(games=("frage", "solo")).play(f"{auction('V', 10)} FRAGE")
    assert legal(t) == named(TRUMPS)


def test_9_23_marks():
    t = skat(DEAL_A).play(f"{auction('H', 10)} GUCKI_GRAND")
    twelve = sorted([*hand(t, 2)], key=t.rules.cards.card)
    assert len(twelve) == 12
    assert legal(t) == {f"MARK_{card}" for card in twelve[:11]}
    t.play(f"MARK_{twelve[4]}")
    assert legal(t) == {f"MARK_{card}" for card in twelve[5:]}

    t = skat(DEAL_A, games=GAMES_ALL, revolution_mode="exchange").play("PASS PASS HOLD REVOLUTION")
    assert t.seat == 1
    twenty = sorted(hand(t, 1) | hand(t, 1, "partner"), key=t.rules.cards.card)
    assert len(twenty) == 20
    assert legal(t) == {f"MARK_{card}" for card in twenty[:11]}


HEARTS_OF_V = "7H 9H QH TH AH JH"


def revolution(held, m, h=None):
    """V plays an open Revolution with these cards, M and H hold at least those."""
    left = "AC KC QC TC 9C 8C AD KD QD TD 9D 8D AS KS QS TS 9S 8S JC JD JS".split()
    own = [*held.split(), *left][:10]
    rest = [card for card in left if card not in own]
    mine = [*m.split(), *rest][:10]
    other = [*(h or "").split(), *[card for card in rest if card not in mine]][:10]
    parts = {"hands": [own, mine, other], "skat": ["7C", "7D"]}
    return skat(parts=parts, games=GAMES_ALL).play("PASS PASS HOLD REVOLUTION")


def test_9_24_revolution():
    t = revolution(f"{HEARTS_OF_V} KH", "7S", "8H").play("7H")
    assert t.seat == 1
    assert legal(t) == {"8H"}
    t.play("8H")
    assert t.seat == 2
    assert len(t.legal()) == 19
    t.step(t.legal()[0])
    assert not t.over
    assert t.seat == 1
    assert len(t.legal()) == 18

    t = revolution(HEARTS_OF_V, "7S", "8H KH").play("7H")
    assert legal(t) == {"8H", "KH"}
    t.play("KH")
    assert legal(t) == {"8H"}


def test_9_25_bidding_by_suits():
    t = skat(bidding="suits").play("BID_12 HOLD BID_13 PASS BID_14 PASS")
    assert t.seat == 2
    assert legal(t) == named("TRUMP_C GRAND NULL_OUVERT GRAND_OUVERT")
    assert reckoned(solo("G", 2, bidding="suits"), 61) == 48
    assert reckoned(tourne("H", 1, 7, bidding="suits"), 65) == -14


def test_9_26_peeking_in_play():
    begin = f"{auction('V', 20)} TRUMP_H ANN_NONE"
    t = skat(DEAL_A, peeking="penalised").play(begin)
    while t.states["trick_number"][0] < 2:
        t.step(t.legal()[0])
    assert t.seat == 0
    assert t.states["points"][0, 0] == 16
    caught = t.clone()
    caught.play("PEEK")
    assert caught.over
    assert delta(caught) == [-40, 0, 0]
    assert caught.payoffs == [-80, 40, 40]

    t.play("7D PEEK")
    assert t.seat == 0
    assert legal(t) == named("CONTINUE DEMAND")
    t.play("DEMAND")
    assert delta(t) == [40, 0, 0]
    assert t.payoffs == [80, -40, -40]


def test_9_27_peeking_in_the_auction():
    parts = {"hands": [hand_with("H", 3), None, None], "skat": ["8S", "9S"]}
    t = skat(parts=parts, peeking="penalised").play("PEEK")
    assert hand(t, 1, "known_aside") == {"8S", "9S"}
    assert t.seat == 2
    t.play("CONTINUE")
    assert t.seat == 0
    t.play("CONTINUE")
    assert t.seat == 2
    t.play("PASS HOLD TRUMP_H ANN_NONE")
    assert reckoned(t, 61) == 40
    assert delta(t) == [40, -10, 0]
    assert t.payoffs == [90, -60, -30]


def test_9_28_a_match():
    t = solo("H", 3, episode="match", match_rounds=1)
    reckoned(t, 61)
    assert dealer(t) == 0
    assert not t.over
    t.play("PASS PASS PASS")
    for role, score in enumerate((50, 40, 30)):  # V is seat 1
        t.states["points"][0, role] = score
        t.states["tricks"][0, role] = 3
    settle_ramsch_now(t)
    assert delta(t) == [40, -20, 0]
    assert dealer(t) == 1
    t.play("PASS PASS HOLD GUCKI_NULL")
    assert t.seat == 2
    assert reckoned(mark_lowest(t), 0, 1, 0) == -30
    assert t.over
    assert t.payoffs == [130, -50, -80]


def isko(trump, run, bid=18, hand_game=None, skat_cards=None, **options):
    """V plays by the modern rules: picked up, or from the hand with an announcement."""
    held = hand_with(trump, run, tuple((skat_cards or "").split()))
    side = [
        c for c in reversed(cardenvs.spec("skat").cards.names) if c[0] != "J" and c[1] != trump and c not in held
    ]
    parts = {"hands": [held, None, None], "skat": (skat_cards or " ".join(side[:2])).split()}
    game = "GRAND" if trump == "G" else f"TRUMP_{trump}"
    t = skat(parts=parts, scoring="isko", **options).play(f"BID_{bid} HOLD PASS PASS")
    if hand_game is not None:
        return t.play(f"HAND {game} {hand_game}")
    return mark_lowest(t.play("PICKUP")).play(game)


def isko_null(mode):
    """V plays a Null Ouvert."""
    return mark_lowest(skat(scoring="isko").play(f"BID_18 HOLD PASS PASS {mode}")).play("NULL_OUVERT")


def test_9_29_isko_values():
    assert reckoned(isko("G", 4), 90) == 144
    assert reckoned(isko("D", -2), 60) == -54
    assert reckoned(isko("C", 2, hand_game="ANN_OUVERT"), 120, 10, 0) == 108
    assert reckoned(isko("G", 4, hand_game="ANN_OUVERT"), 120, 10, 0) == 264
    assert reckoned(isko("C", 1), 90) == 36
    assert reckoned(isko("C", 1), 0, 0, 10) == -96
    assert reckoned(isko("H", 2), 25) == -80
    assert reckoned(isko_null("PICKUP"), 0, 0, 10) == 46
    assert reckoned(isko_null("PICKUP"), 0, 1, 0) == -92


def test_9_30_isko_from_the_hand():
    assert reckoned(isko("H", 2, hand_game="ANN_SCHNEIDER"), 89) == -120
    assert reckoned(isko("H", 2, hand_game="ANN_SCHNEIDER"), 90) == 60
    assert reckoned(isko("H", 2, hand_game="ANN_SCHWARZ"), 110, 9, 1) == -160


def test_9_31_isko_overbid():
    assert reckoned(isko("S", -5, 72, "ANN_NONE", "JC 9D"), 70) == -154
    assert reckoned(isko("H", -4, 59, "ANN_NONE", "JS 9D"), 70) == -120
    assert reckoned(isko("D", 1, 20), 61) == -54
    assert reckoned(isko("D", 1, 20), 90) == 27
    assert reckoned(isko("D", 1, 18), 60) == -36


@pytest.mark.parametrize(
    ("game", "points", "score"),
    [
        ("HAND TRUMP_H ANN_NONE", 98, 50),
        ("HAND TRUMP_C ANN_NONE", 89, 48),
        ("HAND GRAND ANN_NONE", 77, 96),
        ("PICKUP MARK_8C MARK_QC GRAND", 53, -144),
        ("PICKUP MARK_8C MARK_QC TRUMP_D", 75, 27),
    ],
)
def test_9_32_isko_traces(game, points, score):
    t = skat(DEAL_A, scoring="isko").play(f"BID_18 HOLD PASS PASS {game}")
    play_lowest(t)
    assert soloist_points(t) == points
    assert t.payoffs == [score, 0, 0]


def test_9_33_isko_masks():
    t = skat(scoring="isko")
    assert len(t.legal()) == 64

    def after(bid, said=""):
        return skat(scoring="isko").play(f"BID_{bid} HOLD PASS PASS {said}")

    assert legal(after(168)) == named("PICKUP HAND")
    assert legal(after(170)) == {"HAND"}
    assert legal(mark_lowest(after(24, "PICKUP"))) == named(f"{TRUMPS} GRAND NULL_OUVERT")
    assert legal(after(24, "HAND")) == named(f"{TRUMPS} GRAND NULL NULL_OUVERT")
    assert legal(after(187, "HAND")) == named("TRUMP_S TRUMP_C GRAND")
    t.play("PASS PASS PASS")
    assert t.over
    assert t.payoffs == [0, 0, 0]


def test_9_34_seeger_fabian():
    t = isko("D", -2, seeger_fabian=True)
    reckoned(t, 60)
    assert t.payoffs == [-104, 40, 40]
    t = isko("H", 3, hand_game="ANN_NONE", seeger_fabian=True)
    reckoned(t, 61)
    assert t.payoffs == [100, 0, 0]
    parts = {"hands": [hand_with("D", -2), None, None, None], "skat": ["AS", "TS"]}
    t = skat(parts=parts, scoring="isko", seats=4, dealer=3, seeger_fabian=True)
    reckoned(mark_lowest(t.play("BID_18 HOLD PASS PASS PICKUP")).play("TRUMP_D"), 60)
    assert t.payoffs == [-104, 30, 30, 30]


def test_9_35_schwarz_goes_by_tricks():
    assert reckoned(solo("H", 3), 120, 9, 1) == 10 * (3 + 2)
    assert reckoned(solo("H", 3, say="ANN_SCHWARZ"), 120, 9, 1) == -10 * (3 + 5)


def test_9_36_options():
    t = solo("H", 3, 30, "ANN_SCHNEIDER", payment="score")
    reckoned(t, 91)
    assert t.payoffs == [60, 0, 0]

    t = skat(DEAL_A, ramsch_skat="nobody").play("PASS PASS PASS")
    play_lowest(t)
    assert t.states["points"][0].tolist() == [74, 40, 3]
    assert delta(t) == [-20, 0, 0]
    t = ramsch([45, 45, 30], last=(8, 9, 10), ramsch_tie="last_trick")
    assert delta(t) == [0, -20, 0]
    assert t.payoffs == [20, -40, 20]

    parts = {"hands": [hand_with("G", 4), None, None], "skat": ["AS", "TS"]}
    t = skat(parts=parts, grand_ouvert_all_tricks=True).play("PASS PASS HOLD GRAND_OUVERT")
    assert reckoned(t, 110, 9, 1) == -216
    assert reckoned(tourne("S", 1, 22, passt=True, overbid_loss="bid"), 50) == -44

    t = skat(games=GAMES_ALL).play("PASS PASS HOLD REVOLUTION")
    reckoned(t, 0, 0, 10)
    assert t.payoffs == [120, -60, -60]
    t = skat(games=GAMES_ALL).play("PASS PASS HOLD UNO_OUVERT")
    assert reckoned(t, 0, 2, 3) == -40
    assert bids(skat(games=GAMES_ALL)) == list(range(2, 217))

    t = skat(DEAL_A, early_stop=False).play("PASS PASS HOLD GRAND ANN_SCHWARZ")
    assert len(play_lowest(t)) == 10
    assert delta(t) == [-140, 0, 0]
    assert reckoned(solo("G", 2, solo_grand_value=16), 61) == 48


def test_9_37_limits_of_the_options():
    t = skat(games=("grand_ouvert",), grand_ouvert_all_tricks=True, bid_ladder="values")
    assert bids(t) == [144, 168, 192, 216]
    t.play("PASS PASS HOLD GRAND_OUVERT")
    assert all(name.startswith("play ") for name in t.legal_names())

    t = skat(announcements=False)
    assert bids(t) == list(range(10, 169))
    t.play(auction("V", 127))
    assert legal(t) == named("TRUMP_C TRUMP_H TRUMP_S GRAND GRAND_OUVERT")

    t = skat(games=("gucki_null",))
    assert bids(t) == list(range(15, 31))
    assert legal(t.play(auction("V", 16))) == {"GUCKI_NULL_OUVERT"}
    assert bids(skat(bidding="suits")) == list(range(5, 18))


def test_9_38_a_voided_deal():
    t = skat(peeking="penalised", all_pass="pass_out")
    before = t.states["deck"].tobytes()
    t.play("PEEK DEMAND")
    assert t.states["deck"].tobytes() != before
    assert dealer(t) == 2
    assert t.seat == 1
    assert "PEEK" not in legal(t)
    assert bids(t) == list(range(10, 217))
    t.play("PASS")
    assert "PEEK" in legal(t)
    t.play("PASS")
    assert "PEEK" in legal(t)
    t.play("PASS")
    assert t.over
    assert delta(t) == [0, -10, 0]
    assert t.payoffs == [10, -20, 10]

    begin = f"{auction('V', 20)} TRUMP_H ANN_NONE"
    t = skat(DEAL_A, peeking="penalised").play(f"{begin} 7D PEEK DEMAND")
    assert delta(t) == [50, 0, 0]
    t = skat(DEAL_A, peeking="penalised").play(f"{begin} PEEK")
    assert delta(t) == [-50, 0, 0]


# What no example covers


@pytest.mark.parametrize(
    ("seats", "deals", "active"),
    [(3, 2, [0, 1, 2]), (3, 0, [1, 2, 0]), (4, 1, [2, 3, 0]), (5, 0, [1, 2, 4]), (6, 2, [3, 4, 1])],
)
def test_2_who_plays(seats, deals, active):
    t = cardenvs.table("skat", seats=seats, first_dealer=deals)
    assert t.states["seat_at"][0].tolist() == active
    assert t.seat == active[1]
    for seat in range(seats):
        assert seen(t, seat, "role").tolist() == [
            float(active.index(seat) == k) if seat in active else 0 for k in range(3)
        ]
        assert len(hand(t, seat)) == (10 if seat in active else 0)


def test_2_packets_of_the_deal():
    t = skat(DEAL_A)
    assert hand(t, 0) == named("JC JS AH TH KH 9H AS TS 7D 8C")
    assert hand(t, 1) == named("JD QH 7H KS QS AD 9D AC TC 7C")
    assert hand(t, 2) == named("JH 8H 9S 8S 7S TD KD QD KC 9C")
    assert t.places()["skat"] == [3, 9]
    t = skat(parts={"hands": [None, None, "JC JS"], "skat": "8D QC"})
    assert named("JC JS") <= hand(t, 2)
    assert [t.rules.cards.names[k] for k in t.states["deck"][0, 9:11]] == ["8D", "QC"]


def test_2_a_match_moves_the_deal_on():
    t = skat(dealer=1, episode="match", match_rounds=2, all_pass="pass_out")
    dealers = []
    while not t.over:
        dealers.append(dealer(t))
        t.play("PASS PASS PASS")
    assert dealers == [1, 2, 0, 1, 2, 0]
    assert t.payoffs == [0, 0, 0]


def test_2_a_match_s_net_is_the_book_s_balance_of_its_sheet():
    t = cardenvs.table("skat", seats=4, episode="match", match_rounds=1, first_dealer=0)
    number = 0
    while not t.over:
        number = (number * 7 + 3) % 11
        t.step(t.legal()[number % len(t.legal())])
    sheet = delta(t)
    assert t.payoffs == [4 * score - sum(sheet) for score in sheet]
    assert any(sheet)


def test_3_1_hinterhand_bids_to_the_survivor_and_the_passed_stay_out():
    t = skat().play("BID_10 HOLD BID_12 PASS")  # Vorhand is out
    assert t.seat == 2
    assert seen(t, 2, "status").argmax(1).tolist() == [1, 2, 1]
    t.play("BID_13")
    assert t.seat == 1
    t.play("HOLD BID_14 HOLD PASS")
    assert t.states["soloist"][0] == 1
    assert t.states["bid"][0] == 14


def test_3_1_at_the_top_of_the_ladder_only_a_pass_is_left():
    t = skat().play("BID_216 HOLD")
    assert legal(t) == {"PASS"}
    t.play("PASS")
    assert legal(t) == {"PASS"}


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"min_bid": 20, "max_bid": 23}, [20, 21, 22, 23]),
        ({"min_bid": 20, "max_bid": 24, "bid_ladder": "values"}, [20, 21, 22, 24]),
        ({"max_bid": 9}, []),
        ({"min_bid": 217}, []),
        ({"bidding": "suits", "min_bid": 13, "max_bid": 15}, [13, 14, 15]),
        ({"bidding": "suits", "games": ("frage", "null_ouvert", "revolution")}, [1, 2, 3, 4, 16]),
        ({"scoring": "isko", "max_bid": 20}, [18, 20]),
        ({"games": ("uno_duo",)}, list(range(20, 41))),
        ({"games": ("uno_duo",), "bid_ladder": "values"}, [20, 40]),
        (
            {"games": ("solo",), "solo_values": "tourne_plus_one", "bid_ladder": "values", "max_bid": 24},
            [15, 18, 20, 21, 24],
        ),
    ],
)
def test_3_1_ladders(options, wanted):
    assert bids(skat(**options)) == wanted


def test_3_1_the_ladders_of_the_default_games():
    values = (
        "10 12 14 15 16 18 20 21 22 24 25 27 28 30 32 33 35 36 40 42 44 45 48 49 50 54 55 56 60 63 64 65 66 70 72 77 78 80 "
        "81 84 88 90 91 96 98 99 100 104 108 110 112 117 120 121 126 130 132 135 140 143 144 150 154 156 160 165 168 176 "
        "180 192 216"
    )
    isko = (
        "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99 100 108 110 117 120 "
        "121 126 130 132 135 140 143 144 150 153 154 156 160 162 165 168 170 176 180 187 192 198 204 216 240 264"
    )
    assert bids(skat(bid_ladder="values")) == [int(value) for value in values.split()]
    assert bids(skat(scoring="isko")) == [int(value) for value in isko.split()]
    assert bids(skat(games=GAMES_ALL, bid_ladder="values"))[:5] == [2, 3, 4, 5, 6]


def test_3_2_isko_openings():
    t = skat(scoring="isko").play("PASS PASS HOLD")
    assert t.states["bid"][0] == 18
    assert legal(t) == named("PICKUP HAND")
    t = skat(DEAL_A, scoring="isko", all_pass="ramsch").play("PASS PASS PASS")
    play_lowest(t)
    assert t.payoffs == [-20, 0, 0]
    t = skat(scoring="isko", all_pass="vorhand_must_play").play("PASS PASS")
    assert t.states["bid"][0] == 18
    assert t.seat == 0


@pytest.mark.parametrize(
    ("options", "bid", "choices"),
    [
        ({"games": GAMES_ALL}, 60, f"TURN_0 TURN_1 GUCKI_GRAND {TRUMPS} GRAND GRAND_OUVERT REVOLUTION"),
        ({"games": ("frage", "uno_duo")}, 5, "FRAGE UNO UNO_OUVERT DUO DUO_OUVERT"),
        ({"games": ("frage", "uno_duo")}, 40, "FRAGE UNO_OUVERT DUO_OUVERT"),
        ({"tourne_pick": "first", "games": ("tourne",)}, 10, "TURN_0"),
        ({"games": ("solo",), "solo_values": "tourne_plus_one"}, 86, "TRUMP_C TRUMP_H TRUMP_S"),
        ({"bidding": "suits"}, 0, f"TURN_0 TURN_1 {TRUMPS} GRAND GRAND_OUVERT NULL NULL_OUVERT"),
        ({"bidding": "suits"}, 9, f"TURN_0 TURN_1 {TRUMPS} GRAND GRAND_OUVERT NULL NULL_OUVERT"),
        ({"bidding": "suits"}, 12, "TRUMP_C TRUMP_S GRAND GRAND_OUVERT NULL NULL_OUVERT"),
    ],
)
def test_3_3_declarations(options, bid, choices):
    assert legal(skat(**options).play(auction("V", bid))) == named(choices)


def test_3_3_frage_by_suits_names_only_suits_of_the_rank():
    t = skat(bidding="suits", games=("frage",)).play(f"{auction('V', 2)} FRAGE")
    assert legal(t) == named("TRUMP_C TRUMP_H TRUMP_S")


def test_3_4_what_the_others_see_of_a_tourne():
    t = skat(DEAL_A).play("PASS PASS HOLD TURN_1")
    assert hand(t, 0, "looked") == {"QC"}
    assert hand(t, 1, "looked") == set()
    assert len(hand(t, 0)) == 10
    t.play("PASST_MIR_NICHT")
    assert hand(t, 1, "turned_up") == {"8D"}
    assert "QC" in hand(t, 0)
    assert seen(t, 1, "doubled").tolist() == [1]
    assert len(hand(t, 0)) == 12
    assert hand(t, 1, "turned_up") & hand(t, 1, "unseen") == {"8D"}
    t = skat(DEAL_A).play("PASS PASS HOLD TURN_1 ACCEPT")
    assert hand(t, 2, "turned_up") == {"QC"}
    assert seen(t, 2, "trump").argmax() == 0
    mark = t.play("MARK_QC MARK_8D")
    assert hand(mark, 0, "known_aside") == {"QC", "8D"}
    assert hand(mark, 1, "known_aside") == set()


def test_3_4_a_skat_of_one_card():
    options = {
        "deck_suits": ("D", "S"), "deck_ranks": ("9", "K", "T", "A", "J"), "hand_size": 3, "skat_size": 1,
        "games": ("tourne",),
    }  # fmt: skip
    t = skat(**options, dealer=2).play("PASS PASS HOLD")
    assert legal(t) == {"TURN_0"}
    t.play("TURN_0")
    assert "PASST_MIR_NICHT" not in legal(t)
    t.play("ACCEPT")
    assert len(t.legal()) == 4
    t.step(t.legal()[2])
    assert seen(t, 0, "phase").argmax() == 9


def test_3_7_every_announcement_is_legal_and_none_with_the_skat():
    for game in ("TRUMP_D", "GRAND", "GRAND_OUVERT"):
        t = skat().play(f"{auction('V', 100)} {game}")
        assert legal(t) == named("ANN_NONE ANN_SCHNEIDER ANN_SCHWARZ")
    t = skat(announcements=False).play("PASS PASS HOLD GRAND")
    assert all(name.startswith("play ") for name in t.legal_names())
    t = skat(grand_ouvert_all_tricks=True, announcements=False).play("PASS PASS HOLD GRAND_OUVERT")
    assert seen(t, 1, "announced").argmax() == 2


def test_3_8_an_open_hand_lies_open_before_the_lead():
    t = skat(DEAL_A).play(f"{auction('M', 10)} NULL_OUVERT")
    assert t.seat == 0
    assert hand(t, 0, "exposed") == hand(t, 1)
    t = skat(DEAL_A).play(f"{auction('M', 10)} GUCKI_NULL_OUVERT")
    assert not hand(t, 0, "exposed")
    mark_lowest(t)
    assert hand(t, 0, "exposed") == hand(t, 1)
    assert len(hand(t, 0, "exposed")) == 10


@pytest.mark.parametrize(("game", "most"), [("UNO", 1), ("DUO", 2), ("UNO_OUVERT", 1)])
def test_3_8_uno_and_duo_stop_at_a_trick_too_many(game, most):
    t = skat(DEAL_A, games=GAMES_ALL).play(f"PASS PASS HOLD {game}")
    play_lowest(t)
    stopped = int(t.states["trick_number"][0])
    assert t.states["tricks"][0, 0] == most + 1
    t = skat(DEAL_A, games=GAMES_ALL, early_stop=False).play(f"PASS PASS HOLD {game}")
    play_lowest(t)
    assert t.states["trick_number"][0] == 10 > stopped


def test_3_10_the_opponents_sort_their_cards_in_full_view_of_each_other():
    t = skat(DEAL_A, games=GAMES_ALL, revolution_mode="exchange").play(f"{auction('H', 20)} REVOLUTION")
    assert t.seat == 0
    assert hand(t, 0, "partner") == named("JD QH 7H KS QS AD 9D AC TC 7C")
    assert hand(t, 2, "partner") == set()
    assert hand(t, 1, "exposed") == hand(t, 2)
    t.play("MARK_7C MARK_8C")
    assert hand(t, 1, "known_aside") == hand(t, 0, "known_aside") == named("7C 8C")
    assert hand(t, 2, "known_aside") == set()
    for _ in range(8):
        t.step(t.legal()[0])
    assert t.seat == 0
    twenty = hand(t, 0) | hand(t, 1)
    assert len(hand(t, 0)) == len(hand(t, 1)) == 10
    assert named("7C 8C") <= hand(t, 0)
    assert hand(t, 0, "partner") == hand(t, 1)
    assert len(twenty) == 20
    assert len(t.legal()) == 10


def test_3_10_a_closed_revolution_shows_nothing_to_the_opponents():
    t = skat(DEAL_A, games=GAMES_ALL, revolution_open=False).play("PASS PASS HOLD REVOLUTION")
    assert hand(t, 1, "exposed") == set()
    assert len(hand(t, 1, "partner")) == 20
    assert hand(t, 0, "partner") == set()
    assert seen(t, 1, "open").tolist() == [0]


def test_3_10_a_void_of_the_pool_is_a_void_of_both():
    t = revolution(f"{HEARTS_OF_V} KH", "7S", "8H").play("7H 8H")
    t.step(t.legal()[0])
    assert seen(t, 0, "void")[2, 2] == 1
    assert seen(t, 0, "void")[1, 2] == 1
    assert seen(t, 0, "void")[0].sum() == 0


def test_3_11_isko_takes_only_games_that_can_reach_the_bid():
    def after(bid, said):
        return legal(mark_lowest(skat(scoring="isko").play(f"BID_{bid} HOLD PASS PASS {said}")))

    assert after(23, "PICKUP") == named(f"{TRUMPS} GRAND NULL NULL_OUVERT")
    assert after(48, "PICKUP") == named(f"{TRUMPS} GRAND")
    assert after(168, "PICKUP") == named("TRUMP_C GRAND")
    assert after(36, "HAND") == named(f"{TRUMPS} GRAND NULL_OUVERT")
    assert after(264, "HAND") == {"GRAND"}
    t = skat(scoring="isko").play("BID_18 HOLD PASS PASS HAND GRAND")
    assert legal(t) == named("ANN_NONE ANN_SCHNEIDER ANN_SCHWARZ ANN_OUVERT")
    t.play("ANN_OUVERT")
    assert len(hand(t, 1, "exposed")) == 10
    assert seen(t, 1, "announced").argmax() == 2
    t = skat(scoring="isko").play("BID_18 HOLD PASS PASS HAND NULL")
    assert all(name.startswith("play ") for name in t.legal_names())


def test_3_11_small_decks_put_in_their_own_numbers():
    options = {
        "deck_suits": ("D", "S"), "deck_ranks": ("9", "K", "T", "A", "J"), "hand_size": 3, "skat_size": 1,
        "scoring": "isko",
    }  # fmt: skip
    t = skat(**options)
    spades, diamonds, grand = (
        {11 * n for n in range(2, 6 + 8)},
        {9 * n for n in range(2, 6 + 8)},
        {24 * n for n in range(2, 10)},
    )
    assert bids(t) == sorted(spades | diamonds | grand | {23, 35, 46, 59})


def test_4_1_all_points_without_a_trick_are_none():
    """What was put away counts only for a soloist who has a trick."""
    t = skat(parts={"hands": ["7C 8C 9C 7D 8D 9D 7H 8H 9H 7S", None, None], "skat": ["AC", "TC"]})
    t.play("PASS PASS HOLD TRUMP_S ANN_NONE")
    play_lowest(t)
    assert t.states["tricks"][0, 0] == 0
    assert delta(t)[0] == -11 * (10 + 3)  # without ten, schwarz


def test_4_2_by_suits_a_rank_not_reached_is_lost_at_the_price_of_the_rank():
    assert reckoned(tourne("D", 2, 9, bidding="suits"), 91) == -12 * (2 + 2)
    assert reckoned(tourne("D", 2, 9, bidding="suits"), 60) == -12 * (2 + 1)
    assert reckoned(tourne("D", 2, 8, bidding="suits", passt=True), 61) == -2 * 8 * 3
    assert reckoned(tourne("D", 2, 5, bidding="suits"), 61) == 5 * 3


@pytest.mark.parametrize("points", [30, 31])
def test_4_4_isko_schneider_and_schwarz_of_either_side(points):
    assert reckoned(isko("C", 2, hand_game="ANN_NONE"), points) == -2 * 12 * (2 + 2 + (points == 30))
    assert reckoned(isko("C", 2, hand_game="ANN_NONE"), 120, 10, 0) == 12 * (2 + 2 + 2)
    assert reckoned(isko("C", 2, hand_game="ANN_SCHNEIDER"), 120, 10, 0) == 12 * (2 + 2 + 3)
    assert reckoned(isko("C", 2, hand_game="ANN_SCHNEIDER"), points) == -2 * 12 * (2 + 2 + 2)
    assert reckoned(isko("C", 2, hand_game="ANN_SCHWARZ"), 120, 10, 0) == 12 * (2 + 2 + 4)


def test_5_defaults():
    options = cardenvs.spec("skat").options()
    expected = {
        "scoring": "foster", "seats": 3, "episode": "deal", "match_rounds": 12, "first_dealer": "random",
        "payment": "auto", "games": GAMES_ALL[:8], "passt_mir_nicht": True, "tourne_pick": "either", "announcements": True,
        "bidding": "points", "bid_ladder": "every_point", "jump_bids": "free", "min_bid": None, "max_bid": None,
        "all_pass": "auto", "ramsch_skat": "last_trick", "ramsch_tie": "all_lose", "solo_values": "own",
        "solo_grand_value": "auto", "overbid_loss": "next_multiple", "grand_ouvert_all_tricks": False,
        "revolution_mode": "pool", "revolution_open": True, "early_stop": True, "peeking": "forbidden",
        "seeger_fabian": False, "deck_suits": tuple("CDHS"), "deck_ranks": tuple("789QKTAJ"), "hand_size": 10,
        "skat_size": 2,
    }  # fmt: skip
    assert {name: getattr(options, name) for name in expected} == expected


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"seats": 2}, "seats"),
        ({"seats": 7}, "seats"),
        ({"scoring": "isko", "seats": 5}, "seats"),
        ({"scoring": "isko", "bidding": "suits"}, "bidding"),
        ({"scoring": "isko", "solo_values": "tourne_plus_one"}, "solo_values"),
        ({"scoring": "isko", "peeking": "penalised"}, "peeking"),
        ({"seeger_fabian": True}, "seeger_fabian"),
        ({"scoring": "isko", "payment": "each", "seeger_fabian": True}, "seeger_fabian"),
        ({"games": ()}, "games"),
        ({"games": ("solo", "solo")}, "games"),
        ({"games": ("gucki_null", "uno_duo"), "bidding": "suits"}, "games"),
        ({"games": ("skat",)}, "games"),
        ({"first_dealer": 3}, "first_dealer"),
        ({"first_dealer": "me"}, "first_dealer"),
        ({"match_rounds": 0}, "match_rounds"),
        ({"min_bid": -1}, "min_bid"),
        ({"solo_grand_value": 24}, "solo_grand_value"),
        ({"deck_suits": ("S", "C")}, "deck_suits"),
        ({"deck_ranks": tuple("789QKTA")}, "deck_ranks"),
        ({"deck_ranks": tuple("789QKTJ")}, "hand_size"),
        ({"skat_size": 3}, "skat_size"),
        ({"hand_size": 9}, "hand_size"),
    ],
)
def test_5_a_wrong_option_is_named(options, word):
    with pytest.raises(InvalidOption, match=f"^{word}: want "):
        cardenvs.table("skat", **options)


def test_5_isko_ignores_the_games_of_the_book():
    t = cardenvs.table("skat", scoring="isko", games=(), announcements=False, bid_ladder="every_point")
    assert len(bids(t)) == 63
    t.play("BID_18 HOLD PASS PASS HAND TRUMP_C")
    assert "ANN_OUVERT" in legal(t)


def test_6_actions():
    names = cardenvs.spec("skat").action_names
    assert len(names) == 361
    for index, name in {
        0: "play 7C", 31: "play JS", 32: "MARK_7C", 63: "MARK_JS", 64: "PASS", 65: "HOLD", 66: "BID_1", 329: "BID_264",
        330: "TURN_0", 331: "TURN_1", 332: "ACCEPT", 333: "ACCEPT_GRAND", 334: "PASST_MIR_NICHT", 335: "FRAGE",
        338: "GUCKI_NULL_OUVERT", 339: "TRUMP_C", 340: "TRUMP_D", 341: "TRUMP_H", 342: "TRUMP_S", 343: "GRAND",
        346: "NULL_OUVERT", 347: "REVOLUTION", 351: "DUO_OUVERT", 352: "PICKUP", 353: "HAND", 354: "ANN_NONE",
        357: "ANN_OUVERT", 358: "PEEK", 359: "CONTINUE", 360: "DEMAND",
    }.items():  # fmt: skip
        assert names[index] == name


def test_6_a_small_deck_numbers_its_cards_anew_and_calls_them_by_their_names():
    t = cardenvs.table("skat", **cardenvs.spec("skat").mini["mini_passt"])
    t.reset(hands=["9C TC", "AC JC", "9D TD"], skat="JD AD").play("PASS PASS HOLD TURN_0")
    assert t.states["deck"][0, :8].tolist() == [0, 1, 2, 3, 4, 5, 7, 6]
    assert legal(t) == named("ACCEPT ACCEPT_GRAND PASST_MIR_NICHT")
    t.play("ACCEPT MARK_9C MARK_AD")
    assert t.legal_names() == ["play TC", "play JD"]
    assert t.legal() == [1, 7]
    assert "hand: TC JD" in t.text(0)
    assert "MARK_(7S)" in t.rules.names(t.options)


def test_7_size_and_blocks():
    for options in ({}, {"seats": 6}, {"scoring": "isko"}):
        assert cardenvs.spec("skat").layout(**options).size == 561


def test_7_what_a_seat_sees_of_the_auction():
    t = skat(peeking="penalised").play("BID_20 HOLD BID_25 PASS")
    for observer, role in ((0, 0), (1, 1), (2, 2)):

        def turned(values, role=role):
            return values[role:] + values[:role]

        assert seen(t, observer, "stage").tolist() == [0, 1]
        assert round(float(seen(t, observer, "bid")[0]) * 264) == 25
        assert [round(float(v) * 264) for v in seen(t, observer, "last_bid")] == turned([20, 25, 0])
        assert seen(t, observer, "status").argmax(1).tolist() == turned([2, 1, 1])
        assert seen(t, observer, "bidder").tolist() == turned([0, 0, 1])
        assert seen(t, observer, "holder").tolist() == turned([0, 1, 0])
        assert round(float(seen(t, observer, "next_bid")[0]) * 264) == 26
        assert seen(t, observer, "turn").tolist() == turned([0, 0, 1])
    t.play("PEEK")
    assert seen(t, 0, "status")[2].tolist() == [0, 0, 0, 1]
    assert round(float(seen(t, 0, "sheet")[2]) * 1000) == -10


def test_7_what_a_seat_sees_of_the_play():
    t = skat(DEAL_A).play(f"{auction('V', 20)} TRUMP_H ANN_SCHNEIDER  JC 7H 8H  AS KS")
    assert seen(t, 1, "leader").tolist() == [0, 0, 1]
    assert [row.nonzero()[0].tolist() for row in seen(t, 1, "trick")] == [[28], [], [30]]
    assert [row.nonzero()[0].tolist() for row in seen(t, 1, "played")] == [[16, 28], [17], [7, 30]]
    assert seen(t, 1, "tricks").tolist() == pytest.approx([0, 0, 0.1])
    assert seen(t, 1, "points").tolist() == pytest.approx([0, 0, 2 / 120])
    assert seen(t, 1, "soloist").tolist() == [0, 0, 1, 0]
    assert seen(t, 1, "family").argmax() == 5
    assert seen(t, 1, "trump").argmax() == 2
    assert seen(t, 1, "announced").argmax() == 1
    assert round(float(seen(t, 1, "base")[0]) * 60) == 10
    assert seen(t, 1, "phase").argmax() == 9
    assert len(hand(t, 1, "unseen")) == 32 - 8 - 5
    t = skat(DEAL_A).play(f"{auction('V', 20)} TRUMP_H ANN_NONE  JC 7H 8H  JS QH JH")
    assert not seen(t, 1, "void").any()
    t.play("AH JD TD  AC KC 8C  TC 9C 9H")
    assert seen(t, 1, "void").tolist() == [[0] * 5, [0, 0, 0, 0, 1], [1, 0, 0, 0, 0]]


def test_8_who_may_peek_and_when():
    t = skat(peeking="penalised", games=GAMES_ALL)
    assert "PEEK" in legal(t)
    assert "PEEK" not in legal(t.clone().play("PASS PASS PASS"))  # Ramsch
    for game in ("UNO", "DUO_OUVERT", "GUCKI_NULL"):
        other = mark_lowest(t.clone().play(f"PASS PASS HOLD {game}"))
        assert "PEEK" not in legal(other)
    other = mark_lowest(t.clone().play("PASS PASS HOLD GUCKI_GRAND"))
    other.step(other.legal()[0])
    assert "PEEK" in legal(other)
    away = hand(other, 0, "known_aside")
    other.play("PEEK CONTINUE")
    assert hand(other, 1, "known_aside") == away
    assert other.seat == 1
    assert "PEEK" not in legal(other)
    assert delta(other) == [0, 0, 0]


def test_8_a_peek_ends_a_null_game():
    t = skat(DEAL_A, peeking="penalised").play("PASS PASS HOLD NULL PEEK")
    assert delta(t) == [-20, 0, 0]
    t = skat(DEAL_A, peeking="penalised").play("PASS PASS HOLD NULL 7D PEEK DEMAND")
    assert delta(t) == [20, 0, 0]


def test_8_a_peek_at_the_opening_leads_to_ramsch():
    t = skat(DEAL_A, peeking="penalised").play("PASS PASS PEEK")
    assert t.seat == 1
    t.play("CONTINUE CONTINUE")
    assert t.seat == 0
    play_lowest(t)
    assert delta(t) == [-30, 0, 0]
    t = skat(peeking="penalised", all_pass="pass_out").play("PASS PASS PEEK CONTINUE CONTINUE")
    assert t.over
    assert t.payoffs == [-20, 10, 10]


def test_8_the_holder_who_peeks_is_out():
    t = skat(peeking="penalised").play("BID_10 PEEK CONTINUE CONTINUE")
    assert t.seat == 2
    t.play("PASS")
    assert t.states["soloist"][0] == 1


def test_8_each_seat_voids_at_most_one_deal():
    t = skat(peeking="penalised").play("PEEK CONTINUE DEMAND PASS PEEK DEMAND PASS PASS PEEK CONTINUE DEMAND")
    assert t.states["deal_number"][0] == 4
    for _ in range(3):
        assert "PEEK" not in legal(t)
        t.play("PASS")
    play_lowest(t)
    assert sum(delta(t)) == sum(t.states["sheet"][0])
    assert t.states["deals_settled"][0] == 1


def test_8_the_opponent_keeps_too_much_for_the_soloist_to_win():
    """Points that the opponents already have are theirs, whoever peeked."""
    t = skat(DEAL_A, peeking="penalised", early_stop=False).play(
        f"{auction('V', 20)} TRUMP_H ANN_SCHWARZ 7D AD KD"
    )
    assert t.seat == 1
    t.play("PEEK DEMAND")
    assert delta(t) == [-10 * (2 + 5), 0, 0]
