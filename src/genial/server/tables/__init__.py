"""Tables: their events, the decisions about them, and what each seat sees of them.

A move takes one path: `service` → `registry` (finds the table once) → `commands` (decide) →
`live_table` (store and publish) → `projection` (what each audience gets).
"""
