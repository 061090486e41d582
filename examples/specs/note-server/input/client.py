"""Start the server, wait until it listens, and print the status and the body of each answer.

What is expected is not here: the harness compares what is printed.
"""

import http.client
import socket
import subprocess
import sys
import time

START_S, ANSWER_S = 10, 5


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def connect(server, port):
    """Return a connection as soon as there is one."""
    end = time.monotonic() + START_S
    while server.poll() is None and time.monotonic() < end:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=ANSWER_S)
        except OSError:
            time.sleep(0.02)
    sys.exit(f"server.py does not listen on port {port}")


def ask(port, request):
    method, path, *words = request.split()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_S)
    connection.request(method, path, " ".join(words) or None)
    answer = connection.getresponse()
    body = ", ".join(answer.read().decode().split("\n")) if answer.status == http.HTTPStatus.OK else ""
    print(f"{answer.status} {body}".strip(" ,"), flush=True)


port = free_port()
server = subprocess.Popen([sys.executable, "server.py", str(port)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
connect(server, port).close()
silent = []
try:
    for request in sys.argv[1:]:
        if request == "silent":
            silent.append(connect(server, port))
        else:
            ask(port, request)
except OSError as error:
    sys.exit(f"{request}: no answer ({error})")
finally:
    server.kill()
