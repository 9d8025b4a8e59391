// Invitations to a table, in English. Loaded with the page of a table that waits for players; other languages have the same keys.

import type { Text } from "../en";

export const en = {
  "title": "Invite players",
  "from": "{name} invites you to {game}, {terms}",
  "open": "You’re invited to {game}, {terms}",
  "join": "Join the game",
  "name": "Your name",
  "seat": "Join the game: take seat {seat}",
  "how": "Share this link or let a phone scan the code. Anyone with the link can join.",
  "code": "QR code of the link",
  "link": "Invitation link",
  "share": "Share link",
  "only-here": "{address} only works on this computer. To play with friends, start the server with --lan (or: make play LAN=1).",
} satisfies Record<string, Text>;

export type InvitationTexts = Record<keyof typeof en, Text>;
export default en;
