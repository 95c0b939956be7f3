import type { Generated } from 'kysely'
import type { WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Db } from '#server/database/tables.ts'
import { changeVersions } from '#server/identity/organisation/change-versions.ts'
import type { RecordTable } from '#server/resources/record-columns.ts'

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
