"""The tools for models, by the inspector of the Model Context Protocol: python models.py VFAPI INSPECTOR URL.

Each question is a process of the inspector, asked on stdin and stdout of the command and over HTTP of a gateway."""

import json
import subprocess
import sys

VFAPI, INSPECTOR, URL = sys.argv[1:]
SERVERS = {"stdio": [VFAPI, "--sample", "mcp"], "http": [f"{URL}/mcp", "--transport", "http"]}


def call(endpoint, params):
    """Returns the words for a call of an endpoint."""
    return ["tools/call", "--tool-name", "call", "--tool-arg", f"endpoint={endpoint}", f"params={json.dumps(params)}"]


QUESTIONS = {
    "tools": (["tools/list"], lambda answer: [tool["name"] for tool in answer["tools"]] == ["find", "describe", "call"]),
    "call": (
        call("history", {"ticker": "IBM", "range": "5d"}),
        lambda answer: not answer["isError"] and answer["content"][0]["text"].split("\n")[1].startswith("timestamp,open,")),
    "templates": (
        ["resources/templates/list"],
        lambda answer: [template["name"] for template in answer["resourceTemplates"]] == ["page", "data"]),
    "advice": (
        call("quot", {"tickers": "IBM"}),
        lambda answer: answer["isError"] and 'did you mean "quote"?' in answer["content"][0]["text"]),
    "resources": (
        ["resources/list"],
        lambda answer: "vfapi://docs/endpoints/quote.md" in [resource["uri"] for resource in answer["resources"]]),
    "page": (
        ["resources/read", "--uri", "vfapi://docs/endpoints/quote.md"],
        lambda answer: "# Quote" in answer["contents"][0]["text"]),
    "prompts": (
        ["prompts/list"], lambda answer: "profile-company" in [prompt["name"] for prompt in answer["prompts"]]),
    "prompt": (
        ["prompts/get", "--prompt-name", "profile-company"],
        lambda answer: '{"ticker":"IBM"}' in answer["messages"][0]["content"]["text"]),
}

wrong = 0
for server, address in SERVERS.items():
    for name, (words, is_right) in QUESTIONS.items():
        run = subprocess.run([INSPECTOR, "--cli", *address, "--method", *words], capture_output=True, text=True)
        if run.returncode != 0 or not is_right(json.loads(run.stdout)):
            wrong += 1
            print(f"wrong: {name} over {server}: {run.stdout}{run.stderr}")
print(f"{len(SERVERS) * len(QUESTIONS)} questions of the inspector, {wrong} wrong")
sys.exit(bool(wrong))
