/** Days before the end of a licence from which it is to be renewed. */
const noticeDays = 30
const day = 86_400_000

/** The last day that is near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days that a licence still holds, 0 on its last; negative once it has expired; nothing while its end is far. */
export function daysLeft(validUntil: string, today: string): number | undefined {
  return validUntil > nearUntil(today) ? undefined : (Date.parse(validUntil) - Date.parse(today)) / day
}
