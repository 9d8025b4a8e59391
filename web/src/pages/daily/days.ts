// Days as the daily challenge counts them: in UTC, written 2026-11-16.

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

/** A number of days later, or earlier if negative. */
export const addDays = (day: string, by: number): string => today(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000);
