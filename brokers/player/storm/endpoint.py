"""The endpoint for re-requests: an HTTP server with so many workers and one queue, first come, first served.

    python -m player.storm.endpoint --port 8080 --servers 8 --service 0.1 --timeout 2.5 --seed 1

Each request takes a worker for an exponential time. One that no worker has taken by the time-out is answered 503. The
answer says how long the request has waited (X-Wait, seconds).
"""

import argparse
import asyncio
import random
import time

from ..process import HOST


class Endpoint:
    def __init__(self, servers: int, service_s: float, timeout_s: float, seed: int):
        self._workers = asyncio.Semaphore(servers)
        self._service_s = service_s
        self._timeout_s = timeout_s
        self._draw = random.Random(seed)

    async def serve(self) -> tuple[int, float]:
        """Status and wait of one request."""
        start = time.monotonic()
        try:
            # The semaphore wakes those who wait in the order of their coming.
            await asyncio.wait_for(self._workers.acquire(), self._timeout_s)
        except TimeoutError:
            return 503, self._timeout_s
        wait = time.monotonic() - start
        try:
            await asyncio.sleep(self._draw.expovariate(1 / self._service_s))
        finally:
            self._workers.release()
        return 200, wait

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: its requests, which have no body, one after the other."""
        try:
            while await reader.readuntil(b"\r\n\r\n"):
                status, wait = await self.serve()
                writer.write(f"HTTP/1.1 {status} -\r\nX-Wait: {wait:.6f}\r\nContent-Length: 0\r\n\r\n".encode())
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def run(port: int, endpoint: Endpoint) -> None:
    server = await asyncio.start_server(endpoint.answer, HOST, port, backlog=4096)
    async with server:
        await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description="An endpoint with a capacity.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--servers", type=int, required=True)
    parser.add_argument("--service", type=float, required=True)
    parser.add_argument("--timeout", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    options = parser.parse_args()
    asyncio.run(run(options.port, Endpoint(options.servers, options.service, options.timeout, options.seed)))


if __name__ == "__main__":
    main()
