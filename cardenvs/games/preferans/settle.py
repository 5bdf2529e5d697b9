"""The end of a deal of preferans: what is written down, and who deals next. § cites docs/rules/preferans.md."""

from ...core.cards import has
from ...core.kernel import kernel
from ...core.knowledge import tell_all, token
from .ledger import (
    add_pool,
    console,
    fine_pair,
    raspas_gora,
    raspas_whists,
    score,
    sheet_closed,
    write,
)
from .names import DEALT_OUT, MISERE, NOBODY, RASPAS, RESULT, SEATS, TEN, WHISTS
from .options import (
    ALL,
    ANY,
    FIRST,
    FULL,
    GORA,
    GREEDY,
    MATCH,
    OFF,
    RESET,
    SAME_DEALER,
    TEN_EACH,
    VALUE,
)
from .state import entry, last_stage, multiplier, seats_from, step_of
from .sure import sure_tricks

ROSTOV_TRICK = 5  # whists for a trick of a raspas (§4.4)
CONSOLATION_TEN = 10  # whists for a trick that lacks, at one price for all contracts (§4.2)


# Prices


@kernel
def price(s):
    """§4  Whists for a trick, and gora for one that the declarer lacks."""
    return s.options.price_multiplier * entry(s.options.values, s.contract // 5)


@kernel
def whister_price(s):
    """§4.1  Gora for a trick that a whister lacks."""
    return price(s) if s.options.whist_responsibility == FULL else price(s) // 2


@kernel
def consolation_price(s):
    """§4.2  Whists for a trick that the declarer lacks."""
    if s.options.consolation == VALUE:
        return price(s)
    return CONSOLATION_TEN * s.options.price_multiplier if s.options.consolation == TEN_EACH else 0


@kernel
def checked_ten(s):
    """§3.4  Is it a ten that nobody whists on, but both catch?"""
    return s.catch and s.contract != MISERE


@kernel
def quota(s):
    """§3.4  Tricks that the whisters must take."""
    return entry(s.options.quotas, s.contract // 5)


# Contracts played out


@kernel
def settle(s):
    """§4  All tricks are played."""
    s.phase = DEALT_OUT
    if s.contract == RASPAS:
        settle_raspas(s)
    elif s.contract == MISERE:
        settle_misere(s)
    else:
        settle_tricks(s)
    close_accounts(s)


@kernel
def settle_tricks(s):
    """§4.1, §4.2  Made: pool points, whists, fines of the whisters. Failed: gora, consolation, whists."""
    took = s.won[s.declarer]
    level = entry(s.options.levels, s.contract // 5)
    lacking = max(0, level - took)
    if took > level and s.contract < 5 * TEN:
        lacking = under_ordered(s, took, level)
    if lacking == 0:
        s.gain[s.declarer] = entry(s.options.values, s.contract // 5)
        if not checked_ten(s):
            pay_whists(s, False)
            fine_whisters(s)
    else:
        fail(s, lacking)


@kernel
def under_ordered(s, took, level):
    """§4.2a  Tricks that the declarer was sure of and took above his order; 0 where a layout keeps him to it."""
    if s.options.under_order == OFF:
        return 0
    hand = s.played[s.declarer]
    others = s.options.cards & ~hand & ~s.discards
    sure = sure_tricks(hand, others, s.trump, s.declarer == s.first)
    return max(0, min(sure, took) - level)


@kernel
def fail(s, lacking):
    """§4.2  Gora for the declarer, consolation for all others; a ten that was only caught pays no whists."""
    excused = (
        NOBODY if s.options.dealer_consolation or s.options.seats == 3 or whister(s) == s.dealer else s.dealer
    )
    s.failed_by = lacking
    s.gora[s.declarer] += price(s) * lacking
    console(s.whists, s.options.seats, s.declarer, excused, consolation_price(s) * lacking)
    if not checked_ten(s):
        pay_whists(s, True)


@kernel
def whister(s):
    """§3.4  The lone whister, NOBODY if there are two or none."""
    d1, d2 = s.defenders[0], s.defenders[1]
    if s.options.seats == 4 and s.word[s.dealer] == WHISTS:
        return s.dealer
    first, second = s.word[d1] == WHISTS, s.word[d2] == WHISTS
    if first == second:
        return NOBODY
    return d1 if first else d2


@kernel
def pay_whists(s, failed):
    """§4.1, §4.2  Two whisters write their own tricks; one writes all, or as a gentleman halves them if it failed."""
    n, on, each = s.options.seats, s.declarer, price(s)
    d1, d2 = s.defenders[0], s.defenders[1]
    lone = whister(s)
    if lone == NOBODY:
        write(s.whists, n, d1, on, each * s.won[d1])
        write(s.whists, n, d2, on, each * s.won[d2])
        return
    total = each * (s.won[d1] + s.won[d2])
    shares = failed and s.options.whist_sharing != GREEDY and (n == 3 or lone != s.dealer)
    if shares:
        write(s.whists, n, d1, on, total // 2)
        write(s.whists, n, d2, on, total // 2)
    else:
        write(s.whists, n, lone, on, total)


@kernel
def fine_whisters(s):
    """§4.1  Who whisted on a contract that was made, and lacks tricks of the quota, pays gora."""
    d1, d2 = s.defenders[0], s.defenders[1]
    lone = whister(s)
    if lone == NOBODY:
        fine_pair(s.gora, d1, s.won[d1], d2, s.won[d2], quota(s), whister_price(s))
    else:
        s.gora[lone] += whister_price(s) * max(0, quota(s) - s.won[d1] - s.won[d2])


@kernel
def settle_misere(s):
    """§4.4  Pool points without a trick; each one costs gora."""
    took = s.won[s.declarer]
    s.failed_by = took
    if took == 0:
        s.gain[s.declarer] = s.options.misere_value
    s.gora[s.declarer] += s.options.misere_value * s.options.price_multiplier * took


# Raspas


@kernel
def settle_raspas(s):
    """§4.4  Tricks cost; a hand without any earns."""
    pay_raspas(s)
    if s.options.raspas_zero_bonus:
        for seat in range(s.options.seats):
            if has(s.active, seat) and s.won[seat] == 0:
                s.gain[seat] = multiplier(s)


@kernel
def pay_raspas(s):
    """§4.4  A trick of the dealer's card counts as his, if he sits out."""
    n = s.options.seats
    if s.options.raspas_scoring == GORA:
        raspas_gora(s.gora, s.won, n, s.options.price_multiplier * multiplier(s))
    else:
        raspas_whists(s.whists, s.won, s.active, n, ROSTOV_TRICK * multiplier(s))


# Revokes


@kernel
def settle_revoke(s):
    """§8  A card against the rules ends the deal: the culprit pays as if the others had done their best."""
    s.phase = DEALT_OUT
    if s.contract == RASPAS:
        for seat in range(SEATS):
            s.won[seat] = s.options.hand_size if seat == s.turn else 0
        pay_raspas(s)
    elif s.turn == s.declarer:
        declarer_revokes(s)
    else:
        defender_revokes(s)
    close_accounts(s)


@kernel
def declarer_revokes(s):
    """§8  A misère with all the tricks, or a contract without any; whists for finished tricks alone."""
    if s.contract == MISERE:
        s.failed_by = s.options.hand_size
        s.gora[s.declarer] += s.options.misere_value * s.options.price_multiplier * s.options.hand_size
    else:
        fail(s, entry(s.options.levels, s.contract // 5))


@kernel
def defender_revokes(s):
    """§8  The contract is made; who controls the hand pays for the quota; another whister writes his finished tricks."""
    culprit = s.controller[s.turn]
    if s.contract == MISERE:
        s.gain[s.declarer] = s.options.misere_value
        s.gora[culprit] += s.options.misere_value * s.options.price_multiplier
        return
    s.gain[s.declarer] = entry(s.options.values, s.contract // 5)
    s.gora[culprit] += whister_price(s) * (1 if checked_ten(s) else quota(s))
    for k in range(2):
        hand = s.defenders[k]
        seat = s.controller[hand] if s.looked == hand else hand
        if seat != culprit and s.word[seat] == WHISTS:
            write(s.whists, s.options.seats, seat, s.declarer, price(s) * s.won[hand])


# Accounts


@kernel
def close_accounts(s):
    """§4.6, §4.5  Pool points after all else, forehand's first; then the score. §2: the dealer's fine."""
    n = s.options.seats
    if s.contract == RASPAS and last_stage(s) and s.options.raspas_redeal == SAME_DEALER:
        s.gora[s.dealer] += s.options.raspas_dealer_fine
    capped = s.options.episode == MATCH and s.options.pool_end == ALL
    for k in range(n):
        seat = seats_from(s, s.first, k)
        target = s.options.pool_target if capped else 0
        add_pool(s.pool, s.gora, s.whists, n, seat, s.gain[seat], target, s.options.pool_value)
    score(s.pool, s.gora, s.whists, n, s.options.pool_value, s.payoff)
    tally(s)
    tell_all(s, token(RESULT, s.failed_by))


@kernel
def tally(s):
    """What the arena counts."""
    if s.contract == RASPAS:
        s.tally_raspas += 1
        return
    s.tally_declared[s.declarer, step_of(s)] += 1
    s.tally_made[s.declarer, step_of(s)] += 1 if made(s) else 0
    s.tally_lacking[s.declarer] += s.failed_by


@kernel
def made(s):
    """§2  A contract is made if the declarer's pool grew."""
    return s.contract != RASPAS and s.gain[s.declarer] > 0


@kernel
def match_ends(s):
    """§2  All pools closed, or the first, or the last deal."""
    n, target = s.options.seats, s.options.pool_target
    if s.options.episode != MATCH or s.deal_number >= s.options.max_deals:
        return True
    if s.options.pool_end == ALL:
        return sheet_closed(s.pool, n, target)
    if s.options.pool_end == FIRST:
        for seat in range(n):
            if s.pool[seat] >= target:
                return True
    return False


@kernel
def pass_deal(s):
    """§2  The deal passes on, but for a raspas within a series; the series goes on, ends, or stays at its last step."""
    stays = False
    if s.contract != RASPAS:
        if s.options.raspas_exit == ANY or made(s):
            s.series = 0
    elif not last_stage(s):
        s.series += 1
        stays = s.options.raspas_redeal == SAME_DEALER
    elif s.options.raspas_after_last == RESET:
        s.series = 0
    if not stays:
        s.dealer = seats_from(s, s.dealer, 1)
