"""The website: the built browser client, and the host's imprint and privacy pages."""
