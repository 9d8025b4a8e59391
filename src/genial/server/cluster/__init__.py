"""Running as one process or many: the bus, leases, heartbeats and workers."""
