"""A field that version 1 does not have."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    response = {"id": request["id"]}
    position = {"state": 0, "to_act": [0], "observations": ["-"], "legal": [["a", "b"]]}
    if request["type"] == "initialize":
        manifest = {"game": {"slug": "faulty"}}
        response.update(protocol=1, manifest=manifest, environment={})
    elif request["type"] == "turn" and request["replies"][0] not in ("a", "b"):
        response.update(actions=[None], reasons=[request["replies"][0] and "a or b"])
    elif request["type"] == "turn":
        position.update(state=1, to_act=[], observations=[], legal=[], outcome={"scores": [1, 0]})
        response.update(actions=request["replies"], position=position)
        response["extra"] = 1
    else:
        response.update(position=position)
    print(json.dumps(response), flush=True)
