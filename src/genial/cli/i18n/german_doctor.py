"""Was `genial doctor` auf Deutsch sagt: ein Satz für jeden Befund."""

TEXTS = {
    "doctor.state.good": "OK",
    "doctor.state.warning": "Warnung",
    "doctor.state.error": "FEHLER",
    "doctor.result.well": "Alles funktioniert.",
    "doctor.result.look": "Alles funktioniert. Warnungen: {warnings}.",
    "doctor.result.wrong": "Fehler: {errors}, Warnungen: {warnings}.",
    "doctor.why.timed-out": "keine Antwort in der erwarteten Zeit",
    "doctor.check.settings": "Einstellungen",
    "doctor.check.database": "Datenbank",
    "doctor.check.bus": "Bus",
    "doctor.check.server": "Server",
    "doctor.check.address": "öffentliche Adresse",
    "doctor.check.certificate": "Zertifikat",
    "doctor.check.proxy": "Proxy",
    "doctor.check.clock": "Uhr",
    "doctor.check.disk": "Speicherplatz",
    "doctor.check.versions": "Versionen",
    "doctor.check.compiled": "kompilierter Code",
    # settings
    "doctor.settings.good": "Alle Einstellungen sind gültig.",
    "doctor.settings.file": "Alle Einstellungen sind gültig ({file}).",
    "doctor.settings.refused": "Der Server startet so nicht: {why}.",
    "doctor.settings.page": (
        "Der Server startet so nicht: {file} aus der Einstellung {setting} fehlt, ist zu groß oder "
        "kein Text in UTF-8."
    ),
    "doctor.settings.board": (
        "Der Server startet so nicht: Die Einstellung spezial_board nennt keinen Spielplan oder "
        "einen fehlerhaften; siehe genial boards check {value}"
    ),
    "doctor.settings.unknown-variable": (
        "Die Variable {name} ist keine Einstellung: Berichtige oder entferne sie."
    ),
    "doctor.settings.lan-and-origin": (
        "Die Einstellungen lan und origin schließen sich aus: Behalte eine."
    ),
    "doctor.settings.bus-without-postgresql": (
        "SQLite bedient nur einen Prozess, der Bus ist also ohne Nutzen: Entferne die Einstellung "
        "bus, oder nimm PostgreSQL."
    ),
    "doctor.settings.no-thinkers": (
        "Kein Prozess rechnet für die Bots: Entferne thinkers = 0, oder setze bus und starte einen "
        "Worker."
    ),
    "doctor.settings.readable": (
        "Alle Benutzer dieses Rechners können die Passwörter in {file} lesen: chmod o-r {file} "
        "ändert das."
    ),
    # database
    "doctor.database.good": "{database} ist beschreibbar und hat das neueste Schema ({version}).",
    "doctor.database.new": ("Es gibt noch keine Datenbank; der Server legt {file} beim Start an."),
    "doctor.database.empty": "{database} ist leer; der Server legt die Tabellen beim Start an.",
    "doctor.database.older": (
        "{database} hat Schema {version}; der Server aktualisiert es beim Start. Sichere die "
        "Datenbank vorher: genial backup DATEI"
    ),
    "doctor.database.newer": (
        "{database} hat Schema {version} eines neueren genial: Aktualisiere genial, oder spiele "
        "eine Sicherung von vorher ein."
    ),
    "doctor.database.no-address": (
        "Die Einstellung database enthält keine gültige Adresse: Schreibe sqlite:///DATEI oder "
        "postgresql://BENUTZER@RECHNER/NAME."
    ),
    "doctor.database.other-kind": (
        "Eine Datenbank der Art {kind} wird nicht unterstützt: Schreibe sqlite:///DATEI oder "
        "postgresql://BENUTZER@RECHNER/NAME."
    ),
    "doctor.database.other-options": (
        "Die Einstellung database hat unbekannte Optionen ({options}): Entferne sie; es gibt "
        "{allowed}."
    ),
    "doctor.database.not-a-file": (
        "{file} kann keine Datei sein: Nenne in der Einstellung database eine andere."
    ),
    "doctor.database.folder": (
        "In {folder} kann keine Datei geschrieben werden ({why}): Gib dort Speicherplatz frei, "
        "oder mache den Ordner für den Benutzer des Servers beschreibbar."
    ),
    "doctor.database.file": (
        "Dieser Benutzer kann {file} nicht lesen und schreiben: Starte den Befehl als Benutzer des "
        "Servers, oder ändere den Besitzer der Datei."
    ),
    "doctor.database.readable": (
        "Andere Benutzer können die Geheimnisse in {file} lesen; der Server ändert das beim Start, "
        "oder du mit chmod 600 {file}"
    ),
    "doctor.database.timeout": (
        "{database} antwortet seit {seconds} Sekunden nicht: Sieh nach, ob sie hängt und ob eine "
        "Firewall die Verbindung verwirft."
    ),
    "doctor.database.unreachable": (
        "{database} lässt sich nicht öffnen ({why}): Starte die Datenbank, oder berichtige die "
        "Einstellung database."
    ),
    "doctor.database.read-only": (
        "{database} ist lesbar, aber nicht beschreibbar ({why}): Mache sie für den Benutzer des "
        "Servers beschreibbar."
    ),
    # bus
    "doctor.bus.none": "Kein Bus eingestellt; ein einzelner Prozess braucht keinen.",
    "doctor.bus.good": "NATS {version} unter {bus} gibt Nachrichten weiter, in {milliseconds} ms.",
    "doctor.bus.unreachable": (
        "Unter {bus} gibt es keinen NATS-Server ({why}): Starte ihn, oder berichtige die "
        "Einstellung bus."
    ),
    "doctor.bus.no-address": (
        "Die Einstellung bus enthält keine gültige Adresse: Schreibe "
        "nats://BENUTZER:PASSWORT@RECHNER:4222."
    ),
    "doctor.bus.refused": (
        "Der NATS-Server unter {bus} lehnt die Verbindung ab ({why}): Berichtige Benutzer und "
        "Passwort in der Einstellung bus."
    ),
    "doctor.bus.silent": (
        "Der NATS-Server unter {bus} gibt keine Nachrichten weiter ({why}): Erlaube unserem "
        "Benutzer, genial.> zu senden und zu abonnieren."
    ),
    # the port
    "doctor.server.runs": "Version {version} läuft unter {where}.",
    "doctor.server.stopped": "Der Server läuft nicht; {where} ist frei.",
    "doctor.server.any-port": "Der Server nimmt irgendeinen freien Port.",
    "doctor.server.other-version": (
        "Unter {where} läuft Version {running}, installiert ist {version}: Starte den Server neu."
    ),
    "doctor.server.other-program": (
        "Unter {where} antwortet ein anderes Programm: Beende es, oder wähle einen anderen Port."
    ),
    "doctor.server.port": (
        "Der Server kann {where} nicht verwenden ({why}): Wähle host oder port anders."
    ),
    # the public address
    "doctor.address.good": "{origin} führt zu einem Server dieser Version.",
    "doctor.address.none": (
        "Keine öffentliche Adresse eingestellt; nur dieser Rechner kann sich verbinden."
    ),
    "doctor.address.lan": (
        "Keine öffentliche Adresse eingestellt; dein Netz kann sich verbinden, unverschlüsselt."
    ),
    "doctor.address.none-behind-proxy": (
        "proxies ist gesetzt, die öffentliche Adresse nicht: Setze origin auf die Adresse, die "
        "Browser verwenden, wie https://genial.example."
    ),
    "doctor.address.no-such-name": (
        "Der Name {host} lässt sich nicht auflösen ({why}): Trage ihn im DNS ein, oder berichtige "
        "die Einstellung origin."
    ),
    "doctor.address.unreachable": (
        "Unter {where} antwortet nichts ({why}): Starte den Proxy, und öffne den Port in der "
        "Firewall."
    ),
    "doctor.address.no-answer": (
        "{origin} nimmt Verbindungen an, antwortet aber nicht ({why}): Starte den Server, und "
        "vergleiche das Ziel des Proxys mit host und port."
    ),
    "doctor.address.redirect": (
        "{origin} leitet weiter nach {to}: Setze origin auf die Adresse, bei der Browser landen."
    ),
    "doctor.address.bad-gateway": (
        "Der Proxy unter {origin} erreicht den Server nicht (Status {status}): Starte den Server, "
        "und vergleiche das Ziel des Proxys mit host und port."
    ),
    "doctor.address.other-program": (
        "Unter {origin} antwortet ein anderes Programm (Status {status}): Lass den Proxy alle "
        "Pfade dieser Adresse an den Server weitergeben."
    ),
    "doctor.address.other-version": (
        "Unter {origin} läuft Version {running}, installiert ist {version}: Starte den Server neu."
    ),
    "doctor.certificate.good": "Das Zertifikat von {host} gilt noch {days} Tage.",
    "doctor.certificate.none": (
        "{origin} ist unverschlüsselt, Passwörter sind unterwegs lesbar: Lass einen Proxy ein "
        "Zertifikat holen, und setze origin auf https://…"
    ),
    "doctor.certificate.expires": (
        "Das Zertifikat von {host} läuft in {days} Tagen ab: Sieh nach, warum es nicht erneuert "
        "wird."
    ),
    "doctor.certificate.refused": (
        "Browser lehnen das Zertifikat von {host} ab ({why}): Erneuere oder ersetze es."
    ),
    "doctor.proxy.good": "Adressen der Spieler und WebSockets kommen an (proxies = {proxies}).",
    "doctor.proxy.too-few": (
        "Weitergegebene Adressen: {forwarded}, aber proxies = {proxies}: Lass jeden Proxy "
        "X-Forwarded-For ergänzen, oder setze proxies = {forwarded}."
    ),
    "doctor.proxy.too-many": (
        "Weitergegebene Adressen: {forwarded}, aber proxies = {proxies}, also teilen sich alle "
        "Spieler eine Adresse und deren Grenzen: Setze proxies = {forwarded}."
    ),
    "doctor.proxy.unknown": (
        "{origin}/api/connection antwortet nicht, also ist unbekannt, ob die Adressen der Spieler "
        "ankommen: Lass den Proxy alle Pfade dieser Adresse an den Server weitergeben."
    ),
    "doctor.proxy.no-websockets": (
        "WebSockets kommen nicht an ({why}), Live-Partien gehen also nicht: Lass den Proxy Upgrade "
        "und Connection weitergeben, und setze origin auf die Adresse, die Browser verwenden."
    ),
    "doctor.proxy.can-be-passed": (
        "Wenn andere Rechner Port {port} direkt erreichen, können sie jede Adresse vorgeben: Setze "
        "host auf 127.0.0.1, oder lass in der Firewall nur den Proxy zu."
    ),
    # the machine
    "doctor.clock.good": "Die Uhr geht richtig, soweit dieser Rechner weiß.",
    "doctor.clock.unsynchronised": (
        "Kein Zeitdienst stellt die Uhr: Starte einen, etwa systemd-timesyncd oder chrony."
    ),
    "doctor.clock.database": (
        "Die Uhren dieses Rechners und der Datenbank weichen um {seconds} Sekunden voneinander ab: "
        "Starte auf beiden einen Zeitdienst."
    ),
    "doctor.clock.set-back": (
        "In der Datenbank steht ein Lebenszeichen, das {seconds} Sekunden in der Zukunft liegt: "
        "Stelle die Uhren aller Rechner, und starte einen Zeitdienst."
    ),
    "doctor.disk.good": "In {folder} sind {megabytes} MB frei.",
    "doctor.disk.tight": (
        "In {folder} sind nur noch {megabytes} MB frei: Gib bald Speicherplatz frei."
    ),
    "doctor.disk.full": (
        "In {folder} sind nur noch {megabytes} MB frei: Gib Speicherplatz frei, sonst lassen sich "
        "bald keine Züge mehr speichern."
    ),
    "doctor.versions.good": "genial {version}, Python {python}, alle Pakete sind da.",
    "doctor.versions.missing": (
        'Das Paket {package} fehlt: pip install "genial[server]" installiert es.'
    ),
    "doctor.versions.too-old": (
        "Das Paket {package} {version} ist älter als {least}: Aktualisiere es mit "
        'pip install --upgrade "genial[server]"'
    ),
    "doctor.versions.no-client": (
        "Die Seiten für Browser sind nicht gebaut: Installiere ein Wheel, oder rufe im Quellordner "
        "make play auf."
    ),
    "doctor.compiled.good": "Alle Spiele sind kompiliert, in {folder}.",
    "doctor.compiled.pending": (
        "Noch nicht alle Spiele sind kompiliert ({games}); der Server tut es nach dem Start im "
        "Hintergrund, oder du jetzt, als Benutzer des Servers: genial warm"
    ),
    "doctor.compiled.lost": (
        "Kompilierter Code geht mit {folder} verloren, jeder Start kompiliert neu: Setze "
        "XDG_CACHE_HOME oder NUMBA_CACHE_DIR auf einen Ordner, in den der Benutzer des Servers "
        "schreiben darf."
    ),
    "doctor.compiled.off": (
        "NUMBA_DISABLE_JIT ist gesetzt, Bots und Regeln sind damit sehr langsam: Entferne es."
    ),
}
