#!/usr/bin/env python3
"""Requests that a playground must survive, and what it says to them.

  hostile.py OPEXPLORE TEST.litmus

Starts `opexplore serve` and plays pages of other origins, clients without the token, bodies without
end, clients that send a byte now and then, and two hundred at once. After each of them the page
must still be answered.
"""
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, TEST = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
TEXT = TEST.read_text()
# More states than any search visits before its limits.
THREADS = 16
HUGE = ("PTX Huge\n{ " + " ".join(f"x{t} = 0;" for t in range(THREADS)) + " }\n " +
        " | ".join(f"P{t}@cta {t},gpu 0" for t in range(THREADS)) + " ;\n" +
        "".join(" " + " | ".join(f"st.weak x{t}, {row}" for t in range(THREADS)) + " ;\n " +
                " | ".join(f"ld.weak r{row}, x{(t + 1) % THREADS}" for t in range(THREADS)) +
                " ;\n" for row in range(1, 4)) + "exists (P0:r1 == 0)\n")


class Server:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, "serve", *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.link = self.process.stdout.readline().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.link)
        assert match, f"no link: {self.link!r}"
        self.port, self.token = int(match[1]), match[2]

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(60)
        self.process.stdout.close()
        return code

    def request(self, method, target, body=None, headers=None, token=True, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.putrequest(method, target, skip_host=True)
            connection.putheader("Host", host or f"127.0.0.1:{self.port}")
            if token:
                connection.putheader("X-Opexplore-Token", self.token)
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def ask(self, text=TEXT, page="page", number=1, name="MP.litmus", **more):
        question = {"page": page, "number": number, "name": name, "text": text, **more}
        status, _, body = self.request("POST", "/api/answer", json.dumps(question).encode())
        return status, json.loads(body)

    def raw(self, data, timeout=30):
        """What comes back for bytes that are no request of a library."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=timeout) as connection:
            answer = b""
            try:
                connection.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has heard enough
            try:
                while piece := connection.recv(65536):
                    answer += piece
            except (ConnectionResetError, socket.timeout):
                pass
            return answer


def memory_of(process):
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


class Playground(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(str(TEST))

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0

    def tearDown(self):
        status, answer = self.server.ask(page=self.id()[-60:])
        self.assertEqual(status, 200)
        self.assertEqual(answer["document"]["tests"][0]["name"], "MP")

    def refused(self, status, *arguments, **more):
        found, _, body = self.server.request(*arguments, **more)
        self.assertEqual(found, status, body)
        self.assertNotIn(self.server.token.encode(), body)

    def test_needs_the_token(self):
        self.refused(403, "GET", "/", token=False)
        self.refused(403, "GET", "/?token=", token=False)
        self.refused(403, "GET", "/?token=" + "0" * 32, token=False)
        self.refused(403, "GET", "/?token=" + self.server.token[:-1], token=False)
        self.refused(403, "GET", "/api/catalogue", token=False)
        self.refused(403, "GET", "/api/catalogue?token=" + self.server.token, token=False)
        self.refused(403, "POST", "/api/answer", body=b"{}", token=False)
        self.refused(403, "POST", "/api/answer", body=b"{}", token=False,
                     headers={"X-Opexplore-Token": "f" * 32})

    def test_refuses_other_origins(self):
        for origin in ("http://example.org", "https://127.0.0.1:" + str(self.server.port),
                       "http://127.0.0.1:1", "null", "http://127.0.0.1.example.org",
                       f"http://127.0.0.1:{self.server.port}.example.org"):
            self.refused(403, "POST", "/api/answer", body=b"{}", headers={"Origin": origin})
        for site in ("cross-site", "same-site"):
            self.refused(403, "GET", "/api/catalogue", headers={"Sec-Fetch-Site": site})
        # Asked beforehand, no other origin is allowed anything.
        status, headers, _ = self.server.request(
            "OPTIONS", "/api/answer", headers={"Origin": "http://example.org",
                                               "Access-Control-Request-Method": "POST"})
        self.assertEqual(status, 403)
        self.assertFalse([name for name in headers if name.lower().startswith("access-control")])
        own = f"http://127.0.0.1:{self.server.port}"
        status, headers, _ = self.server.request("GET", "/api/catalogue", headers={"Origin": own})
        self.assertEqual(status, 200)
        self.assertFalse([name for name in headers if name.lower().startswith("access-control")])

    def test_refuses_names_that_lead_here(self):
        for host in ("example.org", f"example.org:{self.server.port}", "127.0.0.1",
                     f"127.0.0.1:{self.server.port}@example.org", ""):
            found = self.server.raw(
                f"GET /api/catalogue HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
                f"X-Opexplore-Token: {self.server.token}\r\n\r\n".encode())
            self.assertTrue(found.startswith(b"HTTP/1.1 403"), (host, found[:80]))
        two = (f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nHost: example.org\r\n"
               "Connection: close\r\n\r\n")
        self.assertTrue(self.server.raw(two.encode()).startswith(b"HTTP/1.1 403"))

    def test_the_page_is_closed(self):
        status, headers, body = self.server.request("GET", "/?token=" + self.server.token,
                                                    token=False)
        self.assertEqual(status, 200)
        policy = headers["Content-Security-Policy"]
        nonce = re.search(r"script-src 'nonce-([0-9a-f]{32})'", policy)[1]
        self.assertTrue(policy.startswith("default-src 'none';"))
        self.assertNotIn("unsafe", policy)
        self.assertIn("frame-ancestors 'none'", policy)
        self.assertIn(nonce.encode(), body)
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        _, again, _ = self.server.request("GET", "/?token=" + self.server.token, token=False)
        self.assertNotIn(nonce, again["Content-Security-Policy"])

    def test_has_no_files(self):
        for target in ("/../../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/etc/passwd",
                       "//etc/passwd", "/api/../../etc/passwd", "/%2e%2e/", "/api/answer/../x",
                       "/\\..\\", "/?token=" + self.server.token + "/../etc/passwd",
                       "/bundle/playground.js", "/api/catalogue/"):
            status, _, body = self.server.request("GET", target)
            self.assertIn(status, (403, 404), target)
            self.assertNotIn(b"root:", body)

    def test_reads_no_file_that_a_question_names(self):
        with tempfile.TemporaryDirectory() as folder:
            secret = pathlib.Path(folder, "secret.cat")
            secret.write_text("SECRETWORD\n")
            pathlib.Path(folder, "secret.cu").write_text("SECRETWORD();\n")
            pathlib.Path(folder, "secret.litmus").write_text(TEXT)
            for number, more in enumerate(({"machine": str(secret)}, {"machine": "../" + str(secret)},
                         {"machine": "ptx-proxy", "settings": {"ptx-reading": f"isa,{secret}"}},
                         {"machine": f"ptx-proxy,{secret}"},
                         {"launch": {"nvcc": "/bin/sh"}}, {"launch": {"launch": str(secret)}},
                         {"launch": {"json": folder + "/x.json"}},
                         {"name": folder + "/secret.litmus", "text": ""},
                         {"name": "-", "text": ""}, {"name": "x.cu", "text": "int x;"},
                         {"name": "@" + folder + "/secret.litmus", "text": ""})):
                status, answer = self.server.ask(**{"page": f"files {number}", **more})
                self.assertEqual(status, 200, more)
                self.assertIn("error", answer["document"]["tests"][0], more)
                self.assertNotIn("SECRETWORD", json.dumps(answer))
            module = f"""
.version 8.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 flag;
.visible .entry k()
{{
  .reg .b32 %r<2>;
  .loc 1 1 1
  st.global.u32 [flag], 1;
  ret;
}}
  .file 1 "{folder}/secret.cu"
"""
            status, answer = self.server.ask(page="module", name="k.ptx", text=module)
            self.assertEqual(status, 200)
            self.assertEqual(answer["document"]["tests"][0]["name"], "k", answer)
            self.assertNotIn("SECRETWORD", json.dumps(answer))
            self.assertEqual(sorted(os.listdir(folder)),
                             ["secret.cat", "secret.cu", "secret.litmus"])

    def test_refuses_what_is_no_question(self):
        for body in (b"", b"[]", b"null", b"{", b'"x"', b"\xff\xfe", b'{"text": 1}',
                     b'{"page": []}', b'{"number": "x"}', b'{"settings": []}',
                     b'{"settings": {"a": 1}}', b'{"launch": 3}', b"[" * 100_000,
                     b'{"name": "' + b"x" * 1000 + b'"}'):
            status, _, _ = self.server.request("POST", "/api/answer", body=body)
            self.assertEqual(status, 400, body[:40])
        for method in ("GET", "PUT", "DELETE", "TRACE", "PATCH"):
            status, _, _ = self.server.request(method, "/api/answer")
            self.assertEqual(status, 404, method)

    def test_refuses_large_requests(self):
        status, answer = self.server.ask(text="(* " + "x" * 70_000 + " *)", page="large")
        self.assertEqual(status, 200)
        self.assertIn("too long", answer["document"]["tests"][0]["error"]["message"])
        head = (f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                f"X-Opexplore-Token: {self.server.token}\r\n")
        found = self.server.raw((head + "Content-Length: 10000000000\r\n\r\n").encode())
        self.assertTrue(found.startswith(b"HTTP/1.1 413"), found[:80])
        before = memory_of(self.server.process.pid)
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        found = self.server.raw((head + "Transfer-Encoding: chunked\r\n\r\n").encode() + chunk * 64)
        self.assertIn(found[:12], (b"HTTP/1.1 413", b""), found[:80])
        self.assertLess(memory_of(self.server.process.pid) - before, 64 << 20)
        found = self.server.raw((head + "X: " + "y" * 100_000 + "\r\n\r\n").encode())
        self.assertIn(found[:12], (b"HTTP/1.1 431", b""), found[:80])

    def test_survives_what_is_no_http(self):
        for data in (b"\x00" * 1000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET " + b"/" * 50_000,
                     b"POST /api/answer HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                     b"POST /api/answer HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=5) as connection:
                try:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    connection.recv(100)
                except OSError:
                    pass  # it was told off before

    def test_slow_clients_keep_nobody_waiting(self):
        slow = []
        try:
            for _ in range(100):
                connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
                connection.sendall(b"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1")
                slow.append(connection)
            status, _ = self.server.ask(page="beside the slow ones")
            self.assertEqual(status, 200)
            # A byte now and then does not make the time longer in which all has to be there.
            slow[0].settimeout(1)
            ended = False
            start = time.monotonic()
            while not ended and time.monotonic() - start < 60:
                try:
                    slow[0].sendall(b"x")
                    ended = slow[0].recv(100) == b""
                except socket.timeout:
                    pass
                except OSError:
                    ended = True
            self.assertTrue(ended)
        finally:
            for connection in slow:
                connection.close()

    def test_two_hundred_at_once(self):
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            answers = list(pool.map(lambda n: self.server.ask(page=f"one of many {n}"), range(200)))
        self.assertEqual({status for status, _ in answers}, {200})
        logs = {answer["document"]["tests"][0]["hash"] for _, answer in answers}
        self.assertEqual(len(logs), 1)

    def test_limits_end_an_exploration(self):
        status, answer = self.server.ask(text=HUGE, page="long")
        self.assertEqual(status, 200)
        test = answer["document"]["tests"][0]
        self.assertEqual(test["verdict"]["word"], "Ok")  # the search is short, the reasons are not

    def test_the_messages_are_those_of_the_command_line(self):
        texts = ["PTX x\n{ x = 0; }\n P0@cta 0,gpu 0 ;\n ld.sc r0, x ;\nexists (P0:r0 == 0)\n",
                 "PTX", "", "hello", TEXT.replace("st.weak", "st.wek"),
                 TEXT.replace("exists", "exist"), TEXT.replace("1:r0", "7:r0")]
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(texts):
                pathlib.Path(folder, "x.litmus").write_text(text)
                ran = subprocess.run([PROGRAM, "--json", "-", "x.litmus"], cwd=folder,
                                     capture_output=True, text=True, check=False)
                expected = json.loads(ran.stdout)
                _, answer = self.server.ask(text=text, name="x.litmus", page=f"message {number}")
                document = answer["document"]
                self.assertEqual(document["tests"][0].get("error"),
                                 expected["tests"][0].get("error"))
                self.assertEqual(document["messages"], ran.stderr)
                self.assertEqual(document["exit_code"], expected["exit_code"])


class LongExplorations(unittest.TestCase):
    """Each may take ten minutes, so that whoever is answered in less did not wait for them."""

    def setUp(self):
        self.server = Server("--timeout", "600", "--max-states", "1G", "--max-memory", "4G")

    def tearDown(self):
        self.server.stop()

    def test_a_newer_question_ends_the_older(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            older = pool.submit(self.server.ask, HUGE, "typed", 1)
            time.sleep(0.5)
            status, answer = self.server.ask(page="typed", number=2)
            self.assertEqual(status, 200)
            self.assertEqual(answer["number"], 2)
            self.assertEqual(older.result(), (409, {"superseded": True}))
            status, _ = self.server.ask(page="typed", number=1)
            self.assertEqual(status, 409)

    def test_who_goes_away_ends_the_question(self):
        for number in range(8):  # twice as many as are answered at once
            question = json.dumps({"page": f"gone {number}", "number": 1, "name": "x.litmus",
                                   "text": HUGE})
            with socket.create_connection(("127.0.0.1", self.server.port)) as connection:
                connection.sendall(
                    (f"POST /api/answer HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                     f"X-Opexplore-Token: {self.server.token}\r\n"
                     f"Content-Length: {len(question)}\r\n\r\n{question}").encode())
                time.sleep(0.1)
        status, _ = self.server.ask(page="still here")
        self.assertEqual(status, 200)

    def test_ends_in_the_middle_of_a_question(self):
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            asked = pool.submit(self.server.ask, HUGE)
            time.sleep(0.5)
            self.assertEqual(self.server.stop(), 0)
            with self.assertRaises((OSError, http.client.HTTPException)):
                asked.result()


class Command(unittest.TestCase):
    def run_serve(self, *arguments):
        return subprocess.run([PROGRAM, "serve", *arguments], capture_output=True, text=True,
                              check=False, timeout=20)

    def test_listens_here_alone(self):
        server = Server()
        try:
            hexadecimal = f":{server.port:04X} "
            local = [line.split()[1] for name in ("tcp", "tcp6")
                     for line in pathlib.Path("/proc/net", name).read_text().splitlines()[1:]
                     if hexadecimal in line.split()[1] + " " and line.split()[3] == "0A"]
            self.assertEqual(local, [f"0100007F:{server.port:04X}"])
        finally:
            self.assertEqual(server.stop(), 0)

    def test_refuses_wrong_words(self):
        server = Server()
        try:
            taken = self.run_serve("--port", str(server.port))
            self.assertEqual(taken.returncode, 2)
            self.assertIn(f"port {server.port} cannot be had", taken.stderr)
        finally:
            server.stop()
        for words in (["--port", "0x"], ["--port", "65536"], ["nowhere.litmus"], ["--host", "::"]):
            ran = self.run_serve(*words)
            self.assertEqual(ran.returncode, 2, words)
            self.assertNotIn("token", ran.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
