"""The fields of screeners: their groups, and the values that they compare."""

from __future__ import annotations

from functools import cache
from typing import Any

from .. import _native
from .._values import listed
from ..endpoints import IndustryKey, SectorKey


@cache
def fields(kind: str) -> dict[str, tuple[bool, list[str]]]:
    """Returns for each field of a kind of instruments whether it is a number, and its values if they are fixed."""
    return {name: (is_number, values) for name, is_number, values in _native.screener_fields(kind)}


def groups(kind: str) -> dict[str, set[str]]:
    """Returns the fields of texts as `eq_fields`, and those of numbers as `fields`."""
    known = fields(kind).items()
    return {
        group: {name for name, (is_number, _) in known if is_number == wanted}
        for group, wanted in (("eq_fields", False), ("fields", True))
    }


def values(kind: str) -> dict[str, Any]:
    """Returns the values of fields that have fixed ones: exchanges by region, and industries by sector."""
    found: dict[str, Any] = {name: set(known) for name, (_, known) in fields(kind).items() if known}
    for name, members in (("exchange", EXCHANGES), ("industry", INDUSTRIES)):
        if name in found:
            found[name] = {group: found[name] & some for group, some in members.items()}
    return found


def divided(names: list[str], firsts: tuple[str, ...]) -> list[list[str]]:
    """Returns a list in parts that begin with these names."""
    starts = [names.index(first) for first in firsts]
    return [names[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


#: The codes of exchanges by region, of all kinds of instruments.
_REGIONS = """
    ae DFM, ar BUE, at VIE, au ASX CXA, be BRU, br SAO, ca CNQ NEO TOR VAN, ch EBS, cl SGO, cn SHH SHZ, co BVC, cz PRA,
    de BER DUS EUX FRA GER HAM HAN MUN STU, dk CPH, ee TAL, eg CAI, es BAR MAD MCE, fi HEL, fr ENX PAR,
    gb AQS CXE IOB LSE, gr ATH, hk HKG, hu BUD, id JKT, ie ISE, il TLV, in BSE NSI, is ICE, it MDD MIL TLO,
    jp FKA JPX OSA SAP, kr KOE KSC, kw KUW, lk CSE, lt LIT, lv RIS, mx MEX, my KLS, nl AMS DXE, no OSL, nz NZE, pe,
    ph PHP PHS, pk KAR, pl WSE, pt LIS, qa DOH, ro BVB, ru MCX, sa SAU, se STO, sg SES, sr, th SET, tr IST, tw TAI TWO,
    us ASE BTS CXI NAE NAS NCM NGM NMS NYQ OEM OGM OQB OQX PCX PNK WCB YHD, ve CCS, vn VSE, za JNB
"""
EXCHANGES = {region: set(codes) for region, *codes in map(str.split, _REGIONS.split(","))}

#: The industries of each sector by their keys. The table lists industries sector by sector; these are the first ones.
INDUSTRY_KEYS = dict(zip(listed(SectorKey), divided(listed(IndustryKey), (
    "agricultural-inputs", "advertising-agencies", "apparel-manufacturing", "beverages-brewers", "oil-gas-drilling",
    "asset-management", "biotechnology", "aerospace-defense", "reit-diversified", "communication-equipment",
    "utilities-diversified",
)), strict=True))  # fmt: skip

_NAMES = {
    "-".join("".join(sign if sign.isalnum() else " " for sign in name).lower().split()): name
    for field in ("sector", "industry")
    for name in fields("EQUITY")[field][1]
}

#: The industries of each sector by their names.
INDUSTRIES = {_NAMES[sector]: {_NAMES[key] for key in keys if key in _NAMES} for sector, keys in INDUSTRY_KEYS.items()}
