# A game without a library: each of two seats says "a" or "b" in turn, four turns long. What is wrong
# with it is inserted at the marked place.
import json, os, signal, sys, time


def send(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def position(turn):
    state = {"turn": turn}
    if turn == 4:
        return {"state": state, "to_act": [], "observations": [], "outcome": {"scores": [1, 2]}}
    return {"state": state, "to_act": [turn % 2], "observations": [str(turn)]}


def answer(request):
    kind, state = request["type"], request.get("state")
    if kind == "initialize":
        return {"protocol": 1}
    if kind == "start":
        return {"position": position(0)}
    if kind == "position":
        now = position(state["turn"])
        for extra in request["include"]:
            if extra == "legal":
                now["legal"] = [["a", "b"] for _ in now["to_act"]]
            elif extra == "observations":
                now["observations"] = [str(state["turn"])] * 2
            elif extra == "scores":
                now["scores"] = [0, 0]
            else:
                now["display"] = {"text": "turn %d" % state["turn"]}
        return {"position": now}
    if kind == "forfeit":
        return {"outcome": {"scores": [0, 0]}}
    if kind == "fallback":
        return {"action": None}
    if kind == "sample":
        return {"action": "a"}
    reply = request["replies"][0]
    if reply not in ("a", "b"):
        reasons = [None if reply is None else "not a or b"]
        return {"actions": [None], "reasons": reasons}
    return {"actions": [reply], "position": position(state["turn"] + 1)}


for line in sys.stdin:
    request = json.loads(line)
    response = {"id": request["id"], **answer(request)}
    if request["type"] == "KIND":
        pass  # FAULT
    send(json.dumps(response))
