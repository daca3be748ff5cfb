"""An agent in Python, with nothing but the standard library, whose thread is kept and shown by Toolthread.

    toolthread serve                                # prints the address and the token
    python3 agent.py http://127.0.0.1:4780 TOKEN    # then open the thread on the page, and write to it

It counts the words of each message with a tool.
"""

import json
import sys
import time
import urllib.error
import urllib.request

if len(sys.argv) != 3:
    raise SystemExit("Give the address and the token that `toolthread serve` prints: python3 agent.py URL TOKEN")
base, token = sys.argv[1].rstrip("/"), sys.argv[2]
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(base + path, data, headers)) as answer:
        return json.load(answer)


def append(drafts, after):
    """The same drafts after the same event are written once: after a lost answer they can be sent again."""
    while True:
        try:
            return call(f"/api/threads/{thread}/events", {"drafts": drafts, "expected_seq": after})
        except urllib.error.HTTPError as refused:
            code = json.load(refused)["error"]["code"]
            if code == "seq_conflict":  # Somebody wrote meanwhile, and nothing of ours is in the thread.
                after = call(f"/api/threads/{thread}")["seq"]
                continue
            if code != "unavailable":
                raise SystemExit(f"{refused.code} {code}")
        except OSError:
            pass
        time.sleep(1)


def events(after):
    """All events of the thread, and each new one as it comes, also after the connection was lost."""
    while True:
        try:
            request = urllib.request.Request(f"{base}/api/threads/{thread}/events?after={after}", headers=headers)
            with urllib.request.urlopen(request) as stream:
                for line in stream:
                    if line.startswith(b"data: "):
                        event = json.loads(line[6:])
                        after = event["seq"]
                        yield event
        except urllib.error.HTTPError as refused:
            raise SystemExit(refused.read().decode())
        except OSError:
            pass
        time.sleep(1)


def answer(text, step, run):
    """One run of two steps: it calls a tool, and says what the tool gave."""
    arguments = json.dumps({"text": text})
    of_call = {"step": step, "call": f"call-{step}"}
    yield {"type": "agent.status", "status": "running", "run": run}
    yield {"type": "agent.step.started", "step": step, "run": run}
    yield {"type": "agent.tool.called", **of_call, "part": 0, "name": "count_words", "arguments": arguments}
    yield {"type": "agent.step.completed", "step": step, "finish_reason": "tool_calls"}
    yield {"type": "agent.tool.started", **of_call}
    count = len(text.split())
    result = [{"type": "text", "text": str(count)}]
    yield {"type": "agent.tool.completed", **of_call, "outcome": "done", "parts": result}
    yield {"type": "agent.step.started", "step": step + 1, "run": run}
    words = f"Your message has {count} word{'' if count == 1 else 's'}."
    yield {"type": "agent.text.delta", "step": step + 1, "part": 0, "offset": 0, "text": words}
    yield {"type": "agent.step.completed", "step": step + 1, "finish_reason": "stop"}
    yield {"type": "agent.status", "status": "completed", "run": run}


try:
    thread = call("/api/threads", {"title": "Counting words", "agent": "elsewhere"})["id"]
except urllib.error.HTTPError as refused:
    raise SystemExit(f"The server refuses: {refused.code} {refused.read().decode()}")
except (OSError, ValueError) as problem:
    raise SystemExit(f"No server of Toolthread answers at {base}: {problem}")
print(thread, flush=True)
step = 1
for event in events(0):
    if event["type"] == "message.posted":
        text = "".join(part.get("text", "") for part in event["parts"])
        append(list(answer(text, step, f"run-{step}")), event["seq"])
        step += 2
