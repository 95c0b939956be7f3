import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, defineFlow } from '#kernel/flow.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { compose, type Composition, migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import type { CommandContext } from '#server/documents/lifecycle/run-command.ts'
import { act, actOnTask } from '#server/documents/lifecycle/commands.ts'
import { pass } from '#server/documents/lifecycle/pass.ts'
import { resubmit, submit } from '#server/documents/lifecycle/submit.ts'
import { readEnv } from '#server/env.ts'
import { testCaller } from '#server/http/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { defineServer } from '#server/plugin.ts'
import expenseTypes from '#plugins/expense-types/plugin.ts'
import { migrations as expenseTypeMigrations } from '#plugins/expense-types/server/public-api.ts'
import declared from '../plugin.ts'
import { budgetAudit } from './ledger/audit.ts'
import { ledger } from './ledger/ledger.ts'
import budgetServer from './plugin.ts'
import { claim, company, plan } from './testing.ts'

const boss = approve('boss', { rule: 'fixed', people: ['boss'] }, { cn: '主管', en: 'Boss', edits: ['items.amount'] })
const form = { ...claim, budget: { ...claim.budget!, amount: 'amount' }, flow: defineFlow([boss]) }
const plugins = [expenseTypes, declared, definePlugin({ id: 'made-up', forms: [form] })]
const servers = [defineServer({ id: 'expense-types', migrations: expenseTypeMigrations }), budgetServer]
const now = new Date('2026-11-20T04:00:00Z')

let database: TestDatabase
let world: Composition

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(servers) })
  const { db } = database
  await company(db)
  await plan(db, 'food', '100.00')
  for (const id of ['wang', 'boss']) await users(db, new Date()).create({ id, userName: id, name: id, departments: [{ id: 'line' }] })
  world = await compose({ env: readEnv({}), log: pino({ level: 'silent' }), db, clock: { now: () => now }, plugins,
    serverPlugins: servers })
})
afterAll(() => database.drop())

const as = <Result>(who: string, work: (context: CommandContext) => Promise<Result>) =>
  transaction(database.db, (db) =>
    work({ host: world.host, flows: world.flows, db, at: now, caller: testCaller(who, [`form:${form.key}:add`, `form:${form.key}:view`]) }))

const filing = (amounts: readonly string[]) => ({
  type: form.key,
  choices: [],
  accepted: [],
  incoming: { bearingDept: 'line',
    items: amounts.map((amount, index) => ({ rowId: `r${index}`, bearingDept: 'line', expenseCategory: 'food', amount })) } as FormValue,
})

const taskOf = async (id: string) =>
  (await database.db.selectFrom('task').select('id').where('document', '=', id).where('state', '=', 'running').executeTakeFirstOrThrow()).id
const stored = async (id: string) =>
  (await database.db.selectFrom('document').select(['value', 'state']).where('id', '=', id).executeTakeFirstOrThrow()) as {
    value: FormValue
    state: string
  }
const stands = async (id: string) =>
  (await ledger(database.db).balances(id)).map(({ row, occupied, spent }) => [row, occupied.toFixed(2), spent.toFixed(2)])
const said = { comment: undefined, choices: [], explanations: [], checks: [], accepted: [], seen: 'all' as const }

describe('a filed document', () => {
  it('occupies, follows the approver, spends at its end, and is refunded when voided', async () => {
    const { id } = await as('wang', (context) => submit(context, filing(['60.00', '20.00'])))
    expect(await stands(id)).toEqual([['r0', '60.00', '0.00'], ['r1', '20.00', '0.00']])
    expect((await stored(id)).value).toMatchObject({ budgetDept: 'plant', budgetMonth: '2026-11-01', exceedsBudget: false })
    const items = [{ rowId: 'r0', amount: '50.00' }, { rowId: 'r1', amount: '20.00' }]
    await as('boss', async (context) => pass(context, { ...said, task: await taskOf(id), incoming: { items } }))
    expect((await stored(id)).state).toBe('completed')
    expect(await stands(id)).toEqual([['r0', '0.00', '50.00'], ['r1', '0.00', '20.00']])
    expect((await budgetAudit.run(database.db, world.host)).mismatches).toEqual([])
  })

  it('says that it is over budget, gives back what it held when refused, and holds again when filed again', async () => {
    const { id } = await as('wang', (context) => submit(context, filing(['31.00'])))
    expect((await stored(id)).value).toMatchObject({ exceedsBudget: true,
      exceededBudgets: [{ exceeded: '1.00', spent: '70.00', thisAmount: '31.00', warnLevel: 'over' }] })
    await as('boss', async (context) => actOnTask(context, { action: 'refuse', task: await taskOf(id), comment: 'no' }))
    expect(await stands(id)).toEqual([])
    await as('wang', (context) => resubmit(context, id, filing(['30.00'])))
    expect(await stands(id)).toEqual([['r0', '30.00', '0.00']])
    expect((await stored(id)).value).toMatchObject({ exceedsBudget: false, exceededBudgets: [] })
    await as('wang', (context) => act(context, id, { action: 'revoke', comment: 'mine' }))
    expect(await stands(id)).toEqual([])
    expect((await budgetAudit.run(database.db, world.host)).mismatches).toEqual([])
  })

  it('is refused where nobody above its department owns a budget', async () => {
    const { incoming, ...rest } = filing(['1.00'])
    const items = (incoming['items'] as FormValue[]).map((row) => ({ ...row, bearingDept: 'office' }))
    await expect(as('wang', (context) => submit(context, { ...rest, incoming: { ...incoming, items } }))).rejects.toMatchObject({
      fields: [{ field: 'items.0.bearingDept', code: 'budgets.noBudget' }],
    })
  })
})
