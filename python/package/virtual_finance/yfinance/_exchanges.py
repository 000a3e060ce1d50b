"""The suffixes of symbols by the codes of markets (ISO 10383)."""

from __future__ import annotations

_SUFFIXES = """
    XCBT CBT, XCME CME, IFUS NYB, CECS CMX, XNYM NYM, XNYS, XNAS, XBUE BA, XVIE VI, XASX AX, XAUS XA, XBRU BR,
    BVMF SA, CNSX CN, NEOE NE, XTSE TO, XTSX V, XSGO SN, XSHG SS, XSHE SZ, XBOG CL, XPRA PR, XCSE CO, XCAI CA,
    XTAL TL, CEUX XD, XEUR NX, XHEL HE, XPAR PA, XBER BE, XBMS BM, XDUS DU, XFRA F, XHAM HM, XHAN HA, XMUN MU,
    XSTU SG, XETR DE, XATH AT, XHKG HK, XBUD BD, XICE IC, XBOM BO, XNSE NS, XIDX JK, XDUB IR, XTAE TA, MTAA MI,
    EUTL TI, XTKS T, XKFE KW, XRIS RG, XVIL VS, XKLS KL, XMEX MX, XAMS AS, XNZE NZ, XOSL OL, XPHS PS, XWAR WA,
    XLIS LS, XQAT QA, XBSE RO, XSES SI, XJSE JO, XKRX KS, KQKS KQ, BMEX MC, XSAU SR, XSTO ST, XSWX SW, ROCO TWO,
    XTAI TW, XBKK BK, XIST IS, XDFM AE, AQXE AQ, XCHI XC, XLON L, ILSE IL, XCAR CR, XSTC VN
"""


def symbol(base: str, market: str) -> str:
    """Returns the symbol of an instrument on a market.

    Raises:
        ValueError: The code of the market is not known.
    """
    known = dict(line.strip().partition(" ")[::2] for line in _SUFFIXES.split(","))
    suffix = known.get(market.removeprefix(".").upper())
    if suffix is None:
        raise ValueError(f"Unknown MIC code: '{market}'; write the symbol with its suffix, such as 'OR.PA'")
    return f"{base}.{suffix}" if suffix else base
