import { type Generated, type RawBuilder, sql } from 'kysely'
import type { WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Db } from '#server/database/tables.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { RecordTable } from '#server/resources/columns.ts'

/** Reads working days as seen by `db`, cached by version; with `version` the cache is validated without a read. */
export function workingCalendar(): (db: Db, version?: string) => Promise<WorkingCalendar> {
  let known: { version: string; calendar: Promise<WorkingCalendar> } | undefined

  return async (db, knownVersion) => {
    const version = knownVersion ?? (await changeVersions(db)).calendar
    // the load may have failed with another call's transaction: then this one loads again
    if (known?.version === version) return known.calendar.catch(() => load(db))
    const calendar = load(db)
    known = { version, calendar }
    return calendar
  }
}

async function load(db: Db): Promise<WorkingCalendar> {
  const rows = await db.selectFrom('holiday').select(['day', 'kind']).where('del_flag', '=', 0).execute()
  return new Map(rows.map(({ day, kind }) => [day, kind === 'HOLIDAY' ? 'holiday' : 'workday']))
}

interface HolidayTable extends Omit<RecordTable, 'id'> {
  id: Generated<string>
  /** yyyy-MM-dd */
  day: string
  kind: 'HOLIDAY' | 'WORKDAY'
  remark: string | null
}

declare module '#server/database/tables.ts' {
  interface Tables {
    /** Exceptional days: holidays and working days at weekends. */
    holiday: HolidayTable
  }
}

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
