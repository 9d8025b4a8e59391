"""What `genial doctor` says in English: a sentence for each code of a finding."""

TEXTS = {
    "doctor.state.good": "ok",
    "doctor.state.warning": "warning",
    "doctor.state.error": "ERROR",
    "doctor.result.well": "Everything works.",
    "doctor.result.look": "Everything works. Warnings: {warnings}.",
    "doctor.result.wrong": "Errors: {errors}, warnings: {warnings}.",
    "doctor.why.timed-out": "timed out",
    "doctor.check.settings": "settings",
    "doctor.check.database": "database",
    "doctor.check.bus": "bus",
    "doctor.check.server": "server",
    "doctor.check.address": "public address",
    "doctor.check.certificate": "certificate",
    "doctor.check.proxy": "proxy",
    "doctor.check.clock": "clock",
    "doctor.check.disk": "disk",
    "doctor.check.versions": "versions",
    "doctor.check.compiled": "compiled code",
    # settings
    "doctor.settings.good": "All settings are valid.",
    "doctor.settings.file": "All settings are valid ({file}).",
    "doctor.settings.refused": "The server will not start: {why}.",
    "doctor.settings.page": (
        "The server will not start: {file}, named by the setting {setting}, is not there, is too "
        "large, or is not text in UTF-8."
    ),
    "doctor.settings.board": (
        "The server will not start: the setting spezial_board names no board, or one with faults; "
        "see genial boards check {value}"
    ),
    "doctor.settings.unknown-variable": (
        "The variable {name} is not a setting: correct or remove it."
    ),
    "doctor.settings.lan-and-origin": "The settings lan and origin exclude each other: keep one.",
    "doctor.settings.bus-without-postgresql": (
        "SQLite serves one process only, so the bus is of no use: remove the setting bus, or use "
        "PostgreSQL."
    ),
    "doctor.settings.no-thinkers": (
        "No process runs the bots: remove thinkers = 0, or set bus and start a worker."
    ),
    "doctor.settings.readable": (
        "All users of this machine can read the passwords in {file}: run chmod o-r {file}"
    ),
    # database
    "doctor.database.good": "{database} can be written and has the newest schema ({version}).",
    "doctor.database.new": "There is no database yet; the server creates {file} when it starts.",
    "doctor.database.empty": "{database} is empty; the server creates its tables when it starts.",
    "doctor.database.older": (
        "{database} has schema {version}; the server upgrades it when it starts. Make a backup "
        "first: genial backup FILE"
    ),
    "doctor.database.newer": (
        "{database} has schema {version}, from a newer version of genial: update genial, or "
        "restore a backup from before that update."
    ),
    "doctor.database.no-address": (
        "The setting database is not a valid address: write sqlite:///FILE or "
        "postgresql://USER@HOST/NAME."
    ),
    "doctor.database.other-kind": (
        "A database of the kind {kind} cannot be used: write sqlite:///FILE or "
        "postgresql://USER@HOST/NAME."
    ),
    "doctor.database.other-options": (
        "The setting database has unknown options ({options}): remove them; there are {allowed}."
    ),
    "doctor.database.not-a-file": (
        "{file} cannot be a file: name another file in the setting database."
    ),
    "doctor.database.folder": (
        "No file can be written in {folder} ({why}): make room there, or make the folder writable "
        "for the server's user."
    ),
    "doctor.database.file": (
        "This user cannot read and write {file}: run this command as the server's user, or change "
        "the owner of the file."
    ),
    "doctor.database.readable": (
        "Other users can read the secrets in {file}; the server ends that when it starts, or run "
        "chmod 600 {file}"
    ),
    "doctor.database.timeout": (
        "{database} has not answered for {seconds} seconds: see whether it hangs, and whether a "
        "firewall drops the connection."
    ),
    "doctor.database.unreachable": (
        "{database} cannot be opened ({why}): start it, or correct the setting database."
    ),
    "doctor.database.read-only": (
        "{database} can be read, but not written ({why}): make it writable for the server's user."
    ),
    # bus
    "doctor.bus.none": "No bus is set; a single process needs none.",
    "doctor.bus.good": "NATS {version} at {bus} passes messages on, in {milliseconds} ms.",
    "doctor.bus.unreachable": (
        "There is no NATS server at {bus} ({why}): start it, or correct the setting bus."
    ),
    "doctor.bus.no-address": (
        "The setting bus is not a valid address: write nats://USER:PASSWORD@HOST:4222."
    ),
    "doctor.bus.refused": (
        "The NATS server at {bus} refuses the connection ({why}): correct user and password in "
        "the setting bus."
    ),
    "doctor.bus.silent": (
        "The NATS server at {bus} passes no messages on ({why}): allow our user to publish and to "
        "subscribe to genial.>"
    ),
    # the port
    "doctor.server.runs": "Version {version} runs at {where}.",
    "doctor.server.stopped": "The server is not running; {where} is free.",
    "doctor.server.any-port": "The server listens at any free port.",
    "doctor.server.other-version": (
        "Version {running} runs at {where}, but {version} is installed: restart the server."
    ),
    "doctor.server.other-program": (
        "Another program answers at {where}: stop it, or choose another port."
    ),
    "doctor.server.port": (
        "The server cannot listen at {where} ({why}): choose another host or port."
    ),
    # the public address
    "doctor.address.good": "{origin} reaches a server of this version.",
    "doctor.address.none": "No public address is set; only this machine can connect.",
    "doctor.address.lan": (
        "No public address is set; your network can connect, without encryption."
    ),
    "doctor.address.none-behind-proxy": (
        "proxies is set, but the public address is not: set origin to the address that browsers "
        "use, as in https://genial.example."
    ),
    "doctor.address.no-such-name": (
        "The name {host} does not resolve ({why}): add it to the DNS, or correct the setting "
        "origin."
    ),
    "doctor.address.unreachable": (
        "Nothing answers at {where} ({why}): start the proxy, and open the port in the firewall."
    ),
    "doctor.address.no-answer": (
        "{origin} takes connections, but does not answer ({why}): start the server, and compare "
        "the proxy's target with host and port."
    ),
    "doctor.address.redirect": (
        "{origin} leads on to {to}: set origin to the address that browsers end up at."
    ),
    "doctor.address.bad-gateway": (
        "The proxy at {origin} does not reach the server (status {status}): start the server, and "
        "compare the proxy's target with host and port."
    ),
    "doctor.address.other-program": (
        "Another program answers at {origin} (status {status}): let the proxy pass all paths of "
        "this address on to the server."
    ),
    "doctor.address.other-version": (
        "Version {running} runs at {origin}, but {version} is installed: restart the server."
    ),
    "doctor.certificate.good": "The certificate of {host} is valid for {days} days.",
    "doctor.certificate.none": (
        "{origin} is not encrypted, so passwords travel openly: let a proxy get a certificate, and "
        "set origin to https://…"
    ),
    "doctor.certificate.expires": (
        "The certificate of {host} expires in {days} days: see why it is not renewed."
    ),
    "doctor.certificate.refused": (
        "Browsers refuse the certificate of {host} ({why}): renew or replace it."
    ),
    "doctor.proxy.good": "Clients' addresses and WebSockets arrive (proxies = {proxies}).",
    "doctor.proxy.too-few": (
        "Forwarded addresses: {forwarded}, but proxies = {proxies}: let each proxy add to "
        "X-Forwarded-For, or set proxies = {forwarded}."
    ),
    "doctor.proxy.too-many": (
        "Forwarded addresses: {forwarded}, but proxies = {proxies}, so all players share one "
        "address and its limits: set proxies = {forwarded}."
    ),
    "doctor.proxy.unknown": (
        "{origin}/api/connection does not answer, so it is unknown whether clients' addresses "
        "arrive: let the proxy pass all paths of this address on to the server."
    ),
    "doctor.proxy.no-websockets": (
        "WebSockets do not arrive ({why}), so there is no live play: let the proxy pass Upgrade "
        "and Connection on, and set origin to the address that browsers use."
    ),
    "doctor.proxy.can-be-passed": (
        "If other machines reach port {port} directly, they can claim any address: set host to "
        "127.0.0.1, or let a firewall admit the proxy only."
    ),
    # the machine
    "doctor.clock.good": "The clock is right, as far as this machine knows.",
    "doctor.clock.unsynchronised": (
        "No time service sets the clock: start one, such as systemd-timesyncd or chrony."
    ),
    "doctor.clock.database": (
        "The clocks of this machine and of the database differ by {seconds} seconds: start a time "
        "service on both."
    ),
    "doctor.clock.set-back": (
        "The database has seen a server {seconds} seconds in the future: set the clocks of all "
        "machines, and start a time service."
    ),
    "doctor.disk.good": "{megabytes} MB are free in {folder}.",
    "doctor.disk.tight": "Only {megabytes} MB are free in {folder}: make room soon.",
    "doctor.disk.full": (
        "Only {megabytes} MB are free in {folder}: make room, or moves can soon not be stored."
    ),
    "doctor.versions.good": "genial {version}, Python {python}, all packages are there.",
    "doctor.versions.missing": (
        'The package {package} is missing: install it with pip install "genial[server]"'
    ),
    "doctor.versions.too-old": (
        "The package {package} {version} is older than {least}: update it with "
        'pip install --upgrade "genial[server]"'
    ),
    "doctor.versions.no-client": (
        "The pages for browsers are not built: install a wheel, or run make play in the sources."
    ),
    "doctor.compiled.good": "All games are compiled, in {folder}.",
    "doctor.compiled.pending": (
        "Not all games are compiled yet ({games}); the server does it in the background when it "
        "starts, or you now, as the server's user: genial warm"
    ),
    "doctor.compiled.lost": (
        "Compiled code is lost with {folder}, and every start compiles anew: set XDG_CACHE_HOME or "
        "NUMBA_CACHE_DIR to a folder that the server's user can write to."
    ),
    "doctor.compiled.off": (
        "NUMBA_DISABLE_JIT is set, so bots and rules are very slow: remove it."
    ),
}
