"""By which decisions a search loses at the mushka family: it takes one kind of them, alone at a table of rule-based bots.

    python -m benchmarks.mushka_exchange
    python -m benchmarks.mushka_exchange --game mushka --bots pimc pimc:sure=2 --phases exchange --deals 1000

The rule-based bot takes its other decisions. What the seat is then paid more than its neighbours, and more than the
rule-based bot in its place, is given with 95 % intervals over duplicate deals. Last come the trumps that the others who
play hold when play begins, in truth and in the worlds that `redeal` makes of it for the seat to act.
"""

import argparse

import numpy as np

import cardenvs
from cardenvs.agents import Bot, RulesBot, Turn, make_bot
from cardenvs.agents.bot import single_move, single_turn
from cardenvs.arena.result import estimate
from cardenvs.arena.run import checked_plan, played, values_of
from cardenvs.core import drivers
from cardenvs.core.cards import count, has
from cardenvs.core.random import stream
from cardenvs.core.rules import Rules
from cardenvs.games.mushka_order import MEMBERS
from cardenvs.games.mushka_record import DECLARING, MARKING, PLAYING

PHASES = {
    "declaration": (DECLARING,),
    "exchange": (MARKING,),
    "play": (PLAYING,),
    "all": (DECLARING, MARKING, PLAYING),
}
GAMES = ("mushka", "mushka_pamphil", "mushka_shutikha", "mushka_mistigri")
WORLDS = 10  # for each deal whose trumps are counted


class Sometimes:
    """Asks one bot in some phases, the rule-based one in the others."""

    def __init__(self, name: str, phases: tuple[int, ...], rules: Rules) -> None:
        self.name = name
        self._bot: Bot = make_bot(name, rules, rules.options())
        self._other, self._phases = RulesBot(rules, rules.options()), phases

    def act(self, turn: Turn) -> np.ndarray:
        """The action of the bot whose phase it is, for every row."""
        actions = self._other.act(turn)
        rows = np.flatnonzero(np.isin(turn.states["phase"], self._phases))
        if len(rows):
            chance = turn.random[rows]
            part = Turn(turn.observation[rows], turn.mask[rows], turn.seat[rows], chance, turn.states[rows])
            actions[rows] = self._bot.act(part)
            turn.random[rows] = chance
        return actions


def payoffs(game: str, bot: str | Bot, deals: int, seed: int) -> np.ndarray:
    """What a bot and each of its neighbours are paid in each deal: float64 ``[deals, seats]``."""
    rules = cardenvs.spec(game)
    table = (bot, *["rules"] * (rules.options().seats - 1))
    plan = checked_plan(rules, rules.options(), table, deals, seed, None, 1)
    return values_of(played(plan, None, 4096, 1, None, None)[1], None)[:, :, 0]


def trumps(game: str, deals: int) -> np.ndarray:
    """The others' trumps when play begins: in truth, and in redealt worlds on average; float64 ``[deals, 2]``."""
    rules, found = cardenvs.spec(game), []
    bot, world = RulesBot(rules, rules.options()), np.zeros(1, rules.state)
    for deal in range(deals):
        table = cardenvs.table(game, seed=deal)
        while not table.over and table.states[0]["phase"] != PLAYING:
            table.step(
                single_move(bot, single_turn(table.observe(table.seat), table.mask(), table.states, stream(0)))
            )
        if table.over:
            continue
        random, redealt = stream(deal), []
        for _ in range(WORLDS):
            drivers.copy(world, 0, table.states, 0)
            drivers.redeal_in(world, 0, table.seat, random)
            redealt.append(others_trumps(world[0]))
        found.append((others_trumps(table.states[0]), np.mean(redealt)))
    return np.array(found)


def others_trumps(s: np.record) -> int:
    """The trumps of all who play but the seat to act."""
    trump = int(MEMBERS[s["order"], s["trump"]])
    others = (k for k in range(int(s["options"]["seats"])) if k != s["seat"] and has(int(s["active"]), k))
    return sum(count(int(s["hand"][k]) & trump) for k in others)


def main() -> None:
    """Prints it all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="mushka_shutikha", choices=GAMES, help="(mushka_shutikha)")
    parser.add_argument("--bots", nargs="+", default=["pimc", "pimc:worlds=200", "pimc:sure=2"], help="searches")
    parser.add_argument("--phases", nargs="+", default=list(PHASES), choices=PHASES, help="(all of these)")
    parser.add_argument("--deals", type=int, default=300, help="(300)")
    parser.add_argument("--seed", type=int, default=3, help="(3)")
    arguments = parser.parse_args()
    game, deals, seed = arguments.game, arguments.deals, arguments.seed
    usual = payoffs(game, "rules", deals, seed).mean(axis=1)
    print(
        f"{game}, {deals} deals, seed {seed}; more than its neighbours, and than the rule-based bot in its place"
    )
    for name in arguments.bots:
        for phase in arguments.phases:
            paid = payoffs(game, Sometimes(name, PHASES[phase], cardenvs.spec(game)), deals, seed)
            beside, instead = estimate(paid[:, 0] - paid[:, 1:].mean(axis=1)), estimate(paid[:, 0] - usual)
            print(f"{name:20s} {phase:12s} {beside}   {instead}", flush=True)
    held, redealt = trumps(game, deals).mean(axis=0)
    print(f"the others' trumps when play begins: {held:.2f}; in redealt worlds {redealt:.2f}")


if __name__ == "__main__":
    main()
