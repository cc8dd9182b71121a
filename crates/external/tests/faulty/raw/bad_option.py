"""It does not refuse what its manifest excludes."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    response = {"id": request["id"]}
    stones = request.get("state", request.get("options", {}).get("stones", 0))
    if request["type"] == "initialize":
        options = {"stones": {"type": "integer", "min": 1, "max": 9, "default": 3}}
        manifest = {"game": {"slug": "faulty"}, "options": options}
        response.update(protocol=1, manifest=manifest, environment={})
    elif request["type"] == "turn":
        response["actions"] = request["replies"]
        if request["replies"] == ["take"]:
            stones -= 1
        else:
            response.update(actions=[None], reasons=[request["replies"][0] and "take one"])
    elif request["type"] == "fallback":
        response["action"] = None
    elif request["type"] == "sample":
        response["action"] = "take"
    elif request["type"] == "resample":
        response["state"] = None
    elif request["type"] == "forfeit":
        response["outcome"] = {"scores": [0 if seat in request["seats"] else 1 for seat in (0, 1)]}
    if request["type"] in ("start", "turn", "position") and "reasons" not in response:
        over = stones <= 0
        position = {"state": stones, "to_act": [] if over else [stones % 2]}
        position["observations"] = [] if over else [str(stones)]
        if "observations" in request.get("include", []):
            position["observations"] = [str(stones)] * 2
        if over:
            position["outcome"] = {"scores": [0, 1]}
        if "legal" in request.get("include", []):
            position["legal"] = [] if over else [["take"]]
        response["position"] = position
    print(json.dumps(response), flush=True)
