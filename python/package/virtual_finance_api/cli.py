"""The command of the original: `python -m virtual_finance_api.cli profile IBM`.

The wheel `vfapi` has the command of this project, which does more.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from .client import Client
from .endpoints import yahoo
from .exceptions import VirtualFinanceAPIError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .endpoints.apirequest import APIRequest


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="vfapi", description="Prints converted replies as JSON.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("profile", "financials", "holders", "history"):
        command = commands.add_parser(name, help=f"print the {name} of a ticker")
        command.add_argument("ticker")
        if name == "history":
            command.add_argument("--period", default="1mo", choices=[str(period) for period in yahoo.Period])
            command.add_argument("--interval", default="1d", choices=[str(interval) for interval in yahoo.Interval])
            command.add_argument("--adjust", choices=[str(kind) for kind in yahoo.AdjustType])
    return parser


def _request(given: argparse.Namespace) -> APIRequest:
    # What is left are the parameters of a history.
    params = {name: value for name, value in vars(given).items() if name not in ("command", "ticker")}
    request: APIRequest = getattr(yahoo, given.command.title())(given.ticker, *([params] if params else []))
    return request


def main(args: Sequence[str] | None = None, client: Client | None = None) -> int:
    """Runs the command, and returns its exit code."""
    given = _parser().parse_args(args)
    try:
        response = (client or Client()).request(_request(given))
    except VirtualFinanceAPIError as error:
        print(f"vfapi: {error.__cause__ or error}", file=sys.stderr)
        return 1
    print(json.dumps(response, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
