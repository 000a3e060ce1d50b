"""The client of the original."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import virtual_finance

try:
    import requests
except ImportError as error:
    raise ImportError("virtual_finance_api needs requests: pip install 'virtual-finance[original]'") from error

from . import _touched
from .endpoints._native import NativeRequest, hook_error
from .exceptions import ConversionHookError, VirtualFinanceAPIError

if TYPE_CHECKING:
    from .endpoints.apirequest import APIRequest

logger = logging.getLogger(__name__)

DEFAULT_HEADERS = {"Accept-Encoding": "gzip, deflate"}


class Client:
    """Sends requests and returns their converted replies.

    A request of this package goes to the native client, with its session, second sources and retries. Once something
    was mocked, mounted, subclassed or redirected, and with `request_params`, it goes through `_client`, a session of
    `requests`, and the reply is converted by the same converter.

    Args:
        headers: Headers of every request.
        request_params: Keyword arguments of `requests` for every request, such as `timeout`.
    """

    def __init__(self, headers: dict[str, str] | None = None, request_params: dict[str, Any] | None = None) -> None:
        self._headers = dict(headers or {})
        self._request_params = dict(request_params or {})
        self._client = requests.Session()
        self._client.headers.update(DEFAULT_HEADERS)
        self._client.headers.update(self._headers)
        self._untouched = _touched.state(self._client)
        #: The native client; made when it is first used. Set your own for other settings of it.
        self.native: virtual_finance.Client | None = None

    @property
    def request_params(self) -> dict[str, Any]:
        """The keyword arguments of `requests` that every request gets."""
        return self._request_params

    def request(self, endpoint: APIRequest) -> Any:
        """Sends a request and returns its converted reply.

        Raises:
            VirtualFinanceAPIError: The host answered with an error, or its reply could not be converted.
            ValueError: The response type is `json`, and the reply is none.
            requests.RequestException: The request did not get through.
        """
        if self._is_native(endpoint):
            assert isinstance(endpoint, NativeRequest)
            return self._ask_natively(endpoint)
        return self._ask(endpoint)

    def _is_native(self, endpoint: object) -> bool:
        return (
            type(self) is Client
            and not self._request_params
            and isinstance(endpoint, NativeRequest)
            and endpoint.is_untouched()
            and _touched.state(self._client) == self._untouched
            and _touched.is_sending_as_ever()
        )

    def _ask_natively(self, endpoint: NativeRequest) -> Any:
        if self.native is None:
            self.native = virtual_finance.Client(headers=self._headers or None)
        logger.info("performing request %s/%s", endpoint.DOMAIN, endpoint)
        try:
            reply = self.native.request(endpoint.native())
        except virtual_finance.NetworkError as error:
            raise requests.exceptions.ConnectionError(str(error)) from error
        except (virtual_finance.UnprocessableError, virtual_finance.ParamsError) as error:
            failed = hook_error(error)
            raise self._failed(endpoint, failed.code, failed) from error
        except virtual_finance.VirtualFinanceError as error:
            is_missing = isinstance(error, virtual_finance.NotFoundError) and hook_error(error).code == 404
            cause = hook_error(error) if is_missing else str(error)
            raise self._failed(endpoint, error.status, cause) from error
        endpoint.status_code = reply.status
        endpoint.response = reply.response
        return endpoint.response

    def _ask(self, endpoint: APIRequest) -> Any:
        method = endpoint.method.lower()
        headers: dict[str, str] = dict(getattr(endpoint, "HEADERS", None) or {})
        given: dict[str, Any] = {}
        if method == "get":
            given["params"] = getattr(endpoint, "params", None)
        elif getattr(endpoint, "data", None):
            given["json"] = endpoint.data  # type: ignore[attr-defined]
        given.update(self._request_params)
        headers.update(given.pop("headers", None) or {})
        url = f"{endpoint.DOMAIN}/{endpoint}"
        logger.info("performing request %s", url)
        response = getattr(self._client, method)(url, headers=headers, **given)
        if response.status_code >= 400:
            logger.error("request %s failed [%d]", url, response.status_code)
            raise self._failed(endpoint, response.status_code, response.text)
        endpoint.status_code = response.status_code
        return self._converted(endpoint, response)

    def _converted(self, endpoint: APIRequest, response: requests.Response) -> Any:
        # `text` takes a page that does not name its charset for Latin-1.
        content = response.content.decode("utf-8", errors="replace")
        hook = getattr(endpoint, "_conversion_hook", None)
        try:
            converted = content if hook is None else hook(content)
        except ConversionHookError as error:
            raise self._failed(endpoint, error.code, error) from error
        if endpoint.RESPONSE_TYPE == "json" and isinstance(converted, str):
            try:
                converted = json.loads(converted)
            except ValueError as error:
                raise ValueError(f"request: {endpoint}, response could not be loaded as JSON") from error
        if converted is not None:
            endpoint.response = converted
        return endpoint.response

    @staticmethod
    def _failed(endpoint: APIRequest, code: int | None, cause: object) -> VirtualFinanceAPIError:
        """Returns the error of a request, which has its code, too."""
        endpoint.status_code = code
        return VirtualFinanceAPIError(code, cause)
