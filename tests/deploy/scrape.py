"""Ask a running Prometheus everything that the dashboard and the alerts ask.

`python -m tests.deploy.scrape http://127.0.0.1:9090` prints a line for each question, with the
number of series that answer it. A question that Prometheus refuses ends the run; those without an
answer are listed.
"""

from __future__ import annotations

import sys

import httpx

from tests.deploy.test_monitoring import ALERTS, TARGETS


def main(address: str) -> int:
    silent = []
    for name, expression in TARGETS + ALERTS:
        asked = expression.replace("$__rate_interval", "1m").replace("$instance", ".*")
        answer = httpx.get(f"{address}/api/v1/query", params={"query": asked}).json()
        assert answer["status"] == "success", (name, answer)
        series = answer["data"]["result"]
        print(f"{len(series):3}  {name}: {' '.join(expression.split())[:90]}")
        if not series:
            silent.append(name)
    print(f"without an answer: {', '.join(silent) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
