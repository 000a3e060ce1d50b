"""The package of another table: beside the table its author wrote `tests/weather/`, a few lines."""

from __future__ import annotations

import asyncio
import doctest
import pickle
import subprocess
import sys

import pytest
import virtual_finance as vf
import weather
import weather._base
import weather.testing


@pytest.fixture(scope="module")
def sample():
    with weather.Client(sample=True) as client:
        yield client


#: Two hosts with one path, which are one on the sample host, and credentials that no form of the table has.
ELSEWHERE = {"Desk", "Lightning", "Radar"}


def examples() -> list[doctest.DocTest]:
    modules = [weather, weather.endpoints, weather._base, weather.testing]
    found = [test for module in modules for test in doctest.DocTestFinder().find(module, module.__name__)]
    return [test for test in found if test.examples and test.name.rpartition(".")[2] not in ELSEWHERE]


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_examples_of_the_table_run_on_its_sample_host(example, sample):
    example.globs["client"] = sample
    assert doctest.DocTestRunner().run(example).failed == 0


def test_a_request_is_a_method_and_a_class(sample):
    reply = sample.observations("Oslo")
    assert reply.response == sample.request(weather.Observations("Oslo")).response
    assert [reading["tempC"] for reading in reply.response] == [14.5, 15]
    assert repr(weather.Observations("Oslo")) == "Observations(station='Oslo')"


def test_a_reply_has_frames(sample):
    frame = sample.observations("Oslo").to_pandas()
    assert frame["tempC"].tolist() == [14.5, 15.0]
    assert str(frame["time"].dtype) == "datetime64[ms, UTC]"
    assert frame["wind"].isna().tolist() == [False, True]


def test_errors_are_classes_of_the_package(sample):
    with pytest.raises(weather.errors.ParamsError, match="'days' is 99: write a number from 1 to 14"):
        weather.Forecast(lat=59.9, lon=10.75, days=99)
    with pytest.raises(weather.errors.NotFoundError) as failed:
        sample.instruments(["vane"])
    assert failed.value.endpoint == "Instruments"
    with pytest.raises(weather.errors.ConfigError, match="these hosts have no session"):
        weather.Client(session_file="session.json")
    with pytest.raises(TypeError, match=r"write a request of weather\.endpoints"):
        sample.request("Oslo")


def test_many_pages_asyncio_and_pickles_work(sample):
    results = list(sample.many([weather.Observations("Oslo"), weather.Instruments(["vane"])], in_order=True))
    assert [result.error is None for result in results] == [True, False]
    assert [item["name"] for item in sample.items(weather.Observers())] == ["Anna", "Bo", "Cleo"]
    request = pickle.loads(pickle.dumps(weather.Observations("Oslo")))

    async def asked() -> object:
        async with weather.AsyncClient(sample=True) as client:
            return (await client.request(request)).response

    assert asyncio.run(asked()) == sample.request(request).response


def test_a_reply_of_bytes_pickles(sample):
    image = sample.image("Oslo")
    again = pickle.loads(pickle.dumps(image))
    assert again.response == image.response
    assert isinstance(again.response, bytes)


def test_its_requests_are_not_those_of_another_package(sample, client):
    with weather.testing.SampleHost() as host:
        assert host.client().observations("Oslo").status == 200
    with pytest.raises(TypeError, match="write a request"):
        client.request(weather.Observations("Oslo"))
    with pytest.raises(TypeError, match="write a request"):
        sample.request(vf.Quote("IBM"))


def test_mypy_accepts_the_package_and_names_what_is_wrong(tmp_path):
    pytest.importorskip("mypy")

    def mypy(*line: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *line]
        return subprocess.run(run, check=False, capture_output=True, text=True, cwd=tmp_path)

    # What frames are given to has no types, or is not installed.
    ended = mypy("-p", "weather", "--disable-error-code", "import-untyped", "--disable-error-code", "import-not-found")
    assert ended.returncode == 0, ended.stdout
    wrong = ['weather.Client().observations("Oslo", days=1)', "weather.Forecast(lat=1, lon=2)"]
    (tmp_path / "wrong.py").write_text("\n".join(["import weather", *wrong]))
    ended = mypy("wrong.py")
    assert ended.returncode == 1
    first, second = (line for line in ended.stdout.splitlines() if "error:" in line)
    assert 'Unexpected keyword argument "days"' in first
    assert 'Missing positional argument "days"' in second
