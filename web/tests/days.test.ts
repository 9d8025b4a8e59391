// Days of the daily challenge, in UTC.

import { describe, expect, it } from "vitest";
import { isDay, addDays, today } from "../src/pages/daily/days";

describe("days", () => {
  it("are counted in UTC", () => {
    expect(today(Date.UTC(2026, 10, 16, 23, 59))).toBe("2026-11-16");
    expect(today(Date.UTC(2026, 10, 17))).toBe("2026-11-17");
  });

  it("follow each other over months and years", () => {
    expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
    expect(addDays("2027-12-31", 1)).toBe("2028-01-01");
  });

  it("are distinguished from other texts", () => {
    expect(["2026-11-16", "2026-13-01", "today", "2026-1-1"].map(isDay)).toEqual([true, false, false, false]);
  });
});
