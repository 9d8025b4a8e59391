"""How Alembic runs our migrations: on a connection that it is given."""

from __future__ import annotations

from alembic import context

from genial.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
