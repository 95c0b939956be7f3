const day = 86_400_000

/** The quarter of a month, both from 1. */
export const quarterOf = (month: number): number => Math.ceil(month / 3)

/** The last day of a quarter, yyyy-MM-dd. */
const lastDay = (year: number, quarter: number): string => new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10)

/** Due date of the explanation of overspending in a quarter: `days` after the quarter's end. */
export const dueDay = (year: number, quarter: number, days: number): string =>
  new Date(Date.UTC(year, quarter * 3, 0) + days * day).toISOString().slice(0, 10)

/** @param today yyyy-MM-dd */
export const isQuarterOver = (year: number, quarter: number, today: string): boolean => today > lastDay(year, quarter)
