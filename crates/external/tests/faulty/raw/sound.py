"""Nothing is wrong with the responses, which no library writes."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    response = {"id": request["id"]}
    over = request.get("state") == 1
    position = {"state": 0, "to_act": [0], "observations": ["-"], "legal": [["a", "b"]]}
    if request["type"] == "initialize":
        manifest = {"game": {"slug": "faulty"}}
        response.update(protocol=1, manifest=manifest, environment={})
    elif request["type"] == "turn" and request["replies"][0] not in ("a", "b"):
        response.update(actions=[None], reasons=[request["replies"][0] and "a or b"])
    elif request["type"] == "turn":
        position.update(state=1, to_act=[], observations=[], legal=[], outcome={"scores": [1, 0]})
        response.update(actions=request["replies"], position=position)
    elif request["type"] in ("sample", "fallback"):
        response["action"] = "a" if request["type"] == "sample" else None
    elif request["type"] == "resample":
        response["state"] = None
    elif request["type"] == "forfeit":
        response["outcome"] = {"scores": [0 if seat in request["seats"] else 1 for seat in (0, 1)]}
    else:
        if over:
            position.update(state=1, to_act=[], legal=[], observations=[], outcome={"scores": [1, 0]})
        if "observations" in request["include"]:
            position["observations"] = ["-", "-"]
        response.update(position=position)
    print(json.dumps(response), flush=True)
