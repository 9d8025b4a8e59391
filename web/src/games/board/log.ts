// The log of a game: moves are "seat text"; other lines, with an asterisk, say what was drawn.

/** The lines of moves. */
export const movesOf = (log: readonly string[]): string[] => log.filter((line) => !line.startsWith("*"));

/** The last move that lays a tile, as parsed by the game, and its seat. */
export function findLastPlacement<P>(log: readonly string[], parse: (text: string) => P | null): { seat: number; placement: P } | null {
  for (const line of movesOf(log).reverse()) {
    const [seat, text = ""] = line.split(" ");
    const placement = parse(text);
    if (placement !== null) return { seat: Number(seat), placement };
  }
  return null;
}
