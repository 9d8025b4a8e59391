import { expect, it, vi } from "vitest";

vi.mock("../src/stores/settings.svelte", () => ({ settings: { language: "en" } }));
const { partnerNames, ratedNames } = await import("../src/i18n/seat-names");

it("names partners of one level once", () => {
  const bot = (level: string) => ({ type: "bot" as const, level });
  const person = (name: string) => ({ type: "person" as const, account: name, name });
  expect(partnerNames(["Club 1", "Club 3"], [bot("club"), bot("club")])).toEqual(["Club 1", "3"]);
  expect(partnerNames(["Club", "Kid"], [bot("club"), bot("kid")])).toEqual(["Club", "Kid"]);
  expect(partnerNames(["You", "Club 2"], [person("Ada"), bot("club")])).toEqual(["You", "Club 2"]);
  expect(partnerNames(["Ada 1", "Ada 2"], [person("Ada 1"), person("Ada 2")])).toEqual(["Ada 1", "Ada 2"]);
});

it("shows the ratings of players who have one", () => {
  const seats = [
    { type: "person" as const, account: "a", name: "Ada" },
    { type: "person" as const, account: "b", name: "Bob" },
    { type: "free" as const },
  ];
  expect(ratedNames({ seats, ratings: [1523, null, null] })).toEqual(["Ada (1523)", "Bob", "…"]);
  expect(ratedNames({ seats })).toEqual(["Ada", "Bob", "…"]);
});
