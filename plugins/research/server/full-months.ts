import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'

/** Rows with which a member's hours of a month come to more than a month has, over all live sheets. */
export async function fullMonths(step: DocumentStep): Promise<FieldProblem[]> {
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

/** A member and a month. */
const keyOf = ({ member, month }: FormValue): string => `${String(member)} ${String(month).slice(0, 7)}`

/** Hours of a row; 0 where they are no number, which their field refuses. */
const hoursOf = ({ actualHours }: FormValue): Decimal =>
  (typeof actualHours === 'string' || typeof actualHours === 'number' ? decimalOf(actualHours) : null) ?? new Decimal(0)

/** Hours of the other live sheets, by member and month. */
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
