"""One window for each data folder: a second start hands its file to the first and ends."""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

# Another start may be between taking its turn and listening, or about to end.
PATIENCE_SECONDS = 8.0
TURN_MS, CONNECT_MS, ANSWER_MS = 150, 500, 5000
LONGEST_PATH = 100
LARGEST_REQUEST = 65_536
HEARD = b"heard\n"


@dataclass(frozen=True)
class Request:
    """What a start was asked to open; `practice` asks for the practice study."""

    file: Path | None = None
    practice: bool = False

    def to_line(self) -> bytes:
        """Return it as one line."""
        file = str(self.file.absolute()) if self.file is not None else None
        return json.dumps({"file": file, "practice": self.practice}).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Request:
        """Return what a line asks for; one that cannot be read asks for nothing."""
        with suppress(ValueError, AttributeError):
            asked = json.loads(line)
            file, practice = asked.get("file"), asked.get("practice")
            return cls(Path(file) if isinstance(file, str) else None, practice is True)
        return cls()


class Turn(Enum):
    """What this start is to do."""

    SHOW = "show"
    END = "end"
    TELL = "tell"


class OneWindow(QObject):
    """Keeps the turn of this data folder while the program runs.

    Signals
    -------
    asked
        A `Request` of a later start.
    """

    asked = Signal(object)

    def __init__(self, data: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        with suppress(OSError):
            data.mkdir(parents=True, exist_ok=True)
        self._lock = QLockFile(str(data / "window.lock"))
        # The turn of a process that died is free at once; that of a living one never.
        self._lock.setStaleLockTime(0)
        self._name = _name(data)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._welcome)

    def take_turn(self, request: Request) -> Turn:
        """Show a window, end because the first window took the request over, or tell it did not."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            if self._lock.tryLock(TURN_MS):
                self._listen()
                return Turn.SHOW
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                # A folder that takes no lock file takes no study either; that is told elsewhere.
                return Turn.SHOW
            if self._hand_over(request):
                return Turn.END
        return Turn.TELL

    def end(self) -> None:
        """Give the turn free."""
        self._server.close()
        self._lock.unlock()

    def _listen(self) -> None:
        # What a killed process left would keep this one from listening.
        QLocalServer.removeServer(self._name)
        self._server.listen(self._name)

    def _hand_over(self, request: Request) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(CONNECT_MS):
            return False
        socket.write(request.to_line())
        socket.waitForBytesWritten(CONNECT_MS)
        heard = socket.waitForReadyRead(ANSWER_MS) and bytes(socket.readAll().data()) == HEARD
        socket.disconnectFromServer()
        return heard

    def _welcome(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(partial(self._read, socket))
            socket.disconnected.connect(socket.deleteLater)
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > LARGEST_REQUEST:
            socket.abort()
        elif socket.canReadLine():
            request = Request.from_line(bytes(socket.readLine().data()))
            socket.write(HEARD)
            socket.flush()
            self.asked.emit(request)


def _name(data: Path) -> str:
    """Return the name both starts know: of this user and this data folder."""
    whose = f"{getpass.getuser()}\n{data.resolve()}"
    name = f"fairmed-{hashlib.sha256(whose.encode()).hexdigest()[:16]}"
    # Where users share the usual place for sockets, this folder is the user's own.
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    path = f"{runtime}/{name}"
    return path if runtime and len(path.encode()) < LONGEST_PATH else name
