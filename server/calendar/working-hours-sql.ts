import { type RawBuilder, sql } from 'kysely'

/** The first day covered by sums of working hours. */
const first = '2015-01-01'

/** SQL condition that a day is a working day (a date, with the name of its table). */
export const isWorkedDay = (day: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<
    boolean
  >`coalesce((select announced.kind = 'WORKDAY' from holiday announced where announced.day = ${day} and announced.del_flag = 0),
    extract(isodow from ${day}) < 6)`

/**
 * SQL: each day up to an instant with the working hours before it: `day`, `worked` (1 or 0), `before`. For a `with` clause, joined by the
 * days of two instants for `workedHours`.
 */
export const workingDays = (until: Date | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select day, worked, (8 * (sum(worked) over (order by day) - worked))::numeric as before from (
      select each.at::date as day, coalesce((announced.kind = 'WORKDAY'), extract(isodow from each.at) < 6)::integer as worked
      from generate_series(${first}::date, ${until}::date, interval '1 day') each (at)
      left join holiday announced on announced.day = each.at::date and announced.del_flag = 0
    ) each_day`

/** SQL: working hours between two instants whose days are rows of `workingDays`: 09:00–12:00 and 13:00–18:00 in the company's time zone. */
export const workedHours = (from: Instant, to: Instant): RawBuilder<string> => sql<string>`round(${upTo(to)} - (${upTo(from)}), 2)`

interface Instant {
  readonly at: RawBuilder<unknown>
  /** Name of its row of `workingDays`. */
  readonly day: string
}

function upTo({ at, day }: Instant): RawBuilder<unknown> {
  const hour = sql`(extract(epoch from ${at}::time) / 3600)::numeric`
  return sql`${sql.ref(`${day}.before`)} + ${
    sql.ref(`${day}.worked`)
  } * (least(greatest(${hour} - 9, 0), 3) + least(greatest(${hour} - 13, 0), 5))`
}
