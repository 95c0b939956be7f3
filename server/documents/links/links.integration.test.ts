import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, documentLink } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm, type Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { linkProblems, lockBound } from './links.ts'
import { lock } from '../store/store.ts'

const form = defineForm({
  key: 'claim',
  cn: '报销',
  en: 'Claim',
  path: '/claim',
  prefix: 'C',
  group: 'it',
  icon: 'x',
  fields: defineFields({
    bound: documentLink({ cn: '申请', en: 'Application', links: ['trip'], binds: true }),
    mentioned: documentLink({ cn: '参考', en: 'Reference', links: [], binds: false, linkStates: ['inApproval', 'completed'] }),
  }),
  flow: defineFlow([approve('boss', { rule: 'fixed', people: ['boss'] }, { cn: '主管', en: 'Boss' })]),
})
/** A trip that lists the claims referring to it, and can also link to one. */
const trip = defineForm({
  key: 'trip',
  cn: '出差',
  en: 'Trip',
  path: '/trip',
  prefix: 'T',
  group: 'it',
  icon: 'x',
  fields: defineFields({
    claims: documentLink({ cn: '报销单', en: 'Claims', system: true, readOnly: true, links: ['claim'], binds: false }),
    next: documentLink({ cn: '后续出差', en: 'Next trip', links: ['trip'], binds: false, linkStates: ['inApproval', 'completed'] }),
  }),
  flow: form.flow,
})
const reader = { id: 'wang', types: [], departments: [], forms: new Map<string, Form>([['claim', form], ['trip', trip]]) }
const at = new Date('2026-11-20T02:00:00Z')

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets([]) })
  const { db } = database
  const row = { flow: 'h', title: 'x', title_en: 'x', round: 1, revision: 1, value: '{}', process: '{}', amount: null, applicant: 'wang',
    department: 'd', started_at: at, updated_at: at, history_seq: 1, history_hash: 'h' }
  await db.insertInto('document').values([
    { ...row, id: 'trip', number: 'T1', type: 'trip', state: 'completed', starter: 'wang', current_nodes: '[]', ended_at: at },
    { ...row, id: 'running', number: 'T2', type: 'trip', state: 'inApproval', starter: 'wang', current_nodes: '[{}]', ended_at: null },
    { ...row, id: 'claim', number: 'C1', type: 'claim', state: 'completed', starter: 'wang', current_nodes: '[]', ended_at: at },
    { ...row, id: 'other', number: 'T3', type: 'trip', state: 'completed', starter: 'chen', applicant: 'chen', current_nodes: '[]',
      ended_at: at },
  ]).execute()
})
afterAll(() => database.drop())

describe('a linked document', () => {
  it.each([
    [{ bound: ['trip'], mentioned: ['trip', 'running'] }, []],
    [{ bound: ['running'] }, [{ field: 'bound', code: 'documents.linkState', parameters: { businessNo: 'T2' } }]],
    [{ bound: ['nowhere'] }, [{ field: 'bound', code: 'documents.linkUnknown' }]],
    [{ bound: ['other'], mentioned: ['other'] }, [{ field: 'bound', code: 'documents.linkUnknown' }, { field: 'mentioned',
      code: 'documents.linkUnknown' }]],
    [{ bound: [{ toString: 'x' }, null, 7] }, []],
  ])('of %j is judged', async (value, problems) => {
    expect(await linkProblems(database.db, form, value, reader)).toEqual(problems)
  })

  it('is never the document itself, nor another person’s where only own ones count', async () => {
    const own = { ...form, fields: { bound: { ...form.fields.bound, own: true } as const } }
    expect(await linkProblems(database.db, form, { bound: ['trip'] }, { ...reader, document: 'trip' })).toEqual([{ field: 'bound',
      code: 'documents.linkMutual' }])
    expect(await linkProblems(database.db, own, { bound: ['trip'] }, reader)).toEqual([])
    expect(await linkProblems(database.db, own, { bound: ['trip'] }, { ...reader, id: 'chen', types: 'all', departments: 'all' })).toEqual([
      { field: 'bound', code: 'documents.linkUnknown' },
    ])
  })

  it('does not link back, but for what it shows by itself of those that name it', async () => {
    const link = (owner: string, target: string, field: string) =>
      database.db.insertInto('document_link').values({ owner, target, field, binds: false }).execute()
    await link('trip', 'running', 'next')
    const mutual = { code: 'documents.linkMutual' }
    const judged = (value: FormValue, document: string) => linkProblems(database.db, trip, value, { ...reader, document })
    expect(await judged({ next: ['trip'] }, 'running')).toEqual([{ field: 'next', ...mutual }])
    expect(await judged({ next: ['running'] }, 'trip')).toEqual([])
    expect(await judged({ next: ['trip', 'other'] }, 'running')).toEqual([{ field: 'next', ...mutual }, { field: 'next',
      code: 'documents.linkUnknown' }])
    await link('claim', 'trip', 'bound')
    await link('trip', 'claim', 'claims')
    expect(await judged({ claims: ['claim'] }, 'trip')).toEqual([])
    expect(await linkProblems(database.db, form, { bound: ['trip'] }, { ...reader, document: 'claim' })).toEqual([])
  })

  it('that is bound waits with every action on it until the filing ends; a mentioned one does not', async () => {
    const order: string[] = []
    const act = (document: string) =>
      transaction(database.db, async (db) => {
        await lock(db, { document })
        order.push(document)
      })
    await transaction(database.db, async (db) => {
      await lockBound(db, form, { bound: ['trip'], mentioned: ['running'] })
      const later = act('trip')
      await act('running')
      order.push('filed')
      return { later }
    }).then(({ later }) => later)
    expect(order).toEqual(['running', 'filed', 'trip'])
  })
})
