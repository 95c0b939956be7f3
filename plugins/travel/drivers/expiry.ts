/** Number of days before expiry from which a licence has to be renewed. */
const noticeDays = 30
const day = 86_400_000

/** Last expiry date that counts as near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days until a licence expires, 0 on its last day, negative afterwards; undefined if the expiry is not near. */
export function daysLeft(validUntil: string, today: string): number | undefined {
  return validUntil > nearUntil(today) ? undefined : (Date.parse(validUntil) - Date.parse(today)) / day
}
