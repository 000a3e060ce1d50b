"""Packs a program whose subcommand `mcp` serves models: python bundle.py PROGRAM NAMESPACE URL FOLDER.

Writes PROGRAM-PLATFORM.mcpb, which clients for models install (MCPB, manifest 0.3), and PROGRAM-PLATFORM.server.json, its entry
in a registry of servers under NAMESPACE, such as io.github.somebody; the bundle will be at URL. What both say comes from the
program itself, by its protocol."""

import hashlib
import json
import pathlib
import platform
import shutil
import subprocess
import sys
import zipfile

program, namespace, url, folder = sys.argv[1:]
program, folder = pathlib.Path(shutil.which(program) or program), pathlib.Path(folder)
MESSAGES = [
    {"id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bundle", "version": "1"}}},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
]
with subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
    answers = []
    for message in MESSAGES:
        server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        server.stdin.flush()
        if "id" in message:
            answers.append(json.loads(server.stdout.readline())["result"])
    server.stdin.close()
about, tools = answers[0]["serverInfo"], answers[1]["tools"]
system = {"Darwin": "darwin", "Windows": "win32"}.get(platform.system(), "linux")
name = f"{about['name']}-{system}-{platform.machine().lower()}"
manifest = {
    "manifest_version": "0.3",
    "name": about["name"],
    "version": about["version"],
    "description": about["title"],
    "author": {"name": namespace},
    "server": {
        "type": "binary",
        "entry_point": f"server/{program.name}",
        "mcp_config": {"command": f"${{__dirname}}/server/{program.name}", "args": ["mcp"]},
    },
    "tools": [{"name": tool["name"], "description": tool["description"]} for tool in tools],
    "compatibility": {"platforms": [system]},
}
folder.mkdir(parents=True, exist_ok=True)
bundle = folder / f"{name}.mcpb"
with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("manifest.json", json.dumps(manifest, indent=2))
    entry = zipfile.ZipInfo.from_file(program, manifest["server"]["entry_point"])
    entry.external_attr = 0o100755 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, program.read_bytes())
server = {
    "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    "name": f"{namespace}/{about['name']}",
    "description": about["title"][:100],
    "version": about["version"],
    "packages": [{
        "registryType": "mcpb",
        "identifier": f"{url}/{bundle.name}",
        "fileSha256": hashlib.sha256(bundle.read_bytes()).hexdigest(),
        "transport": {"type": "stdio"},
    }],
}
(folder / f"{name}.server.json").write_text(json.dumps(server, indent=2) + "\n")
print(bundle)
