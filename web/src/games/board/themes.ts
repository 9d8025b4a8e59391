// How boards and symbols can look; board-themes.css has their colours.

export const BOARDS = ["wood", "slate", "paper", "contrast"] as const;
export const SYMBOLS = ["colour", "letters", "shapes"] as const;
