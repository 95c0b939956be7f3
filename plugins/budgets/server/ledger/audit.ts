import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { Directory } from '#approval/directory.ts'
import type { Form } from '#kernel/form.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { DataAudit } from '#server/plugin.ts'
import { demandsOf } from '../documents/applications.ts'
import { ledger } from './ledger.ts'
import type { PostedBalance } from './reconcile.ts'
import { moves, occupations, summed, uses } from './lines.ts'

/** Number of documents per query. */
const batch = 500

/**
 * Audit that compares the ledger with the demand recomputed from every document's rows and state, and the ledger's totals with its entries.
 */
export const budgetAudit: DataAudit = {
  name: 'budgets',
  async run(db, host) {
    const types = host.plugins.flatMap(({ forms }) => forms).filter(({ budget }) => budget).map(({ key }) => key)
    const directory = await host.directory(db)
    const mismatches = await totalMismatches(db)
    let checked = 0
    let last = ''
    for (;;) {
      const documents = await documentsAfter(db, last, types)
      const ids = documents.map(({ id }) => id)
      const posted = await ledger(db).balancesByDocument(ids)
      const moved = await ledger(db).takenOver(ids)
      for (const document of documents)
        mismatches.push(
          ...compare(document, { form: await host.definitions.form(db, document.type, document.form), directory,
            posted: posted.get(document.id) ?? [], moved: moved.get(document.id) ?? new Decimal(0) }),
        )
      checked += documents.length
      last = documents.at(-1)?.id ?? last
      if (documents.length < batch) return { checked, mismatches }
    }
  },
}

/** Totals of lines and months that differ from the sum of their entries, by year. */
async function totalMismatches(db: Db): Promise<string[]> {
  const { rows: years } = await sql<
    { year: number }
  >`select year from budget_entry group by 1 union select year from budget_total group by 1 order by 1`.execute(db)
  const mismatches: string[] = []
  for (const { year } of years) {
    const { rows } = await sql<{ key: string }>`
      select concat_ws(' ', department_id, expense_category_id, ${year}::text || '-' || lpad(month::text, 2, '0')) as key
      from (
        select department_id, expense_category_id, month, ${summed(moves)} as moved, ${summed(uses)} as used, ${
      summed(occupations)
    } as occupied
        from budget_entry entry where year = ${year} group by 1, 2, 3
      ) summed full join (select * from budget_total where year = ${year}) total using (department_id, expense_category_id, month)
      where (summed.moved, summed.used, summed.occupied) is distinct from (total.moved, total.used, total.occupied) order by 1`.execute(db)
    mismatches.push(...rows.map(({ key }) => `the total of ${key} is not the sum of its entries`))
  }
  return mismatches
}

type AuditDocument = Awaited<ReturnType<typeof documentsAfter>>[number]

const documentsAfter = (db: Db, last: string, types: readonly string[]) =>
  db
    .selectFrom('document')
    .select(['id', 'number', 'type', 'form', 'state', 'value', 'started_at'])
    .where('type', 'in', types.length > 0 ? [...types] : [''])
    .where('id', '>', last)
    .orderBy('id')
    .limit(batch)
    .execute()

function compare(document: AuditDocument,
  { form, directory, posted, moved }: { form: Form; directory: Directory; posted: readonly PostedBalance[]; moved: Decimal }): string[] {
  const demanded = demandsOf({ form, value: document.value as FormValue, at: document.started_at, directory }).reduce(
    (sum, { amount }) => sum.plus(amount),
    new Decimal(0),
  )
  const expected = expectation(document.state, form, demanded)
  const occupied = sumOf(posted, 'occupied')
  const spent = sumOf(posted, 'spent')
  const problems: string[] = []
  // occupation missing from a completed application was handed over to claims or released after its last day
  const isConsumable = document.state === 'completed' && form.budget?.class === 'application'
  if (isConsumable ? occupied.plus(moved).gt(expected.occupied) : !occupied.eq(expected.occupied))
    problems.push(`${document.number} occupies ${moneyText(occupied)}, its rows say ${moneyText(expected.occupied)}`)
  if (!spent.eq(expected.spent))
    problems.push(`${document.number} has spent ${moneyText(spent)}, its rows say ${moneyText(expected.spent)}`)
  if (posted.some((line) => line.occupied.isNegative() || line.spent.isNegative()))
    problems.push(`${document.number} has taken back more than it had`)
  return problems
}

function expectation(state: AuditDocument['state'], form: Form, requested: Decimal): { occupied: Decimal; spent: Decimal } {
  const nothing = new Decimal(0)
  if (state === 'inApproval') return { occupied: requested, spent: nothing }
  if (state !== 'completed') return { occupied: nothing, spent: nothing }
  return form.budget?.class === 'application' ? { occupied: requested, spent: nothing } : { occupied: nothing, spent: requested }
}

const sumOf = (posted: readonly PostedBalance[], which: 'occupied' | 'spent'): Decimal =>
  posted.reduce((sum, line) => sum.plus(line[which]), new Decimal(0))
