"""The package of the Python original, virtual-finance-API 0.6.0, on the client of this project.

Programs that were written for it run unchanged:

    import virtual_finance_api as fa
    import virtual_finance_api.endpoints.yahoo as yh

    client = fa.Client()
    print(client.request(yh.Holders("IBM")))

It needs `requests`, and pandas for `compat.yfinance`: `pip install virtual-finance[original]`.
"""

from .client import Client
from .exceptions import VirtualFinanceAPIError

#: The version of the original whose surface this is.
VERSION = "0.6.0"
__version__ = VERSION

__all__ = ["VERSION", "Client", "VirtualFinanceAPIError", "__version__"]
