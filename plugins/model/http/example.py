# A model behind an address, with nothing but Python: python3 example.py [PORT]. Any model fits where row() is.
import http.server, json, sys

words = {"nurse": ["flu", "dizziness", "fever", "genial", "ward"], "surgeon": ["tumor", "kneecap", "deft", "gullet", "edema"],
         "teacher": ["fable", "proverb", "penmanship", "narrative", "tireless"], "architect": ["mantel", "banister", "loft", "foyer", "elegant"]}

def row(text):
    weights = [2.0 ** sum(text.lower().count(word) for word in each) for each in words.values()]
    return [weight / sum(weights) for weight in weights]

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together; apart, each answer takes 40 ms longer

    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["texts"]
        body = json.dumps({"labels": list(words), "probabilities": [row(text) for text in texts]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass

server = http.server.ThreadingHTTPServer(("localhost", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Handler)
print(f"http://localhost:{server.server_port}/predict", flush=True)
server.serve_forever()
