import { startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** A day of an example, counted from the day on which it is looked at: `today+3`, with a time behind it for a moment. */
const relative = /^today\+(\d{1,3})(?: (\d\d:\d\d:\d\d))?$/

/** The value of an example on a day. */
export const exampleOn = (value: FormValue, today: string): FormValue => dated(value, today) as FormValue

function dated(value: unknown, today: string): unknown {
  if (Array.isArray(value)) return value.map((each) => dated(each, today))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, dated(held, today)]))
  const found = typeof value === 'string' ? relative.exec(value) : null
  if (!found) return value
  const day = todayOf(new Date(startOfDay(today).getTime() + Number(found[1]) * 86_400_000))
  return found[2] === undefined ? day : `${day} ${found[2]}`
}
