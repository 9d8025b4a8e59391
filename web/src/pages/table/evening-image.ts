// Draw the score sheet of an evening as a picture.

import type { SheetRow } from "./evening-sheet";

export interface SheetPicture {
  heading: string; // the game and the day
  names: readonly string[];
  rows: readonly SheetRow[];
  wins: readonly number[] | null; // by player; null: they are not shown
  words: { title: string; game: string; sum: string; wins: string; legend: string };
}

/** The colours of the page. */
export interface Ink {
  paper: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  glow: string;
}

const [MARGIN, FIRST, COLUMN, ROW, SIZE] = [28, 130, 230, 46, 24];
const LONGEST_NAME = 13; // characters that fit above a column
const FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[one]!);

const shorten = (name: string): string => {
  const letters = [...name];
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME - 1).join("")}…` : name;
};

/** The colours of the theme that the page has now. */
export function pageInk(): Ink {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour("paper"), card: colour("card"), ink: colour("ink"), soft: colour("soft"),
    line: colour("line"), accent: colour("accent"), glow: colour("glow"),
  };
}

/** The sheet as the text of an SVG file, with its size. */
export function drawSheet(
  { heading, names, rows, wins, words }: SheetPicture, ink: Ink = pageInk(),
): { text: string; width: number; height: number } {
  const width = Math.max(2 * MARGIN + FIRST + COLUMN * names.length, 600);
  const column = (width - 2 * MARGIN - FIRST) / names.length;
  const parts: string[] = [];
  const say = (text: string, x: number, y: number, style: string, anchor = "end", fill = ink.ink): void => {
    parts.push(`<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" style="${style}">${escape(text)}</text>`);
  };
  const [plain, bold, small] = [`font-size:${SIZE}px`, `font-size:${SIZE}px;font-weight:700`, `font-size:${SIZE - 5}px`];
  const right = (player: number): number => MARGIN + FIRST + column * (player + 1) - 12;
  const rule = (y: number, thick = 1): void => {
    parts.push(`<rect x="${MARGIN}" y="${y}" width="${width - 2 * MARGIN}" height="${thick}" fill="${ink.line}"/>`);
  };

  say(words.title, MARGIN, 56, "font-size:34px;font-weight:800", "start");
  say(heading, MARGIN, 90, small, "start", ink.soft);
  let y = 140;
  say(words.game, MARGIN + 8, y, small, "start", ink.soft);
  names.forEach((name, player) => say(shorten(name), right(player), y, `font-size:${SIZE - 3}px;font-weight:700`));
  y += 16;
  for (const row of rows) {
    rule(y);
    say(row.label, MARGIN + 8, y + 32, plain, "start", ink.soft);
    row.cells.forEach((cell, player) => {
      const end = right(player);
      if (cell.hasWon) {
        parts.push(`<rect x="${end - column + 14}" y="${y + 4}" width="${column - 6}" height="${ROW - 8}" rx="8" fill="${ink.glow}" fill-opacity="0.22"/>`);
        say("★", end - 56, y + 32, small, "start");
      }
      say(String(cell.sum), end, y + 32, small, "end", ink.soft);
      say(String(cell.points), end - 62, y + 32, bold);
      if (cell.hasBegun) say("▸", end - 108, y + 32, plain, "start", ink.accent);
    });
    y += ROW;
  }
  rule(y, 3);
  const last = rows.at(-1)?.cells.map((cell) => cell.sum) ?? [];
  for (const [label, numbers] of [[words.sum, last], [words.wins, wins ?? []]] as const) {
    if (numbers.length === 0) continue;
    say(label, MARGIN + 8, y + 34, plain, "start");
    numbers.forEach((number, player) => say(String(number), right(player), y + 34, bold));
    y += ROW - 4;
  }
  say(words.legend, MARGIN + 8, y + 34, small, "start", ink.soft);
  const height = y + 34 + MARGIN;
  const card = `<rect x="10" y="10" width="${width - 20}" height="${height - 20}" rx="18" fill="${ink.card}" stroke="${ink.line}"/>`;
  return {
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="font-family:${escape(FONT)}">` +
      `<rect width="${width}" height="${height}" fill="${ink.paper}"/>${card}${parts.join("")}</svg>`,
    width,
    height,
  };
}

/** A drawing as a PNG file. */
export async function exportPng({ text, width, height }: { text: string; width: number; height: number }, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`; // a data URL is what the content security policy allows
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
