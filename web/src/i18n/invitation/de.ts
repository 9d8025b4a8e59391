// Einladungen an einen Tisch auf Deutsch.

import type { InvitationTexts } from "./en";

const de: InvitationTexts = {
  "title": "Mitspieler einladen",
  "from": "{name} lädt dich zu „{game}“ ein, {terms}",
  "open": "Du bist zu „{game}“ eingeladen, {terms}",
  "join": "Mitspielen",
  "name": "Dein Name",
  "seat": "Mitspielen: Platz {seat} nehmen",
  "how": "Teile diesen Link oder lass den Code mit einem Handy scannen. Alle mit diesem Link können mitspielen.",
  "code": "QR-Code des Links",
  "link": "Einladungslink",
  "share": "Link teilen",
  "only-here": "{address} funktioniert nur auf diesem Rechner. Um mit Freunden zu spielen, starte den Server mit --lan (oder: make play LAN=1).",
};

export default de;
