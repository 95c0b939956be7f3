import { sql } from 'kysely'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import { FormScope } from '#kernel/evaluate/plan/scope.ts'
import { FeelDate } from '#kernel/feel/feel.ts'
import { feelDateOf } from '#kernel/kinds/dates.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Feel } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job, type JobWork } from '#server/jobs/job.ts'
import { ledger } from '../ledger/ledger.ts'
import { reversing } from '../ledger/reconcile.ts'

/** Operator of automatic releases. */
const system = 'system'

/** Nightly job that releases the remaining occupation of settled applications and those past their last day. */
export const releaseRemaining: Job = {
  name: 'budgets-release-unclaimed',
  every: hours(24),
  async run(work) {
    for (const form of work.host.forms.values())
      if ((form.budget?.releaseOn ?? form.budget?.settled) !== undefined) await releaseOfForm(work, form)
  },
}

async function releaseOfForm({ host, db, at, signal }: JobWork, form: Form): Promise<void> {
  const dict = await host.dictionary(db)
  const facts: FormFacts = { today: todayOf(at), now: nowOf(at), dict, reference: () => undefined }
  for (const id of await holding(db, form.key)) {
    if (signal.aborted) return
    await transaction(db, (inner) => release(inner, { form, facts, id, at }))
  }
}

/** Ids of completed applications with a remaining occupation. */
async function holding(db: Db, type: string): Promise<string[]> {
  const rows = await db
    .selectFrom('budget_entry').innerJoin('document', 'document.id', 'budget_entry.document_id')
    .select('document.id')
    .where('document.type', '=', type).where('document.state', '=', 'completed')
    .where('budget_entry.kind', 'in', ['occupy', 'release'])
    .groupBy('document.id')
    .having(sql<boolean>`sum(budget_entry.amount * budget_entry.direction) > 0`)
    .orderBy('document.id')
    .execute()
  return rows.map(({ id }) => id)
}

interface ReleaseInput {
  readonly form: Form
  readonly facts: FormFacts
  readonly id: string
  readonly at: Date
}

/** Releases an application after checking again under lock, since it may have been claimed or revoked meanwhile. */
async function release(db: Db, { form, facts, id, at }: ReleaseInput): Promise<void> {
  const document = await db.selectFrom('document').select(['value', 'state', 'round', 'ended_at']).where('id', '=', id).forUpdate()
    .executeTakeFirst()
  if (document?.state !== 'completed' || !isPast(form, document.value, { form, facts, completedOn: document.ended_at })) return
  const book = ledger(db)
  await book.post(reversing(await book.balances(id)), { document: id, type: form.key, round: document.round, operator: system, at })
}

/**
 * Returns whether an application is settled (it can no longer be claimed, even if a refused claim returned occupation) or past its last
 * day.
 */
function isPast({ budget, fields }: Form, value: FormValue,
  known: { readonly form: Form; readonly facts: FormFacts; readonly completedOn: Date | null }): boolean {
  if (budget?.settled !== undefined && value[budget.settled] === true) return true
  return budget?.releaseOn !== undefined && isOver(formulaOf(budget.releaseOn, Object.keys(fields)), value, known)
}

function isOver(day: Formula, value: FormValue,
  { form, facts, completedOn }: { readonly form: Form; readonly facts: FormFacts; readonly completedOn: Date | null }): boolean {
  const scope = new FormScope(form, value, { facts })
  scope.header['completedOn'] = completedOn && feelDateOf(todayOf(completedOn))
  const due = scope.evaluate(day)
  return due instanceof FeelDate && due.toString() <= facts.today
}

const formulaOf = (source: Feel, fields: readonly string[]): Formula => formula(source, [...fields, 'completedOn'])
