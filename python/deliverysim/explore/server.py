"""The server: one page, for whoever has its address, on this machine alone."""

from __future__ import annotations

import hmac
import io
import json
import secrets
import select
import socket
import sys
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..errors import Error, ToolFailed
from .limits import Strangers, Timed
from .page import page
from .save import Folder, NotSaved
from .study import BadQuestion, Study
from .tool import Busy, NobodyWaits, TookTooLong

ADDRESS = "127.0.0.1"
BODY_MAX = 65_536
# A whole request, however slowly it comes; its answer; the rest of what is refused.
REQUEST_SECONDS, ANSWER_SECONDS, LINGER_SECONDS = 10.0, 10.0, 2.0
# Connections that have not shown the token. Of more, the oldest ones are closed.
STRANGERS_MAX = 64
# A body that is too long is read and thrown away up to here, so that its sender can read why.
REFUSED_MAX = 4 * 1024 * 1024
TOKEN = "X-Token"
STATUS: dict[type[Exception], HTTPStatus] = {
    BadQuestion: HTTPStatus.BAD_REQUEST,
    NotSaved: HTTPStatus.CONFLICT,
    ToolFailed: HTTPStatus.UNPROCESSABLE_ENTITY,
    Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    TookTooLong: HTTPStatus.GATEWAY_TIMEOUT,
}
# The page may load nothing, show nobody else's content, and talk to this server alone.
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Server(ThreadingHTTPServer):
    """Serves a study until it is closed."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, study: Study, folder: Folder | None, port: int = 0) -> None:
        """folder: where scenarios may be saved; None: nowhere. port: 0 takes a free one."""
        super().__init__((ADDRESS, port), Handler)
        self.study, self.folder = study, folder
        self.strangers = Strangers(STRANGERS_MAX)
        self.token = secrets.token_urlsafe(24)
        self.hosts = {f"{name}:{self.server_port}" for name in (ADDRESS, "localhost")}

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.server_port}/?token={self.token}"

    def knows(self, token: str) -> bool:
        """Whether the token is ours; takes as long for every wrong one."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def process_request(self, request: Any, client_address: Any) -> None:
        self.strangers.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.strangers.remove(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is nothing to tell; all else is a defect."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Refused(Exception):
    """A request that gets no answer, with the reason in a sentence."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    server_version, sys_version = "deliverysim", ""

    # Requests

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(Timed(self.connection, REQUEST_SECONDS))

    def do_GET(self) -> None:
        try:
            self.check_host()
            parts = urlsplit(self.path)
            if parts.path != "/":
                raise Refused(HTTPStatus.NOT_FOUND, "there is only the page /")
            self.check_token(parse_qs(parts.query).get("token", [""])[0])
        except (Refused, ValueError) as error:
            self.refuse(error)
            return
        nonce = secrets.token_urlsafe(16)
        text = page(self.server.study.shown(self.server.folder is not None), nonce)
        self.send(HTTPStatus.OK, text, "text/html", {
            "Content-Security-Policy": POLICY.format(nonce=nonce),
        })  # fmt: skip

    def do_POST(self) -> None:
        try:
            self.check_host()
            self.check_token(self.headers.get(TOKEN, ""))
            self.check_origin()
            answers = {"/run": self.run, "/save": self.save}
            answer = answers.get(self.path)
            if answer is None:
                raise Refused(HTTPStatus.NOT_FOUND, "allowed: POST /run and /save")
            self.send_json(HTTPStatus.OK, answer(self.asked()))
        except NobodyWaits:
            self.close_connection = True
        except (Refused, BadQuestion, Error, ValueError) as error:
            self.refuse(error)

    def run(self, asked: Any) -> dict[str, Any]:
        return self.server.study.ask(self.server.study.question(asked), self.is_gone)

    def save(self, asked: Any) -> dict[str, Any]:
        if self.server.folder is None:
            raise NotSaved("saving is off: start explore with --out FOLDER")
        question = self.server.study.question(asked)
        return self.server.study.save(question, asked.get("name"), self.server.folder)

    # Checks

    def check_host(self) -> None:
        """Other names for this machine would let foreign pages in."""
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            raise Refused(HTTPStatus.FORBIDDEN, "wrong host: use the address that explore printed")

    def check_token(self, token: str) -> None:
        if not self.server.knows(token):
            raise Refused(HTTPStatus.FORBIDDEN, "wrong token: use the address that explore printed")
        self.server.strangers.remove(self.connection)

    def check_origin(self) -> None:
        origin = self.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in self.server.hosts}:
            raise Refused(HTTPStatus.FORBIDDEN, "wrong origin: only its own page may ask")

    def asked(self) -> Any:
        """The body, as JSON."""
        if self.headers.get_content_type() != "application/json":
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "allowed: application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdecimal()):
            raise Refused(HTTPStatus.LENGTH_REQUIRED, "a Content-Length is needed")
        if len(length) > 9 or int(length) > BODY_MAX:
            raise Refused(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"allowed: at most {BODY_MAX} bytes"
            )
        try:
            return json.loads(self.rfile.read(int(length)))
        except TimeoutError:
            raise Refused(
                HTTPStatus.REQUEST_TIMEOUT, f"allowed: {REQUEST_SECONDS:.0f} s for a request"
            ) from None
        except (ValueError, RecursionError):
            raise Refused(HTTPStatus.BAD_REQUEST, "allowed: JSON") from None

    def is_gone(self) -> bool:
        """Whether the client has closed the connection: it sends nothing after its request."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    # Answers

    def refuse(self, error: Exception) -> None:
        status = error.status if isinstance(error, Refused) else STATUS.get(type(error))
        message = str(error)
        key = error.key if isinstance(error, BadQuestion) else ""
        if isinstance(error, ToolFailed):
            # Nobody has typed the options by which the page asks.
            message = "\n".join(place.text for place in error.places) or error.message
            key = self.server.study.key_of(error)
        self.send_json(status or HTTPStatus.BAD_REQUEST, {"error": message, "key": key})
        self.linger()

    def send_json(self, status: HTTPStatus, value: Mapping[str, Any]) -> None:
        self.send(status, json.dumps(value), "application/json", {})

    def send(self, status: HTTPStatus, text: str, kind: str, more: Mapping[str, str]) -> None:
        body = text.encode("utf-8", "replace")
        self.send_response(status)
        for name, value in {
            "Content-Type": f"{kind}; charset=utf-8",
            "Content-Length": str(len(body)),
            "Cache-Control": "no-store",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Connection": "close",
            **more,
        }.items():
            self.send_header(name, value)
        self.connection.settimeout(ANSWER_SECONDS)
        self.end_headers()
        self.wfile.write(body)

    def linger(self) -> None:
        """Reads what is left of a request: a connection that is closed before that is reset, and
        its client may never see the answer."""
        try:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            rest = Timed(self.connection, LINGER_SECONDS)
            left = REFUSED_MAX
            while left > 0 and (part := rest.read(BODY_MAX)):
                left -= len(part)
        except OSError:
            pass

    def log_message(self, format: str, *values: Any) -> None:
        """Addresses have the token in them: nothing is written."""
