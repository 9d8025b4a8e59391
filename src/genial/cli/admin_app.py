"""The commands below `genial admin`; each is imported when it is asked for."""

from __future__ import annotations

from cyclopts import App

_EXAMPLES = """Examples:

  genial admin list people --search ada
  genial admin list tables --phase playing --json
  genial admin list reports
  genial admin ban Eve
  genial admin make-admin Ada
  genial admin end q3JxVb2n0aXTkZ1P
  genial admin close r7 --note "talked to both" """

admin = App(
    name="admin",
    help="""Look after people, tables and reports of a server.

Works on the database of the same settings as the server, also while it runs. Somebody
is named by the account or, if only one is called so, by the name.""",
    help_format="plaintext",
    help_epilogue=_EXAMPLES,
    sort_key=100,
)
lists = App(name="list", help="List people, tables or reports, 50 a page.", sort_key=0)
admin.command(lists)

_LISTS = {
    "people": "People, the newest first.",
    "tables": "Tables, private ones too, the liveliest first.",
    "reports": "Reports, the newest first.",
}
_DEEDS = {
    "ban": "Refuse somebody from now on.",
    "unban": "Welcome somebody again.",
    "rename": "Give somebody another name.",
    "delete": "Delete an account; games stay, without its name.",
    "make-admin": "Make an admin of somebody who keeps a name with a password.",
    "end": "End a table; nobody wins.",
    "close": "Close a report.",
}
for _app, _commands in ((lists, _LISTS), (admin, _DEEDS)):
    for _place, (_name, _help) in enumerate(_commands.items(), 1):
        _function = _name.replace("-", "_")
        _app.command(
            f"genial.cli.commands.admin:{_function}", name=_name, help=_help, help_epilogue="",
            sort_key=_place,
        )  # fmt: skip
