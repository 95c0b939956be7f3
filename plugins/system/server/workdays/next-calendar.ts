import { todayOf } from '#kernel/values/dates.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import { calendarMissing, calendarRule, holiday } from '#plugins/system/lists/holiday.ts'
import { canHoliday } from '#plugins/system/permissions.ts'

/** Action item for years without holidays: the current one and, from the day of `calendarRule.nextYearFrom` on, the next. */
export const missingCalendars: ActionItemSource = {
  id: 'missingCalendars',
  area: 'administration',
  cn: '个年度（今年或明年）的节假日尚未录入',
  en: 'calendar years (this and next) have no holidays entered',
  enOne: 'calendar year (this or next) has no holidays entered',
  path: holiday.path,
  needs: canHoliday.add,
  count: async ({ db, at }) => (await missingYears(db, at)).length,
}

/** Job that notifies everyone with the right to add holidays about a missing calendar, once per year. */
export const calendarReminder: Job = {
  name: 'calendarReminder',
  every: hours(1),
  async run({ host, db, at }) {
    const years = await missingYears(db, at)
    if (years.length === 0) return
    const organisation = await host.organisation(db)
    const recipients = [...organisation.users.values()]
      .filter((member) => member.enabled && permits(callerOf(organisation, member).permissions, canHoliday.add)).map(({ id }) => id)
    await transaction(db, async (tx) => {
      for (const year of years)
        await notify(tx, { kind: calendarMissing, recipients, blanks: { year }, params: { urlPage: holiday.path }, once: year, at })
    })
  },
}

async function missingYears(db: Db, at: Date): Promise<string[]> {
  const today = todayOf(at)
  const year = Number(today.slice(0, 4))
  const years = today.slice(5) < (await nextYearFrom(db)) ? [year] : [year, year + 1]
  const days = await db.selectFrom('holiday').select('day').where('kind', '=', 'HOLIDAY').where('del_flag', '=', 0)
    .where('day', '>=', `${year}-01-01`).where('day', '<=', `${year + 1}-12-31`).execute()
  const entered = new Set(days.map(({ day }) => day.slice(0, 4)))
  return years.map(String).filter((each) => !entered.has(each))
}

/** Month and day, MM-DD; the declared default if missing from the dictionary. */
async function nextYearFrom(db: Db): Promise<string> {
  const [declared] = calendarRule.items
  const kept = (await dictionaries(db).list(calendarRule.key)).find(({ value }) => value === declared?.value)?.label
  return kept ?? declared?.cn ?? ''
}
