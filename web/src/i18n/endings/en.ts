// The texts of the end of a game in English, loaded with the card that shows it. Other languages have the same keys.

import type { Text } from "../en";

export const en = {
  "you": "You win!",
  "you.score": "You win {score}",
  "other": { one: "{name} wins", other: "{name} win" },
  "other.score": { one: "{name} wins {score}", other: "{name} win {score}" },
  "draw": "A draw",
  "draw.score": "A draw, {score}",
  "shared": "{name} share the win",
  "solo": "Lowest colour: {n} of {of}",
  "given-up": "Given up",
  "no-winner": "No winner",

  "why.ingenious.no-room": "No place is left for another tile.",
  "why.ingenious.all-full": "All six colours are at {n}.",
  "why.tile-challenge.complete": "A collection is complete: {n} tiles of every colour.",
  "why.tile-challenge.idle": "{n} turns in a row changed nothing.",
  "why.tile-challenge.series": "The series of {n} games is over.",
  "why.spezial.all-laid": "All {n} rounds are played.",
  "why.phoenix.rounds": "All {n} rounds are played.",
  "how.finished": "The game is over.",
  "how.resigned": "{name} resigned.",
  "how.resigned.you": "You resigned.",
  "how.time": "{name} ran out of time.",
  "how.time.you": "You ran out of time.",
  "how.day": "The day is over.",
  "how.agreed": "The players agreed on a draw.",
  "how.aborted": "The game was aborted.",
  "how.abandoned": "{name} left the table.",
  "how.abandoned.you": "You left the table.",

  "decided.first": "The lowest colour decides.",
  "decided.next": { one: "The lowest colours are level, so the next ones decide.", other: "The {n} lowest colours are level, so the next ones decide." },
  "decided.level": "All colours are level.",
  "decided.sum": "Most points win.",

  "tracks": "Final score, lowest colour first",
  "decides": "decides",
  "points": "Final score",
  "round": "Round {n}",
  "total": "Total",
  "rank": "{rank}.",

  "best.mine": "Your best move",
  "best": "Best move ({name})",
  "completed": "“Ingenious!” calls",
  "failed": "Failed turns",
  "connected": "Towers in one chain",
  "rating": "Rating",

  "share": "Share",
  "share.text": "{game}: {result}",
  "opponent": "New opponent",
  "close": "Back to the board",
  "waiting": "Waiting for the others…",

  "daily.text": "Daily challenge {day}",
  "daily.first": "You are the first to finish.",
  "daily.rank": "Rank {rank} of {n}",
  "daily.rank-so-far": "Rank {rank} of {n} so far",
  "daily.unranked": "Not ranked: your account was too new.",
  "daily.streak": { one: "{n} day in a row", other: "{n} days in a row" },
  "daily.distribution": "Lowest colours of all finished attempts",
  "daily.distribution-so-far": "Lowest colours of all finished attempts so far",
  "daily.column": { one: "{lowest}: {n} attempt", other: "{lowest}: {n} attempts" },
  "daily.mine": "yours",
  "daily.sealed": "Names and games stay sealed until {when}. Then you can review yours.",
  "daily.page": "Results",
} satisfies Record<string, Text>;

export type EndKey = keyof typeof en;
export type EndTexts = Record<EndKey, Text>;
export default en;
