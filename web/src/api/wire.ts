// What goes over the wire. Written by `make types` from the server's structs; do not edit.

export const VERSION = 1;

/** A clock: seconds for the whole game and for each turn on top, or seconds for a turn. */
export interface Pace {
  seconds: number;
  increment: number;
  by_turn: boolean;
}

/** What a table plays, and how. */
export interface Terms {
  game: string;
  options: Record<string, unknown>;
  pace?: Pace | null;
  rated?: boolean;
  listed?: boolean;
  hints?: boolean;
  take_backs?: boolean;
  counting?: boolean;
  daily?: string;
  bots?: boolean;
}

/** A seat of an account; account and name are empty if it was deleted. */
export interface Person {
  type: "person";
  account: string;
  name: string;
  nonce?: string;
  bot?: boolean;
  guest?: boolean;
}

/** A seat of a player who shares the host's screen. */
export interface Screen {
  type: "screen";
  account: string;
  name: string;
}

/** A seat of a bot. */
export interface Robot {
  type: "bot";
  level: string;
}

/** A seat that nothing has taken yet. */
export interface Free {
  type: "free";
}

/** A table as it stands, for the player on the seats `mine`, or for a spectator. */
export interface Situation {
  type: "situation";
  table: string;
  number: number;
  phase: "over" | "playing" | "waiting";
  terms: Terms;
  host: string;
  seats: (Person | Screen | Robot | Free)[];
  mine: number[];
  views?: Record<string, unknown>;
  turn?: number | null;
  choices?: unknown;
  clocks?: number[] | null;
  result?: unknown;
  commitment?: string;
  wishes?: Partial<Record<"draw" | "rematch" | "resign" | "undo", number[]>>;
  out?: number[];
  followed?: string;
}

/** What happened at a table, and how it stands then. `first` is the first of the events. */
export interface News {
  type: "news";
  table: string;
  first: number;
  number: number;
  lines: Record<string, string[]>;
  views: Record<string, unknown>;
  turn?: number | null;
  choices?: unknown;
  clocks?: number[] | null;
}

/** A line of the chat at a table. */
export interface Line {
  type: "said";
  table: string;
  number: number;
  at: number;
  account: string;
  name: string;
  text: string;
  seat: number | null;
}

/** The chat at a table before you came. */
export interface Talked {
  type: "talked";
  table: string;
  lines: Line[];
}

/** The seats whose players look at a table now, and the number of spectators. */
export interface Present {
  type: "present";
  table: string;
  seats: number[];
  watchers: number;
}

/** The progress of the analysis of a table's game: queued, running, done or failed. */
export interface Analysed {
  type: "analysed";
  table: string;
  status: string;
  done: number;
  total: number;
}

/** A command was carried out; `number` is that of its event. */
export interface Done {
  type: "done";
  command: string;
  number: number;
}

/** A command was refused, and why. */
export interface Refused {
  type: "refused";
  command?: string;
  code: string;
  sentence: string;
  facts?: Record<string, unknown>;
}

/** The server is there. */
export interface Pong {
  type: "pong";
  command: string;
  at: number;
}

/** You are paired: your opponents wait for you at a table. */
export interface Paired {
  type: "paired";
  table: string;
}

/** It is your turn at a table that this socket does not watch. */
export interface YourTurn {
  type: "your-turn";
  table: string;
  number: number;
  seat: number;
  game: string;
  deadline?: number | null;
}

/** Your account was banned or deleted. The socket is closed. */
export interface Farewell {
  type: "farewell";
}

/** Send me what happens at a table, after the last event I know. */
export interface Watch {
  type: "watch";
  table: string;
  since?: number;
}

/** Send me nothing more of a table. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** Play a move. The number is the last event I know: if more has happened, the move is stale. */
export interface Play {
  type: "play";
  table: string;
  seat: number;
  move: string;
  number: number;
  command?: string;
}

/** Propose something or agree to it: an undo, a draw, a rematch, or to resign. */
export interface Agree {
  type: "agree";
  table: string;
  seat: number;
  wish: "draw" | "rematch" | "resign" | "undo";
  command?: string;
}

/** Decline a proposal, or withdraw my own. */
export interface Decline {
  type: "decline";
  table: string;
  seat: number;
  wish: "draw" | "rematch" | "resign" | "undo";
  command?: string;
}

/** Claim the win against a player who is gone, or let a bot play on for them. */
export interface Claim {
  type: "claim";
  table: string;
  replace?: boolean;
  command?: string;
}

/** Say something at a table. */
export interface Say {
  type: "say";
  table: string;
  text: string;
  command?: string;
}

/** Ask if the server is there. */
export interface Ping {
  type: "ping";
  command?: string;
}

/** A refusal on the wire: a stable code, one plain sentence, and what it is about. */
export interface NotDone {
  code: string;
  sentence: string;
  facts: Record<string, number | string>;
}

/** A guest's name. */
export interface Arrival {
  name: string;
}

/** A new password, and the old one if there was one. */
export interface Keeping {
  password: string;
  old?: string | null;
  end_tokens?: boolean;
}

/** The password of whoever asks. */
export interface Proving {
  password: string;
}

/** A name and its password. */
export interface Login {
  name: string;
  password: string;
}

/** A name, a recovery code, and the new password. */
export interface Recovery {
  name: string;
  code: string;
  password: string;
}

/** An account as its owner sees it. */
export interface OwnAccount {
  account: string;
  name: string;
  kept: boolean;
  admin: boolean;
  bot: boolean;
}

/** Recovery codes: they are shown once. */
export interface Codes {
  codes: string[];
}

/** What is to change about somebody. */
export interface PersonChange {
  name?: string | null;
  banned?: boolean | null;
  admin?: boolean | null;
}

/** What was done about a report. */
export interface Closing {
  note?: string;
}

/** Somebody, in a list. */
export interface PersonRow {
  account: string;
  name: string;
  kinds: ("admin" | "banned" | "bot" | "guest" | "kept")[];
  created: number;
  seen: number;
}

/** A table, in a list. */
export interface TableRow {
  table: string;
  game: string;
  phase: string;
  host: string;
  listed: boolean;
  rated: boolean;
  number: number;
  created: number;
  changed: number;
}

/** A report, in a list. */
export interface ReportRow {
  report: string;
  at: number;
  account: string;
  about: string;
  table: string | null;
  line: number | null;
  said: Line[];
  text: string;
  closed: number | null;
  note: string;
}

/** Somebody's attempt; without colours it is not finished, or not told yet. */
export interface Attempt {
  account: string;
  name: string;
  table: string;
  rank?: number | null;
  colours?: number[] | null;
}

/** The challenge of a day. */
export interface Challenge {
  day: string;
  ends: number;
  over: boolean;
  commitment: string;
  attempts: number;
  key?: string;
  mine?: Attempt | null;
  unranked?: boolean;
  leaders?: Attempt[];
}

/** For which of my seats; without it, the one that is to move. */
export interface Asking {
  seat?: number | null;
}

/** A move I think of. */
export interface Preview {
  move: string;
}

/** A move that a bot considered. */
export interface Candidate {
  move: string;
  value: number;
  visits: number;
}

/** What a strong bot would play in my place, knowing what I know. */
export interface Hint {
  number: number;
  seat: number;
  level: string;
  move: string;
  explained: unknown;
  candidates: Candidate[];
  value: number[];
  colours: Record<string, number>[] | null;
}

/** How a strong bot thinks that the game will end, knowing what I know. */
export interface Opinion {
  number: number;
  seat: number;
  level: string;
  value: number[];
  colours: Record<string, number>[] | null;
}

/** What a move scores, and why. */
export interface Explanation {
  seat: number;
  move: string;
  explained: unknown;
  number: number | null;
}

/** A move and what it was worth: utilities from 0 to 1, as the mover could expect them. */
export interface GradedMove {
  number: number;
  seat: number;
  move: string;
  value: number[];
  best: Candidate[];
  after?: number[];
  played?: number | null;
  loss?: number | null;
  colours?: Record<string, number>[] | null;
}

/** The graded moves of a game, the bot that graded them and its effort for each move. */
export interface Findings {
  level: string;
  effort: number;
  moves: GradedMove[];
}

/** The progress of an analysis, and what it has found so far. */
export interface Analysis {
  subject: string;
  status: string;
  done: number;
  total: number;
  findings: Findings;
}

/** What somebody did; a table and a line of its talk say where. */
export interface Report {
  about: string;
  text: string;
  table?: string | null;
  line?: number | null;
}

/** Somebody one has blocked. */
export interface Blocked {
  account: string;
  name: string;
}

/** How this server can tell people that are away, beside Web Push. */
export interface Ways {
  mail: boolean;
}

/** The server's public key, as `pushManager.subscribe` wants it. */
export interface PushKey {
  key: string;
}

/** The keys with which messages to a browser are encrypted. */
export interface Keys {
  p256dh: string;
  auth: string;
}

/** What a browser's `PushSubscription` says as JSON. */
export interface Subscription {
  endpoint: string;
  keys: Keys;
  expirationTime?: number | null;
}

/** Which subscription is over. */
export interface Unsubscription {
  endpoint: string;
}

/** An e-mail address. */
export interface Address {
  address: string;
}

/** The code that came by mail. */
export interface Code {
  code: string;
}

/** Where an account wants mail, and whether it has confirmed the address. */
export interface MailAddress {
  address: string;
  confirmed: boolean;
}

/** What to play, with whoever wants the same. */
export interface Wanted {
  game: string;
  options?: Record<string, unknown>;
  pace?: Pace | null;
  rated?: boolean;
}

/** What somebody wants to play. */
export interface Seek {
  game: string;
  options: Record<string, unknown>;
  pace: Pace | null;
  rated: boolean;
}

/** How somebody's wish stands: he waits since some time, or is paired at a table. */
export interface Waiting {
  wish?: Seek | null;
  since?: number | null;
  table?: string;
}

/** A table in a list. */
export interface Listed {
  table: string;
  phase: string;
  terms: Terms;
  host: string;
  seats: (Person | Screen | Robot | Free)[];
  turn?: number | null;
  created: number;
  changed: number;
  how?: string;
  ranks?: number[] | null;
  mine?: number[];
  my_turn?: boolean;
  deadline?: number | null;
}

/** Tables, the latest first; with `next` one asks for those before them. */
export interface Listing {
  tables: Listed[];
  next: string;
}

/** How somebody has played one kind of game. */
export interface Tally {
  game: string;
  variant: string;
  games: number;
  share?: number | null;
  lowest?: number | null;
  best?: number[] | null;
  rating?: number | null;
  uncertainty?: number | null;
  rated?: number;
}

/** Who sat where, and how it went; without account, name and level it is somebody deleted. */
export interface Seat {
  seat: number;
  account?: string | null;
  name?: string;
  level?: string;
  rank?: number | null;
  lowest?: number | null;
  total?: number | null;
  before?: number | null;
  after?: number | null;
  weight?: number | null;
}

/** A game in the books. */
export interface Played {
  table: string;
  game: string;
  variant: string;
  at: number;
  how: string;
  rated: boolean;
  seats: Seat[];
}

/** Somebody, as everybody sees him. */
export interface Profile {
  account: string;
  name: string;
  kept: boolean;
  bot: boolean;
  since: number;
  tallies: Tally[];
  recent: Played[];
}

/** Games, the latest first; with `next` one asks for those before them. */
export interface History {
  games: Played[];
  next: string;
}

/** Somebody in a table of leaders: by rating, or by the best game alone. */
export interface Leader {
  rank: number;
  account: string;
  name: string;
  bot?: boolean;
  rating?: number | null;
  uncertainty?: number | null;
  games?: number;
  colours?: number[] | null;
  table?: string;
  at?: number;
}

/** Moves to be tried: in a finished game, an upload, the text of a record, or a new game. */
export interface Trial {
  table?: string | null;
  upload?: string | null;
  record?: string | null;
  game?: string | null;
  options?: Record<string, unknown>;
  at?: number | null;
  moves?: string[];
  seed?: number | null;
}

/** The text of a record. */
export interface NewUpload {
  text: string;
}

/** An uploaded record. */
export interface Uploaded {
  upload: string;
  at: number;
  mine: boolean;
  headers: Record<string, string>;
  total: number;
  text: string;
}

/** Were the deals of a game honest? And how to check that oneself. */
export interface Proof {
  proven: boolean;
  code: string;
  sentence: string;
  commitment: string;
  key: string;
  nonces: Record<string, string>;
  record: string;
  command: string;
}

/** A game after a number of moves, as far as the reader may see it. */
export interface Position {
  number: number;
  total: number;
  views: Record<string, unknown>;
  lines: Record<string, string[]>;
  move?: string;
  mover?: number | null;
  explained?: unknown;
  turn?: number | null;
  choices?: unknown;
  ranks?: number[] | null;
  seed?: number | null;
}

/** I sit here. */
export interface Me {
  type: "me";
}

/** Somebody else can sit here. */
export interface Open {
  type: "open";
}

/** Somebody at my screen sits here. */
export interface Beside {
  type: "screen";
  name: string;
}

/** A bot sits here. */
export interface Level {
  type: "bot";
  level: string;
}

/** What to play, how, and who sits where. */
export interface Opening {
  game: string;
  options?: Record<string, unknown>;
  seats: (Me | Open | Beside | Level)[];
  pace?: Pace | null;
  rated?: boolean;
  listed?: boolean;
  hints?: boolean;
  take_backs?: boolean;
  counting?: boolean;
  bots?: boolean;
}

/** What somebody who has seen the commitment adds to the key of the deals. */
export interface Adding {
  nonce?: string;
}

/** What a seat wishes. */
export interface Wished {
  seat: number;
  wish: "draw" | "rematch" | "resign" | "undo";
}

/** Shall a bot play on? */
export interface Claimed {
  replace?: boolean;
}

/** What somebody says. */
export interface Saying {
  text: string;
}

/** A move, after an event. */
export interface Move {
  seat: number;
  move: string;
  number: number;
  command?: string;
}

/** A game, its options as they are without being told, and the levels of its bots. */
export interface GameInfo {
  name: string;
  title: string;
  options: Record<string, unknown>;
  levels: string[];
  players: number[];
  hidden: boolean;
  colours: string;
}

/** What a token is for. */
export interface Label {
  label: string;
}

/** A token as its owner sees it later. */
export interface Token {
  token: string;
  label: string;
  created: number;
  used: number | null;
}

/** A token: it is shown once. */
export interface NewToken {
  secret: string;
  token: Token;
}

export type Phase = "over" | "playing" | "waiting";

export type Wish = "draw" | "rematch" | "resign" | "undo";

export type Sitter = Person | Screen | Robot | Free;

export type FromClient = Watch | Unwatch | Play | Agree | Decline | Claim | Say | Ping;

export type FromServer =
  | Situation
  | News
  | Line
  | Talked
  | Present
  | Analysed
  | Done
  | Refused
  | Pong
  | Paired
  | YourTurn
  | Farewell;
