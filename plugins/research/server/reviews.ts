import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { projects } from '#plugins/projects/server/public-api.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { cancelRequest, keepRequest } from './directed-software.ts'
import { dropHours, keepHours } from './work-hours.ts'

/**
 * Reviews of R&D projects: limits the hours per member and month, and writes hours and software requests to their registers on completion.
 */
export const reviews: DocumentExtension = {
  concerns: ['devReviewSheet'],

  async check(step) {
    if (step.node === 'start') return [...(await unmapped(step)), ...(await fullMonths(step))]
    return step.node === 'pmConfirm' ? fullMonths(step) : []
  },

  async onCompleted(step) {
    await keepHours(step)
    await keepRequest(step)
  },

  async onReleased({ db, document }, _, wasCompleted) {
    if (!wasCompleted) return
    await dropHours(db, document.id)
    await cancelRequest(db, document.id)
  },
}

/** Problem where the project is not mapped to an SAP project today, on which its hours are booked. */
async function unmapped({ db, value, at }: DocumentStep): Promise<FieldProblem[]> {
  const { project } = value
  if (typeof project !== 'string' || project === '' || (await projects(db).isMapped(project, todayOf(at)))) return []
  return [{ field: 'project', code: 'research.notMapped' }]
}

/** Problems for rows that exceed the monthly limit of a member, over all live sheets. */
async function fullMonths(step: DocumentStep): Promise<FieldProblem[]> {
  const rows = rowsAt(step.value, 'workHours').map((row, index) => ({ key: keyOf(row), hours: hoursOf(row),
    field: `workHours.${index}.actualHours` })
  )
  const limit = decimalOf(String(step.value['monthlyLimit'] ?? 0)) ?? new Decimal(0)
  const sums = await elsewhere(step, rows.map(({ key }) => key))
  return rows.flatMap(({ key, hours, field }): FieldProblem[] => {
    const sum = (sums.get(key) ?? new Decimal(0)).plus(hours)
    sums.set(key, sum)
    return limit.gt(0) && sum.gt(limit) ? [{ field, code: 'research.monthFull', parameters: { hours: limit.toFixed() } }] : []
  })
}

/** Key of a member and a month. */
const keyOf = ({ member, month }: FormValue): string => `${String(member)} ${String(month).slice(0, 7)}`

/** Hours of a row; 0 where invalid, which the field itself reports. */
const hoursOf = ({ actualHours }: FormValue): Decimal =>
  (typeof actualHours === 'string' || typeof actualHours === 'number' ? decimalOf(actualHours) : null) ?? new Decimal(0)

/** Hours in other live sheets, by member and month. */
async function elsewhere({ db, form, document }: DocumentStep, keys: readonly string[]): Promise<Map<string, Decimal>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; hours: string }>`
    select worked.key, sum(worked.hours) as hours
      from document, jsonb_array_elements(document.value -> 'workHours') hour,
        lateral (select (hour ->> 'member') || ' ' || left(hour ->> 'month', 7) as key,
          coalesce((hour ->> 'actualHours')::numeric, 0) as hours) worked
      where document.type = ${form.key} and document.state in ('inApproval', 'completed') and document.id <> ${document.id}
        and jsonb_typeof(document.value -> 'workHours') = 'array' and worked.key = any(${[...new Set(keys)]})
      group by worked.key`.execute(db)
  return new Map(rows.map(({ key, hours }) => [key, new Decimal(hours)]))
}
