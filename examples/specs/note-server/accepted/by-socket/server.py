import asyncio
import sys

notes = []


def answer(method, path, body):
    if path != "/notes":
        return "404 Not Found", ""
    if method == "POST":
        notes.append(body)
        return "201 Created", ""
    return "200 OK", "\n".join(notes)


async def serve(reader, writer):
    try:
        heading = (await reader.readuntil(b"\r\n\r\n")).decode()
    except asyncio.IncompleteReadError:
        writer.close()
        return
    method, path, _ = heading.split(" ", 2)
    lengths = [line.split(":")[1] for line in heading.splitlines() if line.lower().startswith("content-length:")]
    body = (await reader.readexactly(int(lengths[0]) if lengths else 0)).decode()
    status, text = answer(method, path, body)
    writer.write(
        f"HTTP/1.1 {status}\r\nContent-Length: {len(text.encode())}\r\nConnection: close\r\n\r\n{text}".encode()
    )
    await writer.drain()
    writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", int(sys.argv[1]))
    await server.serve_forever()


asyncio.run(main())
