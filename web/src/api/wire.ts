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
  options: Record<string, number | string>;
  pace?: Pace | null;
  rated?: boolean;
  listed?: boolean;
  hints?: boolean;
  take_backs?: boolean;
  counting?: boolean;
  daily?: string;
  bots?: boolean;
}

/** A seat of somebody with an account; both are empty if it was deleted. */
export interface Person {
  type: "person";
  account: string;
  name: string;
  nonce?: string;
  bot?: boolean;
  guest?: boolean;
}

/** A seat of somebody at the same screen as the host. */
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

/** A seat that waits for somebody. */
export interface Free {
  type: "free";
}

/** Ingenious as a seat may see it. */
export interface IngeniousView {
  version: number;
  game: "ingenious";
  options: IngeniousOptions;
  seat: number | null;
  turn: number | null;
  over: boolean;
  ranks: number[] | null;
  scores: Record<string, number>[];
  log: string[];
  phase: "over" | "place" | "swap or keep";
  board: Record<string, string>;
  rack: string[] | null;
  rack_sizes: number[];
  bag: number;
  bonus: number;
  openings: string[] | null;
  full: number[];
}

/** Tile Challenge as anybody may see it; `scores` are the collections. */
export interface TileChallengeView {
  version: number;
  game: "tile-challenge";
  options: TileChallengeOptions;
  seat: number | null;
  turn: number | null;
  over: boolean;
  ranks: number[] | null;
  scores: Record<string, number>[];
  log: string[];
  middle: Record<string, number>;
  staging: string[];
  stack: Record<string, number>;
  quota: number;
  bonus: number;
  idle: number;
  game_number: number;
  series: number[];
}

/** A tower and the chip that lies on it. */
export interface SpezialTower {
  cell: string;
  large: boolean;
  colour: string;
  value: number;
  black: boolean;
}

/** Connected cells of one seat. */
export interface SpezialChain {
  cells: string[];
  towers: string[];
  chips: string[];
  large: string[];
}

/** Genial Spezial as everybody sees it. */
export interface SpezialView {
  version: number;
  game: "spezial";
  options: SpezialOptions;
  seat: number | null;
  turn: number | null;
  over: boolean;
  ranks: number[] | null;
  scores: Record<string, number>[];
  log: string[];
  layout: string;
  note: string;
  round: number;
  towers: SpezialTower[];
  bonus: string[];
  cells: Record<string, number>;
  tiles: string[][];
  tiles_left: number[];
  chains: SpezialChain[][];
  full: number[];
}

/** Something that a line is worth points for. */
export interface PhoenixPart {
  seat: number;
  kind: "colours" | "match" | "run";
  points: number;
  colour?: string;
  places?: number[];
}

/** How the last round ended, and what it was worth. */
export interface PhoenixLastRound {
  round: number;
  spectrum: string;
  lines: string[];
  points: number[];
  parts: PhoenixPart[];
}

/** Phoenix as a seat may see it; the points are in `scores`. */
export interface PhoenixView {
  version: number;
  game: "phoenix";
  options: PhoenixOptions;
  seat: number | null;
  turn: number | null;
  over: boolean;
  ranks: number[] | null;
  scores: Record<string, number>[];
  log: string[];
  round: number;
  start: number;
  spectrum: string;
  lines: string[];
  hand: ("M2" | "M3" | "M4" | "N1" | "N2" | "R" | "S1" | "S2" | "S3" | "S4" | "X")[] | null;
  hand_sizes: number[];
  pile: number;
  discards: Record<string, number>;
  last_round: PhoenixLastRound | null;
}

/** The legal moves one by one. */
export interface MoveList {
  moves: string[];
}

/** Where a tile fits, and what each colour would score on each cell. */
export interface IngeniousPlaces {
  places: string[];
  points: Record<string, number[]>;
}

/** The game is over. `key` is what the deals followed from. */
export interface Ended {
  type: "ended";
  how: "abandoned" | "aborted" | "agreed" | "finished" | "resigned" | "time";
  seat?: number | null;
  ranks?: number[] | null;
  key?: string;
}

/** A table as it stands, to somebody who holds these seats (nobody's: a spectator). */
export interface Situation {
  type: "situation";
  table: string;
  number: number;
  phase: "over" | "playing" | "waiting";
  terms: Terms;
  host: string;
  seats: (Person | Screen | Robot | Free)[];
  mine: number[];
  views?: Record<string, View>;
  turn?: number | null;
  choices?: Choices | null;
  clocks?: number[] | null;
  result?: Ended | null;
  commitment?: string;
  wishes?: Partial<Record<"draw" | "rematch" | "resign" | "undo", number[]>>;
  out?: number[];
  followed?: string;
}

/** What happened at a table, and how it stands then. `first` is the first event told. */
export interface News {
  type: "news";
  table: string;
  first: number;
  number: number;
  lines: Record<string, string[]>;
  views: Record<string, View>;
  turn?: number | null;
  choices?: Choices | null;
  clocks?: number[] | null;
}

/** What somebody said at a table. */
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

/** What was said at a table before you came. */
export interface Talked {
  type: "talked";
  table: string;
  lines: Line[];
}

/** Whose people look at a table now, and how many others watch. */
export interface Present {
  type: "present";
  table: string;
  seats: number[];
  watchers: number;
}

/** How far the analysis of a table's game is: queued, running, done or failed. */
export interface Analysed {
  type: "analysed";
  table: string;
  status: string;
  done: number;
  total: number;
}

/** A command was carried out; the table's last event. */
export interface Done {
  type: "done";
  command: string;
  number: number;
}

/** Something was not done; why. */
export interface Refused {
  type: "refused";
  command?: string;
  code: string;
  sentence: string;
  facts?: Record<string, number | string | string[]>;
}

/** I am there. */
export interface Pong {
  type: "pong";
  command: string;
  at: number;
}

/** You wanted to be paired: others wait for you at a table. */
export interface Paired {
  type: "paired";
  table: string;
}

/** You are to move at a table that this socket does not watch. */
export interface YourTurn {
  type: "your-turn";
  table: string;
  number: number;
  seat: number;
  game: string;
  deadline?: number | null;
}

/** You cannot stay: the account was banned or deleted. The socket is closed. */
export interface Farewell {
  type: "farewell";
}

/** Tell me what happens at a table, after what I know. */
export interface Watch {
  type: "watch";
  table: string;
  since?: number;
}

/** Tell me no more of a table. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** I move. A number says what I know: if more has happened, the move is stale. */
export interface Play {
  type: "play";
  table: string;
  seat: number;
  move: string;
  number: number;
  command?: string;
}

/** I wish something, or agree to it: undo, draw, rematch, or to resign. */
export interface Agree {
  type: "agree";
  table: string;
  seat: number;
  wish: "draw" | "rematch" | "resign" | "undo";
  command?: string;
}

/** I do not agree to a wish, or take mine back. */
export interface Decline {
  type: "decline";
  table: string;
  seat: number;
  wish: "draw" | "rematch" | "resign" | "undo";
  command?: string;
}

/** Who is to move is gone: I win, or a bot shall play on. */
export interface Claim {
  type: "claim";
  table: string;
  replace?: boolean;
  command?: string;
}

/** I say something at a table. */
export interface Say {
  type: "say";
  table: string;
  text: string;
  command?: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  command?: string;
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

/** Symbols in an unbroken line that a half scores. */
export interface IngeniousScoringLine {
  cells: string[];
  points: number;
}

/** What one half of a tile scores. */
export interface IngeniousHalf {
  kind: "half";
  cell: string;
  colour: string;
  points: number;
  lines: IngeniousScoringLine[];
}

/** What a tile would score; a swap or its refusal scores nothing. */
export interface IngeniousExplanation {
  move: string;
  gains: Record<string, number>;
  parts: IngeniousHalf[];
  bonus_moves: number;
  ends: boolean;
}

/** What drawing a colour would do: join the staging row or fail the turn. */
export interface TileChallengeProspect {
  kind: "fail" | "join";
  points: number;
  colour: string;
  left: number;
}

/** What drawing would bring: the turn fails with a chance of `failing` in `stack`. */
export interface TileChallengeRisk {
  move: "draw";
  gains: Record<string, number>;
  parts: TileChallengeProspect[];
  failing: number;
  stack: number;
}

/** A staged colour: where its tiles come from and where they go. */
export interface TileChallengeRow {
  kind: "row";
  points: number;
  colour: string;
  staging: number;
  middle: number;
  surplus: number;
  bonus: boolean;
}

/** A tile out of the middle. */
export interface TileChallengeTaken {
  kind: "take";
  points: number;
  colour: string;
}

/** What stopping or taking would bring into the collection. */
export interface TileChallengeYield {
  move: "stop" | "take";
  gains: Record<string, number>;
  parts: (TileChallengeRow | TileChallengeTaken)[];
  bonus_turns: number;
  wins: boolean;
}

/** The points of a chip. */
export interface SpezialChipPart {
  kind: "chip";
  tower: string;
  colour: string;
  points: number;
  turns: boolean;
}

/** The point of a large tower, in each of its colours. */
export interface SpezialLargePart {
  kind: "large";
  tower: string;
  colours: string[];
  points: number;
}

/** The point of a bonus field. */
export interface SpezialBonusPart {
  kind: "bonus";
  cell: string;
  colour: string;
  points: number;
}

/** The chain that a tile makes or joins. */
export interface SpezialNewChain {
  cells: string[];
  towers: string[];
}

/** What a move would score. Points beyond a track's end are in the parts, not in `gains`. */
export interface SpezialExplanation {
  move: string;
  gains: Record<string, number>;
  parts: (SpezialChipPart | SpezialLargePart | SpezialBonusPart)[];
  chain: SpezialNewChain | null;
}

/** The rows after a move, and what the lines would be worth; lists are by seat. */
export interface PhoenixExplanation {
  move: string;
  gains: Record<string, number>;
  parts: PhoenixPart[];
  spectrum: string;
  lines: string[];
  matches: boolean[];
  misplaced: number[];
  line_points: number[];
  ends_round: boolean;
  ends: boolean;
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
  explained: Explanation;
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
export interface ReviewExplanation {
  seat: number;
  move: string;
  explained: Explanation;
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

/** What has been found out about a game: by which bot, with how much effort a move. */
export interface Findings {
  level: string;
  effort: number;
  moves: GradedMove[];
}

/** How far an analysis is, and what it has found so far. */
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

/** What a browser wants its messages encrypted with. */
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

/** Where somebody wants mail. */
export interface MailAddress {
  address: string;
  confirmed: boolean;
}

/** Why something was not done: a stable code, one plain sentence, and what it is about. */
export interface NotDone {
  code: string;
  sentence: string;
  facts: Record<string, number | string>;
}

/** What to play, with whoever wants the same. */
export interface Wanted {
  game: string;
  options?: Record<string, number | string>;
  pace?: Pace | null;
  rated?: boolean;
}

/** What somebody wants to play. */
export interface PairingWish {
  game: string;
  options: Record<string, number | string>;
  pace: Pace | null;
  rated: boolean;
}

/** How somebody's wish stands: he waits since some time, or is paired at a table. */
export interface Waiting {
  wish?: PairingWish | null;
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
  options?: Record<string, number | string>;
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

/** A game after so many moves, as somebody may see it. */
export interface Position {
  number: number;
  total: number;
  views: Record<string, View>;
  lines: Record<string, string[]>;
  move?: string;
  mover?: number | null;
  explained?: Explanation | null;
  turn?: number | null;
  choices?: Choices | null;
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
  options?: Record<string, number | string>;
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
  options: Record<string, number | string>;
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

export type Fact = number | string | string[];

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

/** The options of Ingenious. */
export interface IngeniousOptions {
  players: number;
  start: number;
  variant: "standard" | "teams";
}

/** The options of Tile Challenge. */
export interface TileChallengeOptions {
  players: number;
  start: number;
  games: number;
}

/** The options of Genial Spezial. */
export interface SpezialOptions {
  players: number;
  start: number;
  board: string;
}

/** The options of Phoenix. */
export interface PhoenixOptions {
  players: number;
  start: number;
}

/** The games. */
export type GameName = keyof ViewOf;

/** The View of each game. */
export interface ViewOf {
  "ingenious": IngeniousView;
  "tile-challenge": TileChallengeView;
  "spezial": SpezialView;
  "phoenix": PhoenixView;
}

export type View = ViewOf[GameName];

/** The Choices of each game. */
export interface ChoicesOf {
  "ingenious": MoveList | IngeniousPlaces;
  "tile-challenge": MoveList;
  "spezial": MoveList;
  "phoenix": MoveList;
}

export type Choices = ChoicesOf[GameName];

/** The Explanation of each game. */
export interface ExplanationOf {
  "ingenious": IngeniousExplanation;
  "tile-challenge": TileChallengeRisk | TileChallengeYield;
  "spezial": SpezialExplanation;
  "phoenix": PhoenixExplanation;
}

export type Explanation = ExplanationOf[GameName];
