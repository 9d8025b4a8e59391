// Reviews: the move tree, links and the evaluation of an analysis.

import { describe, expect, it } from "vitest";
import { costliest, gradeOf, path, summaries, values } from "../src/pages/review/evaluation";
import { fingerprint } from "../src/pages/review/fingerprint";
import { embedCode, linkOf, parseLink, pictureAddress } from "../src/pages/review/position-link";
import { bodyOf, splitLog, Tree } from "../src/pages/review/move-tree";
import type { Findings, GradedMove, ReviewPosition } from "../src/api/wire";

const LOG = ["* rack 1 RG", "* rack 2 BB", "1 Rh8Gi8", "* rack 1 OO", "2 Bh4Bi4", "* rack 2 PP"];

const position = (mover: number, line: string, number = 0): ReviewPosition => ({
  number, total: number, views: {}, lines: { "1": [line, "* rack 1 YY"] }, mover,
});

describe("the tree of a game", () => {
  it("has a position for the deal and one for every move", () => {
    const tree = new Tree(LOG);
    expect(tree.game.map((node) => node.move)).toEqual(["", "Rh8Gi8", "Bh4Bi4"]);
    expect(tree.game.map((node) => node.mover)).toEqual([0, 1, 2]);
    expect(tree.last.log).toEqual(LOG);
    expect(tree.at(1).log).toEqual(LOG.slice(0, 4));
  });

  it("finds the nearest position to a number", () => {
    const tree = new Tree(LOG);
    expect(tree.at(99)).toBe(tree.last);
    expect(tree.at(-3).number).toBe(0);
    expect(tree.at(NaN).number).toBe(0);
  });

  it("leads back into the game when the game's own move is tried", () => {
    const tree = new Tree(LOG);
    expect(tree.addChild(tree.at(0), "Rh8Gi8", position(1, "1 Rh8Gi8"))).toBe(tree.at(1));
    expect(tree.variationEnds()).toEqual([]);
  });

  it("keeps variations beside the game", () => {
    const tree = new Tree(LOG);
    const first = tree.addChild(tree.at(1), "Bc3Bc4", position(2, "2 Bc3Bc4"));
    const second = tree.addChild(first, "Ra1Ga2", position(1, "1 Ra1Ga2"));
    const other = tree.addChild(first, "Ra1Ga3", position(1, "1 Ra1Ga3"));
    expect(tree.path(second)).toEqual({ at: tree.at(1), moves: ["Bc3Bc4", "Ra1Ga2"] });
    expect(second.log).toEqual([...LOG.slice(0, 4), "2 Bc3Bc4", "* rack 1 YY", "1 Ra1Ga2", "* rack 1 YY"]);
    expect(tree.variationEnds()).toEqual([second, other]);
    expect(tree.addChild(first, "Ra1Ga2", position(1, "1 Ra1Ga2"))).toBe(second);
    expect(tree.at(1).next).toBe(tree.at(2)); // the game goes on as it did
  });

  it("gives the whole line of a position, by number", () => {
    const tree = new Tree(LOG);
    const first = tree.addChild(tree.at(0), "Rc3Gc4", position(1, "1 Rc3Gc4"));
    const second = tree.addChild(first, "Ba1Ba2", position(2, "2 Ba1Ba2"));
    expect(tree.line(first)).toEqual([tree.at(0), first, second]);
    expect(tree.line(tree.at(1)).map((node) => node.number)).toEqual([0, 1, 2]);
  });

  it("deletes a variation with all that follows, and never a move of the game", () => {
    const tree = new Tree(LOG);
    const first = tree.addChild(tree.at(0), "Rc3Gc4", position(1, "1 Rc3Gc4"));
    tree.addChild(first, "Ba1Ba2", position(2, "2 Ba1Ba2"));
    expect(tree.removeVariation(first)).toBe(tree.at(0));
    expect(tree.variationEnds()).toEqual([]);
    expect(tree.removeVariation(tree.at(1))).toBe(tree.at(1));
    expect(tree.last.number).toBe(2);
  });
});

describe("a record's text", () => {
  it("is split into the deal and moves with what was drawn after them", () => {
    expect(splitLog(LOG)).toEqual([LOG.slice(0, 2), LOG.slice(2, 4), LOG.slice(4)]);
    expect(splitLog([])).toEqual([[]]);
  });

  it("gives the body of the first game, without annotations", () => {
    const text = "game: phoenix\r\nplayers: 2\r\n\r\n* spectrum RGBYPO\r\n# 1:30\r\n1 R\r\n\r\ngame: phoenix\r\n\r\n1 X:3\r\n";
    expect(bodyOf(text)).toEqual(["* spectrum RGBYPO", "1 R"]);
    expect(bodyOf("nothing")).toEqual([]);
  });
});

const graded = (number: number, value: number[], more: Partial<GradedMove> = {}): GradedMove => ({
  number, seat: 2 - (number % 2), move: `m${number}`, value, best: [{ move: "b", value: 1, visits: 9 }], ...more,
});
const findings = (...moves: GradedMove[]): Findings => ({ level: "genius", effort: 100, moves });

describe("the curves of an analysis", () => {
  it("give the expected result before every move and after the last", () => {
    const all = findings(graded(1, [0.5, 0.5], { after: [0.6, 0.4] }), graded(2, [0.7, 0.3], { after: [1, 0] }));
    expect(values(all)).toEqual([[0.5, 0.5], [0.7, 0.3], [1, 0]]);
    expect(values(findings())).toEqual([]);
  });

  it("have gaps where nothing is known yet", () => {
    const all = values(findings(graded(1, [0.5, 0.5]), graded(4, [0, 1])));
    expect(all).toEqual([[0.5, 0.5], null, null, [0, 1]]);
    expect(path(all, 1, 4, { width: 40, height: 10 })).toBe("M0 5M30 10");
  });

  it("run from left to right and from the bottom up, within the box", () => {
    const all = [[0, 1], [0.5, 0.5], [1.2, 0]];
    expect(path(all, 1, 2, { width: 100, height: 50 })).toBe("M0 50L50 25L100 0");
    expect(path(all, 2, 2, { width: 100, height: 50 })).toBe("M0 0L50 25L100 50");
    expect(path(all, 3, 2, { width: 100, height: 50 })).toBe("");
  });
});

describe("the loss of a move", () => {
  it("is graded", () => {
    expect([0.2, 0.1, 0.04, 0.01, null].map((loss) => gradeOf(loss))).toEqual(["blunder", "mistake", "inaccuracy", null, null]);
  });

  it("is summed up for each seat, by moves whose loss is known", () => {
    const all = findings(graded(1, [], { loss: 0.2 }), graded(2, [], { loss: 0 }), graded(3, [], { loss: 0.04 }), graded(5, []));
    const [one, two, three] = summaries(all, 3);
    expect(one).toMatchObject({ seat: 1, moves: 2, grades: { blunder: 1, mistake: 0, inaccuracy: 1 } });
    expect(one!.loss).toBeCloseTo(0.12);
    expect(two).toMatchObject({ moves: 1, loss: 0 });
    expect(three).toMatchObject({ moves: 0, loss: 0 });
  });

  it("is listed with the costliest first", () => {
    const all = findings(graded(1, [], { loss: 0.05 }), graded(2, [], { loss: 0.3 }), graded(3, [], { loss: 0.01 }), graded(4, [], { loss: 0.1 }));
    expect(costliest(all, 2).map((move) => move.number)).toEqual([2, 4]);
    expect(costliest(all).map((move) => move.number)).toEqual([2, 4, 1]);
  });
});

describe("the address of a position", () => {
  const parse = (link: string): ReturnType<typeof parseLink> => parseLink(new URL(link, "http://here").searchParams);

  it("carries the move and the variation from there", () => {
    const target = { move: 12, tried: ["M3:2>5", "m10m11+OP"], seed: 2 ** 53 - 1 };
    const link = linkOf("table", "x7", target);
    expect(link).toMatch(/^\/review\/x7\?move=12&/);
    expect(parse(link)).toEqual(target);
  });

  it("is short for the end of a game, and needs no seed for the game itself", () => {
    expect(linkOf("upload", "u1", { move: null, tried: [], seed: 5 })).toBe("/record/u1");
    expect(linkOf("table", "x7", { move: 0, tried: [], seed: 5 })).toBe("/review/x7?move=0");
  });

  it("ignores malformed parts", () => {
    expect(parse("/review/x7?move=-1&try=,,&seed=abc")).toEqual({ move: null, tried: [], seed: null });
  });
});

describe("a key's fingerprint", () => {
  it("is its SHA-256", async () => {
    expect((await fingerprint("00".repeat(32))).slice(0, 16)).toBe("66687aadf862bd77");
  });
});

describe("what is shared", () => {
  it("is drawn by the server where the link leads to", () => {
    const link = linkOf("table", "x7", { move: 3, tried: ["m10m11+O", "pass"], seed: 5 });
    expect(pictureAddress("table", "x7", "png", link, 2)).toBe("/pictures/table/x7.png?move=3&try=m10m11%2BO%2Cpass&seed=5&seat=2");
    expect(pictureAddress("upload", "u1", "gif", "", 0)).toBe("/pictures/record/u1.gif");
  });
  it("is a frame for other websites", () => {
    expect(embedCode("https://genial.example", "upload", "u1")).toContain('src="https://genial.example/embed/record/u1"');
  });
});
