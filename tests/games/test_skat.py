"""docs/rules/skat.md: §9, same numbers, then what no example covers, by its §."""

import pytest

import cardenvs

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
