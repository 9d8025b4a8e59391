"""Connections to the network: HTTP and WebSockets with limits on time, work and memory."""
