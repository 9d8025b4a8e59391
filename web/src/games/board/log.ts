// The log of a game: moves are "seat text"; other lines, with an asterisk, say what was drawn.

/** The lines of moves. */
export const movesOf = (log: readonly string[]): string[] => log.filter((line) => !line.startsWith("*"));

/** The seat of the last move; 0 before the first one. */
export const lastMover = (log: readonly string[]): number => Number(movesOf(log).at(-1)?.split(" ")[0] ?? 0);

/** A move that lays a tile: its number, from 1, and its seat. */
export interface Laid<P> { readonly number: number; readonly seat: number; readonly placement: P }

/** The last move that lays a tile, as parsed by the game. */
export function findLastPlacement<P>(log: readonly string[], parse: (text: string) => P | null): Laid<P> | null {
  const moves = movesOf(log);
  for (let number = moves.length; number > 0; number -= 1) {
    const [seat, text = ""] = moves[number - 1]!.split(" ");
    const placement = parse(text);
    if (placement !== null) return { number, seat: Number(seat), placement };
  }
  return null;
}
