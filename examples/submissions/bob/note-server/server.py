import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

notes = []


class Notes(BaseHTTPRequestHandler):
    def answer(self, status, body=""):
        content = body.encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self):
        if self.path != "/notes":
            self.answer(404)
            return
        self.answer(200, "".join(f"{note}\n" for note in notes))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"] or 0)).decode()
        if self.path != "/notes":
            self.answer(404)
            return
        notes.append(body)
        self.answer(201)

    def log_message(self, *words):
        pass


HTTPServer(("127.0.0.1", int(sys.argv[1])), Notes).serve_forever()
