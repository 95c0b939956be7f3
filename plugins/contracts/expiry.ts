/** Number of days before its end from which a contract is shown as expiring. */
const noticeDays = 30
const day = 86_400_000

/** Last expiry date that counts as near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days until a contract expires, 0 on its last day, negative afterwards; undefined if the expiry is not near. */
export function daysLeft(expiryDate: string, today: string): number | undefined {
  return expiryDate > nearUntil(today) ? undefined : (Date.parse(expiryDate) - Date.parse(today)) / day
}
