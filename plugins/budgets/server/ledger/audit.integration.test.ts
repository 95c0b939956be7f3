import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definePlugin } from '#kernel/plugin.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { withClient } from '#server/database/connection.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import type { Db } from '#server/database/tables.ts'
import { testHost } from '#server/resources/testing.ts'
import { budgetAudit } from './audit.ts'
import { budgetOfDocuments } from '../documents/extension.ts'
import { application, at, claim, company, plan, sets, step, valueOf } from '../testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ sets })
  await company(database.db)
  await plan(database.db, 'food', '1000.00')
})
afterAll(() => database.drop())

async function store(db: Db, document: { id: string; type: string; state: 'inApproval' | 'completed' | 'refused'; value: FormValue }) {
  const { id, type, state, value } = document
  await db
    .insertInto('document')
    .values({
      id,
      number: id,
      type,
      flow: 'h',
      title: id,
      title_en: id,
      state,
      round: 1,
      revision: 1,
      value: JSON.stringify(value),
      process: '{}',
      amount: null,
      starter: 'wang',
      applicant: 'wang',
      department: 'line',
      current_nodes: JSON.stringify(state === 'inApproval' ? [{ id: 'x' }] : []),
      started_at: at,
      ended_at: state === 'inApproval' ? null : at,
      updated_at: at,
      history_seq: 1,
      history_hash: 'h',
    })
    .execute()
}

const audit = () => budgetAudit.run(database.db, testHost(database.db, [definePlugin({ id: 'made-up', forms: [claim, application] })]).host)
const submit = (id: string, value: FormValue, form = claim) =>
  step(database.db, { id, value, form }, (now) => budgetOfDocuments.onSubmit!(now))

describe('the recount of the budgets', () => {
  it('finds nothing where rows and ledger agree', async () => {
    const value = valueOf([{ rowId: '1', amount: '10.00' }, { rowId: '2', amount: '5.00', offBudgetStatus: '1' }])
    await submit('running', value)
    await store(database.db, { id: 'running', type: claim.key, state: 'inApproval', value })
    await submit('spent', value)
    await step(database.db, { id: 'spent', value }, (now) => budgetOfDocuments.onCompleted!(now))
    await store(database.db, { id: 'spent', type: claim.key, state: 'completed', value })
    await submit('granted', value, application)
    await store(database.db, { id: 'granted', type: application.key, state: 'completed', value })
    await store(database.db, { id: 'refused', type: claim.key, state: 'refused', value })
    expect(await audit()).toEqual({ checked: 4, mismatches: [] })
  })

  it('names a document that occupies what its rows do not say, or spent nothing', async () => {
    const value = valueOf([{ rowId: '1', amount: '10.00' }])
    await store(database.db, { id: 'forgotten', type: claim.key, state: 'completed', value })
    await submit('greedy', valueOf([{ rowId: '1', amount: '11.00' }]))
    await store(database.db, { id: 'greedy', type: claim.key, state: 'inApproval', value })
    await submit('late', value)
    await store(database.db, { id: 'late', type: claim.key, state: 'refused', value })
    expect((await audit()).mismatches).toEqual([
      'forgotten has spent 0.00, its rows say 10.00',
      'greedy occupies 11.00, its rows say 10.00',
      'late occupies 10.00, its rows say 0.00',
    ])
  })

  it('names a total that is not the sum of its entries', async () => {
    await withClient(database.owner,
      (client) => client.query("update budget_total set occupied = occupied + 0.01 where expense_category_id = 'food' and month = 11"))
    expect((await audit()).mismatches).toContain('the total of plant food 2026-11 is not the sum of its entries')
  })
})
