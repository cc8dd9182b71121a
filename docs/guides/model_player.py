"""A Certamen player that is asked over HTTP: python3 model_player.py [PORT]"""
import json, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWERS = {}  # by Idempotency-Key: a repeated request gets the same answer and costs nothing

def prompt(request):
    lines = [f"You play {request['game']} on seat {request['seat']}, turn {request['turn']}."]
    lines.append(f"You see: {request['observation']}")
    if "actions" in request:
        lines.append("Legal moves: " + ", ".join(request["actions"]))
    if "rejected" in request:
        lines.append(f"{request['rejected']['reply']} was rejected: {request['rejected']['reason']}")
    return "\n".join(lines + ["Answer with the move alone."])

def choose(request):
    """The place for your model: ask it prompt(request), and return its move and a note."""
    return request.get("actions", ["1"])[0], prompt(request)

class Player(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: two would wait 40 ms for each other

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers["Idempotency-Key"]
        if request.get("event") != "end" and key not in ANSWERS:
            action, note = choose(request)
            ANSWERS[key] = {"action": action, "note": note[:1000]}
        body = json.dumps(ANSWERS.get(key, {})).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    server = ThreadingHTTPServer(("127.0.0.1", port), Player)
    print(f"http:http://127.0.0.1:{server.server_port}/move", flush=True)
    server.serve_forever()
