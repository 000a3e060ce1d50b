"""Clients of tables in files, and of OpenAPI documents."""

from __future__ import annotations

import asyncio
import inspect
import json
import warnings
from pathlib import Path

import pytest
import virtual_finance as vf

TABLES = Path(__file__).parents[2] / "cli/tests/table"


def written(folder, name: str, host: str, more: str = "") -> str:
    file = folder / name
    endpoint = "  Status: { doc: The state., host: one_url, path: status, method: GET, response: { type: any } }\n"
    file.write_text(f"hosts:\n  one_url: {{ doc: It., {host} }}\nendpoints:\n{endpoint}{more}")
    return str(file)


@pytest.fixture
def harbour(stand_in):
    host = stand_in(lambda path: b'{"number": 3, "metres": 120.5, "ship": null}' if path == "/berths/3" else (404, b""))
    with pytest.warns(UserWarning, match="Notices needs a converter"):
        client = vf.table(TABLES / "harbour.yaml", hosts={"harbour_url": host.url}, proxy=False, retries=1)
    with client:
        yield client


def test_endpoints_are_methods_with_signatures_and_docs(harbour):
    reply = harbour.berth(3)
    assert (reply.response["metres"], reply.endpoint, reply.status) == (120.5, "Berth", 200)
    assert reply.to_pandas().shape == (3, 2)
    request = harbour.endpoints.Berth(number=3)
    assert harbour.request(request).response == reply.response
    assert repr(request) == "Berth(number=3)"
    assert [result.error is None for result in harbour.many([request, request])] == [True, True]
    assert list(inspect.signature(harbour.ships).parameters) == ["cargo", "from_", "after"]
    assert "One of `grain`, `ore`, `mixed`." in harbour.ships.__doc__
    with pytest.raises(vf.ParamsError, match="'number' is 100"):
        harbour.berth(100)
    with pytest.raises(TypeError, match=r"Client\.berth\(\).*'nubmer'"):
        harbour.berth(nubmer=3)
    with pytest.raises(vf.NotFoundError) as failed:
        harbour.berth(4)
    assert failed.value.endpoint == "Berth"


def test_what_is_left_out_says_why(harbour):
    assert harbour.left_out == {"notices": "a converter, which is written in Rust"}
    with pytest.raises(AttributeError, match="notices is left out: it needs a converter"):
        harbour.notices()
    with pytest.raises(AttributeError, match="Client has no 'birth': write berth"):
        harbour.birth(3)
    with pytest.raises(AttributeError):
        harbour.history("IBM")


def test_tables_do_not_mix(client, harbour):
    library = vf.table(TABLES / "library.yaml", sample=True)
    again = vf.table(TABLES / "library.yaml", sample=True)
    assert library.book(1).response == {"id": 1, "name": "The Sea", "year": 1925}
    assert library.endpoints.Book(1) != again.endpoints.Book(1)
    assert (again.book(1).frame().columns, harbour.berth(3).frame().columns) == (["name", "value"], ["name", "value"])
    with pytest.raises(TypeError, match="write a request"):
        client.request("Book")
    assert client.quote("IBM").response

    async def asked() -> object:
        async with vf.table(TABLES / "library.yaml", sample=True, asynchronous=True) as one:
            return (await one.book(1)).response["name"]

    assert asyncio.run(asked()) == "The Sea"


def test_a_table_gets_no_secret_and_no_host_of_others(tmp_path, stand_in, monkeypatch):
    host = stand_in(lambda _: b"5")
    auth = "default: 'https://shop.example', auth: { type: bearer, env: AWS_SECRET_ACCESS_KEY }"
    file = written(tmp_path, "shop.yaml", auth)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "canary")
    pair = "AWS_SECRET_ACCESS_KEY@shop.example"
    with pytest.raises(vf.ConfigError, match="SHOP_KEY") as refused:
        vf.table(file)
    assert str(refused.value).endswith(f'allow_env=["{pair}"]')
    assert "canary" not in str(refused.value)
    client = vf.table(file, allow_env=[pair], hosts={"one_url": host.url}, proxy=False)
    assert client.status().response == 5
    assert host.headers[-1]["authorization"] == "Bearer canary"
    with pytest.raises(TypeError, match="'allow_env' is a string"):
        vf.table(file, allow_env=pair)

    address = host.url.removeprefix("http://")
    file = written(tmp_path, "near.yaml", f"default: '{host.url}'")
    with pytest.raises(vf.ConfigError, match="in a private network") as refused:
        vf.table(file)
    assert str(refused.value).endswith(f'allow_hosts=["{address}"]')
    assert vf.table(file, allow_hosts=[address], proxy=False).status().response == 5
    assert vf.table(file, hosts={"one_url": host.url}, proxy=False).status().response == 5


def test_the_texts_of_a_table_are_no_code(tmp_path):
    doc = json.dumps('The "state". """\nraise SystemExit("ran")\n""" \\')
    host = "host: one_url, path: other, method: GET, response: { type: any }"
    more = f"  Other: {{ doc: {doc}, {host} }}\n"
    file = written(tmp_path, "shop.yaml", "default: 'https://shop.example'", more)
    assert 'raise SystemExit("ran")' in vf.table(file).other.__doc__


def test_errors_of_a_table_have_their_lines(tmp_path):
    file = written(tmp_path, "shop.yaml", "default: https://shop.example, dco: x")
    with pytest.raises(vf.ConfigError, match=r"(?s)shop\.yaml:2:.*error\[V010\]"):
        vf.table(file)
    with pytest.raises(vf.ConfigError, match="cannot be read"):
        vf.table(tmp_path / "none.yaml")


def test_an_openapi_document_is_a_table_too(tmp_path, stand_in):
    host = stand_in(lambda path: b'{"name": "Rex"}' if path == "/pets/7" else (404, b""))
    schema = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    reply = {"200": {"description": "A pet.", "content": {"application/json": {"schema": schema}}}}
    number = {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
    get = {"operationId": "getPet", "parameters": [number], "responses": reply}
    document = {"openapi": "3.1.0", "servers": [{"url": "https://pets.example"}], "paths": {"/pets/{id}": {"get": get}}}
    file = tmp_path / "pets.json"
    file.write_text(json.dumps(document))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        client = vf.table(file, sample=True)
        assert client.get_pet(7).response == {"name": "text"}
        hosts = vf.table(file, sample=True).endpoints.GetPet(id=7)
    assert hosts.params == {"id": 7}
    assert host.asked == []


def test_a_chat_comes_word_by_word(tmp_path, event_host):
    file = tmp_path / "chat.yaml"
    file.write_text(CHAT)
    client = vf.table(file, hosts={"model_url": event_host.url}, proxy=False, idle_timeout=60)
    words = client.events(client.endpoints.Chat("Hi"))
    for word in ("Hello", "there"):
        event_host.feed.put(b'data: {"id": "c-1", "choices": [{"delta": {"content": "%b"}}]}\n\n' % word.encode())
        assert next(words)["choices"][0]["delta"]["content"] == word
    event_host.feed.put(b"data: [DONE]\n\n")
    assert list(words) == []
    assert event_host.request.endswith(b'{"messages":{"content":"Hi"},"stream":true}')


CHAT = """
hosts:
  model_url: { doc: The model., default: 'https://model.example' }
records:
  Chunk:
    doc: A part of the answers.
    fields:
      id: { doc: The name of the answers., type: string }
      choices: { doc: The answers., type: any }
endpoints:
  Chat:
    doc: The answer of a model.
    host: model_url
    path: v1/chat
    method: POST
    raw: sse
    response: { type: { list: Chunk } }
    params:
      message: { doc: The question., type: string, in: body, required: true, wire: messages.content }
      stream: { doc: Always true., type: boolean, in: body, default: true }
"""
