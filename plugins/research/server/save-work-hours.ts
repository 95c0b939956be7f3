import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import './tables.ts'

export interface EnteredHours {
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
