"""Running as one process or many: the bus, leases, heartbeats, periodic work and workers.

`bus`, `periodic`, `leases` and `heartbeat` know nothing of live tables; `tables/` builds on them.
`downtime`, `timekeeper` and `worker` build on `tables/` in turn.
"""
