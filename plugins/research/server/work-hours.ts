import { Refused } from '#kernel/errors.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { newId } from '#server/identity/id.ts'
import type { RecordRules } from '#server/resources/rules.ts'
import './tables.ts'

/** Rules of working hours: entries of review sheets are locked, and future days are refused. */
export const workHourRules: RecordRules = {
  async prepare({ db, at, value, before }) {
    if (before?.['source'] === 'REVIEW') throw new Refused('research.locked', { no: String(before['businessNo'] ?? '') })
    if (typeof value['workDate'] === 'string' && value['workDate'] > todayOf(at))
      throw new Refused('error.invalidInput', {}, [{ field: 'workDate', code: 'research.hoursInFuture' }])
    return { source: 'IMPORT', departmentId: await departmentOf(db, value['userId']) }
  },
  inUse: async (db, id) =>
    (await db.selectFrom('dev_work_hour').select('source').where('id', '=', id).executeTakeFirst())?.source === 'REVIEW',
  constraints: {
    dev_work_hour_entry: { code: 'research.hoursTwice', fields: ['workDate'] },
    dev_work_hour_positive: { code: 'research.noHours', fields: ['hours'] },
    dev_work_day_hours: { code: 'research.dayFull', fields: ['hours'] },
  },
}

/** Replaces the hours of a completed sheet: a row per member, role and month, on the last day of the month. */
export async function keepHours({ db, document, value, actor, at }: DocumentStep): Promise<void> {
  await dropHours(db, document.id)
  for (const { member, role, month, actualHours } of rowsAt(value, 'workHours')) {
    if (!(Number(actualHours) > 0)) continue
    const department = await departmentOf(db, member)
    await db.insertInto('dev_work_hour').values({
      id: newId(),
      work_date: lastDayOf(String(month)),
      user_id: String(member),
      department_id: department,
      project_id: String(value['project']),
      work_type: String(role),
      hours: String(actualHours),
      source: 'REVIEW',
      remark: null,
      business_key: document.id,
      business_no: document.number ?? null,
      create_by: document.starter,
      update_by: actor.id,
      create_time: at,
      update_time: at,
    }).execute()
  }
}

/** Deletes the hours of a document. */
export async function dropHours(db: Db, document: string): Promise<void> {
  await db.deleteFrom('dev_work_hour').where('business_key', '=', document).execute()
}

/** Last day of the month of a day, yyyy-MM-dd. */
function lastDayOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

interface EnteredHours {
  /** yyyy-MM-dd */
  readonly day: string
  readonly person: string
  readonly department: string
  readonly project: string
  readonly workType: string
  readonly hours: string
}

const atOnce = 500

/** Bulk insert of daily working hours. */
export async function saveWorkHours(db: Db, entries: readonly EnteredHours[],
  { by, at }: { readonly by: string; readonly at: Date }): Promise<void> {
  for (let start = 0; start < entries.length; start += atOnce) {
    await db.insertInto('dev_work_hour').values(
      entries.slice(start, start + atOnce).map(({ day, person, department, project, workType, hours }) => ({
        id: newId(),
        work_date: day,
        user_id: person,
        department_id: department,
        project_id: project,
        work_type: workType,
        hours,
        remark: null,
        business_key: null,
        business_no: null,
        create_by: by,
        update_by: by,
        create_time: at,
        update_time: at,
      })),
    ).execute()
  }
}

/** A person's main department. */
export async function departmentOf(db: Db, person: unknown): Promise<string | null> {
  if (typeof person !== 'string') return null
  const row = await db.selectFrom('sys_user_group').select('group_id').where('user_id', '=', person).orderBy('is_main', 'desc').limit(1)
    .executeTakeFirst()
  return row?.group_id ?? null
}
