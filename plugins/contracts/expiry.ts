/** Days before its end from which a contract is shown as ending. */
const noticeDays = 30
const day = 86_400_000

/** The last day that is near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days that a contract still runs, 0 on its last; negative once it has expired; nothing while its end is far. */
export function daysLeft(expiryDate: string, today: string): number | undefined {
  return expiryDate > nearUntil(today) ? undefined : (Date.parse(expiryDate) - Date.parse(today)) / day
}
