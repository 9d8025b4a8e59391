"""The HTTP interface, documented by OpenAPI."""
