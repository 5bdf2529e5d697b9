"""Skat's declarations: the game, its trumps, the skat and what is put away, announcements (§3.3-§3.7, §3.10, §3.11).

§ cites docs/rules/skat.md.
"""

from ...core.cards import bit, count, has, lowest, spread
from ...core.kernel import kernel
from ...core.knowledge import tell, tell_all, token
from .cards import markable, suit_of
from .contracts import (
    ACTION,
    EXCHANGED,
    F_FRAGE,
    F_GRAND,
    F_NULL,
    F_NULL_OUVERT,
    F_REVOLUTION,
    F_SOLO,
    F_TOURNE,
    FAMILY,
    ISKO,
    LOSS,
    OPEN,
    ROW,
    TAKES,
    TRUMP,
    all_tricks,
    may_announce,
    may_declare_row,
    price,
    reach,
)
from .deal import skat_card, turn_to
from .names import (
    ACCEPT,
    ACCEPT_GRAND,
    ANN_NONE,
    ANN_OUVERT,
    ANN_SCHWARZ,
    ANNOUNCE,
    CARDS,
    DECLARE,
    EXCHANGE,
    EXPOSED,
    FRAGE_TRUMP,
    GRAND,
    HAND,
    ISKO_DECLARE,
    JACK,
    JACKS,
    LOOK,
    LOOK2,
    LOOKED,
    MARK,
    MARK_FIRST,
    MARKED,
    MODE,
    NO_TRUMPS,
    NULL,
    NULL_OUVERT,
    PASST_MIR_NICHT,
    PICKUP,
    POOL,
    PUBLIC,
    PUT_AWAY,
    SCHWARZ,
    SUITS,
    TAKEN,
    TRUMP_FIRST,
    TURN_0,
    TURNED_UP,
)
from .play import lead_off, opponents_cards, others_of


@kernel
def become_soloist(s, role):
    """§3.1  The survivor plays alone and names his game."""
    s.soloist = role
    s.stage = 0
    s.phase = MODE if s.options.scoring == ISKO else DECLARE
    turn_to(s, role)


@kernel
def may_say(s, mask):
    """What the soloist may declare, accept, put away or announce in the present phase."""
    if s.phase == MARK:
        return may_mark(s.hand[s.soloist], s.put_away, s.options.skat_size, mask)
    if s.phase == EXCHANGE:
        return may_mark(opponents_cards(s) & ~s.sorted, s.sorted, s.options.hand_size, mask)
    if s.phase == DECLARE:
        return may_declare(s, mask)
    if s.phase == MODE:
        mask[HAND] = 1
        mask[PICKUP] = has_isko(s, False)
        return 1 + mask[PICKUP]
    if s.phase == ISKO_DECLARE:
        return may_declare_isko(s, mask)
    if s.phase == FRAGE_TRUMP:
        return may_name(s, F_FRAGE, mask)
    if s.phase == ANNOUNCE:
        last = ANN_OUVERT if s.options.scoring == ISKO else ANN_SCHWARZ
        mask[ANN_NONE : last + 1] = 1
        return last + 1 - ANN_NONE
    return may_accept(s, mask)


@kernel
def say(s, action):
    """Carries it out."""
    if s.phase == MARK:
        put_away(s, action - MARK_FIRST)
    elif s.phase == EXCHANGE:
        sort_out(s, action - MARK_FIRST)
    else:
        tell_all(s, token(PUBLIC, action))
        if s.phase == DECLARE:
            declare(s, ROW[action])
        elif s.phase == MODE:
            choose_mode(s, action == PICKUP)
        elif s.phase == ISKO_DECLARE:
            declare_isko(s, action)
        elif s.phase == FRAGE_TRUMP:
            name_trump(s, action - TRUMP_FIRST)
            s.phase = MARK
        elif s.phase == ANNOUNCE:
            announce(s, action)
        else:
            accept(s, action)


# The game


@kernel
def may_declare(s, mask):
    """§3.3  The games in use that can be worth the bid."""
    n = 0
    for row in range(len(ACTION)):
        if may_declare_row(s.options, row, s.bid):
            mask[ACTION[row]] = 1
            n += 1
    return n


@kernel
def declare(s, row):
    """§3.3  A Tourné turns a card, Frage and Gucki take the skat, a Solo is announced or played at once."""
    s.family = FAMILY[row]
    s.loss = LOSS[row]
    s.open = OPEN[row] == 1
    if s.family == F_REVOLUTION:
        s.open = s.options.revolution_open
    if s.family == F_TOURNE:
        look(s, ACTION[row] - TURN_0)
        return
    if s.family != F_FRAGE:
        name_trump(s, TRUMP[row])
    if TAKES[row] == 1:
        take_skat(s)
        s.phase = FRAGE_TRUMP if s.family == F_FRAGE else MARK
    elif may_announce(s.options, s.family):
        s.phase = ANNOUNCE
    else:
        if all_tricks(s.options, s.family):
            s.announced = SCHWARZ
        start_play(s)


@kernel
def name_trump(s, trump):
    """§3.3  The trumps, and with them the base value."""
    s.trump = trump
    s.price = price(s.options, s.family, trump, s.open, s.by_hand)


@kernel
def take_skat(s):
    """§3.4, §3.5  The soloist sees what lies in the skat and takes it into his hand."""
    tell(s, s.seat, token(TAKEN, s.on_table))
    s.hand[s.soloist] |= s.on_table
    s.on_table = 0
    s.taken = True


@kernel
def may_name(s, family, mask):
    """§3.5, §3.11  The suits whose game can be worth the bid."""
    n = 0
    for suit in range(SUITS):
        if has(s.options.deck_suits, suit) and reach(s.options, family, suit, False, s.by_hand) >= s.bid:
            mask[TRUMP_FIRST + suit] = 1
            n += 1
    return n


# Tourné


@kernel
def look(s, k):
    """§3.4  The soloist alone sees one card of the skat."""
    s.looked_at = k
    s.looked = bit(skat_card(s, k))
    tell(s, s.seat, token(LOOKED, skat_card(s, k)))
    s.phase = LOOK


@kernel
def may_accept(s, mask):
    """§3.4  Its suit, Grand if it is a jack, or the other card."""
    card = s.looked if s.phase == LOOK else s.turned
    mask[ACCEPT] = 1
    mask[ACCEPT_GRAND] = card & s.rank_set[JACK] != 0
    mask[PASST_MIR_NICHT] = s.phase == LOOK and s.options.passt_mir_nicht and s.options.skat_size >= 2
    return 1 + mask[ACCEPT_GRAND] + mask[PASST_MIR_NICHT]


@kernel
def accept(s, action):
    """§3.4  The card accepted is shown to all and names trumps; passed over, it goes into the hand unshown."""
    if action == PASST_MIR_NICHT:
        pass_over(s)
        return
    if s.phase == LOOK:
        turn_up(s, s.looked)
    take_turned(s, action == ACCEPT_GRAND)


@kernel
def turn_up(s, cards):
    """§3.4  All see the card."""
    s.turned = cards
    tell_all(s, token(TURNED_UP, lowest(cards)))


@kernel
def pass_over(s):
    """§3.4  The second card decides, and a lost game counts double; a jack leaves the choice of Grand."""
    s.hand[s.soloist] |= s.looked
    s.on_table &= ~s.looked
    s.loss = 2
    turn_up(s, s.on_table)
    if s.turned & s.rank_set[JACK] != 0:
        s.phase = LOOK2
    else:
        take_turned(s, False)


@kernel
def take_turned(s, grand):
    """§3.4  Trumps are named and the skat is taken."""
    name_trump(s, JACKS if grand else suit_of(lowest(s.turned), s.suit_set))
    take_skat(s)
    s.phase = MARK


# Putting away


@kernel
def may_mark(cards, marked, k, mask):
    """§3.6  The next of k cards marked in increasing order."""
    left = markable(cards, marked, k)
    spread(left, mask[MARK_FIRST : MARK_FIRST + CARDS])
    return count(left)


@kernel
def put_away(s, card):
    """§3.6  A card goes face down to the soloist's own; then the game is played, or declared (§3.11)."""
    tell(s, s.seat, token(MARKED, card))
    s.hand[s.soloist] &= ~bit(card)
    s.put_away |= bit(card)
    if count(s.put_away) == s.options.skat_size:
        tell_all(s, token(PUT_AWAY, 0))
        if s.options.scoring == ISKO:
            s.phase = ISKO_DECLARE
        else:
            start_play(s)


@kernel
def sort_out(s, card):
    """§3.10  The first opponent marks ten of the twenty cards as his hand; his partner, who sees it, has the others."""
    first, second = others_of(s, s.soloist)
    tell(s, s.seat_at[first], token(MARKED, card))
    tell(s, s.seat_at[second], token(MARKED, card))
    s.sorted |= bit(card)
    if count(s.sorted) == s.options.hand_size:
        both = opponents_cards(s)
        s.hand[first], s.hand[second] = s.sorted, both & ~s.sorted
        tell_all(s, token(PUT_AWAY, 0))
        lead_off(s)


# Announcements, and the beginning of play


@kernel
def announce(s, action):
    """§3.7, §3.11  Schneider, schwarz, and in isko an open hand, which says schwarz too."""
    s.announced = min(action - ANN_NONE, SCHWARZ)
    if action == ANN_OUVERT:
        s.open = True
    start_play(s)


@kernel
def start_play(s):
    """§3.8, §3.10  An open hand is shown to all, and in Revolution the opponents' cards to each other."""
    if s.open:
        s.exposed = True
        tell_all(s, token(EXPOSED, s.hand[s.soloist]))
    if s.family == F_REVOLUTION:
        first, second = others_of(s, s.soloist)
        tell(s, s.seat_at[first], token(POOL, s.hand[second]))
        tell(s, s.seat_at[second], token(POOL, s.hand[first]))
        if s.options.revolution_mode == EXCHANGED:
            s.phase = EXCHANGE
            turn_to(s, first)
            return
    lead_off(s)


# The international game


@kernel
def choose_mode(s, pickup):
    """§3.11  The skat is taken, or the game is played from the hand."""
    s.loss = 2
    s.by_hand = not pickup
    if pickup:
        take_skat(s)
        s.phase = MARK
    else:
        s.phase = ISKO_DECLARE


@kernel
def isko_reach(s, trump, opened, by_hand):
    """§3.11  The largest value of a game."""
    family = F_NULL if trump == NO_TRUMPS else F_GRAND if trump == JACKS else F_SOLO
    return reach(s.options, family, trump, opened, by_hand)


@kernel
def has_isko(s, by_hand):
    """§3.11  Can any game of this mode be worth the bid?"""
    most = max(isko_reach(s, JACKS, False, by_hand), isko_reach(s, NO_TRUMPS, True, by_hand))
    for suit in range(SUITS):
        if has(s.options.deck_suits, suit):
            most = max(most, isko_reach(s, suit, False, by_hand))
    return most >= s.bid


@kernel
def may_declare_isko(s, mask):
    """§3.11  The suits, Grand and the two Nulls, where they can be worth the bid."""
    n = may_name(s, F_SOLO, mask)
    mask[GRAND] = isko_reach(s, JACKS, False, s.by_hand) >= s.bid
    mask[NULL] = isko_reach(s, NO_TRUMPS, False, s.by_hand) >= s.bid
    mask[NULL_OUVERT] = isko_reach(s, NO_TRUMPS, True, s.by_hand) >= s.bid
    return n + mask[GRAND] + mask[NULL] + mask[NULL_OUVERT]


@kernel
def declare_isko(s, action):
    """§3.11  Played from the hand, a game with trumps can be announced."""
    s.open = action == NULL_OUVERT
    if action in (NULL, NULL_OUVERT):
        s.family = F_NULL_OUVERT if s.open else F_NULL
        name_trump(s, NO_TRUMPS)
    elif action == GRAND:
        s.family = F_GRAND
        name_trump(s, JACKS)
    else:
        s.family = F_SOLO
        name_trump(s, action - TRUMP_FIRST)
    if s.by_hand and s.trump != NO_TRUMPS:
        s.phase = ANNOUNCE
    else:
        start_play(s)
