import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { splitName } from '#kernel/wording/names.ts'
import { type FormValue, textAt } from '#kernel/values/value.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import '../tables.ts'
import { daysBetween } from './days.ts'

/** A person has one allowance for a day, whichever claim it stands in. */
export const liveAllowances: DocumentExtension = {
  concerns: ({ fields }) => fields['allowanceRows']?.columns !== undefined,

  check: paidElsewhere,

  /** The primary key decides between two claims that are filed at once. */
  async onSubmit(step) {
    const { db, document } = step
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
    const rows = daysOf(step.value).map(({ traveler, day }) => ({ traveler, day, document: document.id }))
    if (rows.length === 0) return
    const reserved = await db.insertInto('live_allowance').values(rows).onConflict((conflict) => conflict.doNothing()).returning('day')
      .execute()
    if (reserved.length === rows.length) return
    const problems = await paidElsewhere(step)
    throw new Refused(problems[0]?.code ?? 'forms.allowancePaid', problems[0]?.parameters, problems)
  },

  async onReleased({ db, document }) {
    await db.deleteFrom('live_allowance').where('document', '=', document.id).execute()
  },
}

async function paidElsewhere({ db, value, document, directory, actor }: DocumentStep): Promise<FieldProblem[]> {
  const days = daysOf(value)
  if (days.length === 0) return []
  const rows = await db
    .selectFrom('live_allowance')
    .select(['traveler', 'day'])
    .where('traveler', 'in', [...new Set(days.map(({ traveler }) => traveler))])
    .where('day', 'in', [...new Set(days.map(({ day }) => day))])
    .where('document', '!=', document.id)
    .orderBy('day')
    .execute()
  const paid = new Set(rows.map(({ traveler, day }) => `${traveler} ${day}`))
  return days.filter(({ traveler, day }) => paid.has(`${traveler} ${day}`)).map(({ traveler, day, index }) => ({
    field: `allowanceRows.${index}.traveler`,
    code: 'forms.allowancePaid',
    parameters: { name: splitName(directory.person(traveler)?.name ?? traveler)[actor.locale], date: day },
  }))
}

/** The days of every row; a day that two rows share counts once. */
function daysOf(value: FormValue): { readonly traveler: string; readonly day: string; readonly index: number }[] {
  const seen = new Set<string>()
  return rowsAt(value, 'allowanceRows').flatMap((row, index) => {
    const [traveler, from, to] = ['traveler', 'fromDate', 'toDate'].map((key) => textAt(row, key))
    if (!traveler || !from || !to) return []
    return daysBetween(from, to).flatMap((day) => {
      const key = `${traveler} ${day}`
      return seen.has(key) ? [] : (seen.add(key), [{ traveler, day, index }])
    })
  })
}
