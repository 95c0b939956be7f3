import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineFields, integer, text } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { migrationSets } from '#server/compose.ts'
import { withClient } from '#server/database/connection.ts'
import { testDatabase } from '#server/database/testing.ts'
import type { TestProduct } from '../testing.ts'
import { approvalProduct, formNamed, type ActionAnswer, withForms } from '../testing-company.ts'
import { definitionStore } from './definition-store.ts'

const plain = formNamed('plain')
const { remark: _, ...others } = plain.fields
/** Without the remark, with the kind as text and an additional required field. */
const changed: Form = {
  ...plain,
  fields: { ...others,
    ...defineFields({ kind: text({ cn: '新类别', en: 'New kind' }), pages: integer({ cn: '页数', en: 'Pages', required: true }) }) },
  flow: defineFlow([approve('only', { rule: 'fixed', people: ['bob'] }, { cn: '唯一', en: 'Only' })], { overdueHours: 0 }),
}

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let upgrade: Pick<TestProduct, 'as' | 'composition'>
/** Filed before the upgrade. */
let waiting: string
let refused: string

interface DocumentAnswer extends ActionAnswer {
  readonly procDefId: string
  readonly editable: readonly string[]
  readonly business: FormValue
  readonly definition: { readonly fields: readonly { readonly key: string; readonly en: string }[] } | null
  readonly dropped: readonly { readonly path: string; readonly en: string }[]
}

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  waiting = await on.file('plain', { remark: 'kept', kind: '2' })
  refused = await on.file('plain', { remark: 'lost', kind: '2' })
  await on.do('refuse', refused, 'head', { comment: 'no' })
  upgrade = await product.upgraded([withForms(changed)])
})
afterAll(() => product?.close())

const read = async (id: string, by: string) => (await upgrade.as(by).get<DocumentAnswer>(`/oaserver/plain/detail?procInstId=${id}`)).data

it('a document is read and passed with the form and the flow that it was filed with', async () => {
  const before = await read(waiting, 'head')
  expect(before).toMatchObject({ procDefId: 'plain:1', editable: ['amount', 'remark'], business: { remark: 'kept', kind: '2' } })
  expect(before.definition?.fields.find(({ key }) => key === 'kind')).toMatchObject({ en: 'Kind' })
  const task = await on.task(waiting, 'head')
  const passed = await upgrade.as('head').post<ActionAnswer>('/workflow/pass', { taskId: task, procInstId: waiting,
    business: { remark: 'changed' } })
  expect(passed).toMatchObject({ code: 200, data: { currentTask: { nodeId: 'second' } } })
  expect(await read(waiting, 'chief')).toMatchObject({ business: { remark: 'changed' } })
})

it('filed again it takes the forms in force, keeps what fits and says what does not', async () => {
  const before = await read(refused, 'wang')
  expect(before.dropped).toEqual([{ path: 'remark', cn: '备注', en: 'Remark' }, { path: 'kind', cn: '类别', en: 'Kind' }])
  const again = (business: FormValue) =>
    upgrade.as('wang').post<ActionAnswer>('/oaserver/plain/apply', { operate: 'edit', businessKey: refused, business })
  expect(await again({})).toMatchObject({ code: 42009, data: { fields: [{ name: 'pages' }] } })
  expect(await again({ pages: 3 })).toMatchObject({ code: 200 })
  const after = await read(refused, 'wang')
  expect(after).toMatchObject({ procDefId: 'plain:2', definition: null, dropped: [], business: { title: 'plain', pages: 3 },
    currentTask: { nodeId: 'only' } })
  expect(after.business).not.toHaveProperty('remark')
  expect(after.business['kind'] ?? null).toBeNull()
})

it('a new document goes by the forms in force, which pages have already', async () => {
  const { data } = await upgrade.as('wang').post<{ businessKey: string }>('/oaserver/plain/apply', {
    business: { title: 'new', pages: 1, kind: 'free' },
  })
  expect(await read(data.businessKey, 'wang')).toMatchObject({ procDefId: 'plain:2', definition: null, currentTask: { nodeId: 'only' } })
  const { db } = product.database
  expect(
    await db.selectFrom('definition').select(['kind', 'version', 'by']).where('key', '=', 'plain').orderBy('kind').orderBy('version')
      .execute(),
  )
    .toEqual([{ kind: 'flow', version: 1, by: 'product' }, { kind: 'flow', version: 2, by: 'product' }, { kind: 'form', version: 1,
      by: 'product' }, { kind: 'form', version: 2, by: 'product' }])
})

it('the books of both versions agree', () => product.audit())

it('instances that start at once publish a version once', async () => {
  const next = new Map([['plain', { ...changed, cn: '再变' }]])
  await Promise.all([1, 2, 3].map(() => definitionStore(next).publish(product.database.db, new Date())))
  const { db } = product.database
  expect(
    await db.selectFrom('definition').select('version').where('kind', '=', 'form').where('key', '=', 'plain').orderBy('version').execute(),
  ).toEqual([{ version: 1 }, {
    version: 2,
  }, { version: 3 }])
})

it('a version neither changes nor goes', async () => {
  const { db } = product.database
  await expect(db.updateTable('definition').set({ body: '{}' }).where('key', '=', 'plain').execute()).rejects.toThrow(
    'neither changes nor goes',
  )
  await expect(db.deleteFrom('definition').where('key', '=', 'plain').execute()).rejects.toThrow(/definition/)
})

it('a form that was changed in the database proves no decision that was taken on it', async () => {
  await withClient(product.database.owner, async (owner) => {
    const change = async (title: string) => {
      await owner.query('alter table definition disable trigger keep_definition')
      await owner.query(`update definition set body = jsonb_set(body, '{en}', to_jsonb($1::text))
        where kind = 'form' and key = 'plain' and version = 1`, [title])
      await owner.query('alter table definition enable trigger keep_definition')
    }
    await change('Forged')
    await expect(product.audit()).rejects.toThrow(/view of entry/)
    await change(plain.en)
  })
  await product.audit()
})

it('a database from before forms had versions keeps its flows, and its documents take the forms in force', async () => {
  const sets = migrationSets([])
  const before = sets.map((
    set,
  ) => (set.id === 'documents' ? { ...set, migrations: set.migrations.filter(({ name }) => name < '113') } : set))
  const database = await testDatabase({ sets: before })
  try {
    const { db } = database
    const flow = JSON.stringify(plain.flow)
    await sql`insert into flow (hash, type, version, definition) values ('old', 'plain', 1, ${flow}::jsonb),
      ('own', 'group', 1, ${flow}::jsonb)`
      .execute(db)
    const row = (id: string, type: string) =>
      sql`insert into document (id, number, type, flow, title, title_en, state, round, revision, value, process, starter, applicant,
        department, current_nodes, started_at, ended_at, updated_at, history_seq, history_hash)
      values (${id}, ${id}, ${type}, 'old', 'x', 'x', 'completed', 1, 1, '{}', '{}', 'wang', 'wang', 'works', '[]',
        now(), now(), now(), 1, 'h')`
        .execute(db)
    await row('mine', 'plain')
    // two types with the same flow shared its row
    await row('lent', 'group')
    await database.migrate(sets)
    const store = definitionStore(new Map([['plain', plain], ['group', formNamed('group')]]))
    await store.publish(db, new Date())
    expect(
      await db.selectFrom('definition').select(['kind', 'key', 'version', 'hash']).where('hash', 'in', ['old', 'own']).orderBy('key')
        .orderBy('version').execute(),
    ).toEqual([
      { kind: 'flow', key: 'group', version: 1, hash: 'own' },
      { kind: 'flow', key: 'group', version: 2, hash: 'old' },
      { kind: 'flow', key: 'plain', version: 1, hash: 'old' },
    ])
    const pins = await db.selectFrom('document').select(['type', 'form', 'flow']).orderBy('id').execute()
    expect(pins).toEqual([{ type: 'group', form: store.formHash('group'), flow: 'old' }, { type: 'plain', form: store.formHash('plain'),
      flow: 'old' }])
    for (const pin of pins) expect((await store.of(db, pin)).pinned.flow).toEqual(plain.flow)
  } finally {
    await database.drop()
  }
})
