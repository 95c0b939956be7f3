import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Fields } from '#kernel/fields.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { withClient } from '#server/database/connection.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { systemClock } from '#server/system-clock.ts'
import type { RegisterDesign } from '../registers/wire.ts'
import { designPublications } from './taking-back.ts'
import type { FormDesign, FormPublication, SampleFiling } from '../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const path = '/workflow/dynamicForm'
const registers = '/workflow/register'
const admin = () => product.as('admin')
const place = { place: { kind: 'text', cn: '地点', en: 'Place', required: true, max: 50, section: 'contents' } } as const satisfies Fields

/** Makes every composition fail: it registers the columns of lists, which publishing itself does not. */
const breakComposition = () =>
  withClient(product.database.owner, (client) =>
    client.query(`
      create function refuse_columns() returns trigger language plpgsql as $$ begin raise exception 'no room for columns'; end $$;
      create trigger refuse_columns before insert or update on list_column for each row execute function refuse_columns()`))
const mendComposition = () => withClient(product.database.owner, (client) => client.query('drop function if exists refuse_columns cascade'))
afterEach(mendComposition)

async function drawn(urlPage: string, prefix: string, fields: Fields = place): Promise<FormDesign> {
  const { data: { id, revision, content } } = await admin().post<FormDesign>(path, { urlPage, prefix, group: 'administration',
    cn: '外出登记', en: 'Outing' })
  const saved = await admin().put<FormDesign>(`${path}/${id}`, { revision,
    content: { ...content, form: { ...content.form, fields: { ...content.form.fields, ...fields }, columns: ['place'] } } })
  expect(saved).toMatchObject({ code: 200 })
  return saved.data
}
const publish = ({ id, revision }: FormDesign) => admin().post<FormDesign>(`${path}/${id}/publish`, { revision, reason: '投入使用' })
const historyOf = async ({ id }: FormDesign) =>
  (await admin().get<readonly FormPublication[]>(`${path}/${id}/history`)).data.map(({ action, version }) => `${action} ${version}`)

describe('a publication that no process can be composed with', () => {
  it('is taken back with its reason, and published again once it is mended', async () => {
    const design = await drawn('outing-broken', 'LWA')
    await breakComposition()
    const failed = await publish(design)
    expect(failed).toMatchObject({ code: 200, data: { state: 'draft', version: null, failure: { version: 1 } } })
    expect(failed.data.failure?.reason).toContain('no room for columns')
    expect(await historyOf(design)).toEqual(['failed 1', 'publish 1'])
    expect((await product.as('quality').get('/workflow/process/list')).code).toBe(200)
    expect(product.composition.host.forms.has('dynamicForm:outing-broken')).toBe(false)
    await mendComposition()
    const answer = await publish(failed.data)
    expect(answer).toMatchObject({ code: 200, data: { state: 'published', version: 2 } })
    expect(answer.data.failure).toBeUndefined()
    expect(product.composition.host.forms.has('dynamicForm:outing-broken')).toBe(true)
  })

  it('leaves the version before in force, with its form, flow and rights', async () => {
    const { data: first } = await publish(await drawn('outing-kept', 'LWB'))
    const more = { ...first.content.form.fields,
      why: { kind: 'text', cn: '事由', en: 'Reason', required: true, section: 'contents' } } as const
    const { data: changed } = await admin().put<FormDesign>(`${path}/${first.id}`, { revision: first.revision,
      content: { ...first.content, form: { ...first.content.form, fields: more, columns: ['place', 'why'] } } })
    await breakComposition()
    const { data: failed } = await publish(changed)
    expect(failed).toMatchObject({ state: 'published', version: 1, isChanged: true, failure: { version: 2 } })
    expect(Object.keys(failed.content.form.fields)).toContain('why')
    expect(await historyOf(first)).toEqual(['rollback 1', 'failed 2', 'publish 2', 'publish 1'])
    await mendComposition()
    const on = filing(product, { key: 'dynamicForm:outing-kept' }, { nodeList: [{ nodeId: 'addApprover', userIdList: ['u-employee'] }] })
    await on.file('quality', { title: '外出', applicantDept: 'sz-quality', place: '苏州' })
    expect(await admin().put(`${path}/${first.id}/rollback`, { version: 2, reason: '再试一次' })).toMatchObject({ code: 200,
      data: { version: 2 } })
    await product.audit()
  })

  it('gives the records of a register their former columns', async () => {
    const { data: made } = await admin().post<RegisterDesign>(registers, { page: 'rooms-kept', cn: '会议室', en: 'Rooms' })
    const seats = (kind: 'text' | 'integer') => ({ ...made.content.fields, seats: { kind, cn: '座位', en: 'Seats' } })
    const save = (design: RegisterDesign, kind: 'text' | 'integer') =>
      admin().put<RegisterDesign>(`${registers}/${design.id}`, { revision: design.revision,
        content: { ...design.content, fields: seats(kind) } })
    const put = ({ id, revision }: RegisterDesign) =>
      admin().post<RegisterDesign>(`${registers}/${id}/publish`, { revision, reason: '投入使用' })
    const listed = () => admin().post<{ readonly records: readonly object[] }>('/registerservice/rooms-kept/page', {})
    const { data: first } = await put((await save(made, 'text')).data)
    expect(first).toMatchObject({ version: 1 })
    const record = { name: '301', seats: '12' }
    expect(await admin().post('/registerservice/rooms-kept/save', record)).toMatchObject({ code: 200, data: { seats: '12' } })
    const { data: second } = await save(first, 'integer')
    await breakComposition()
    const { data: failed } = await put(second)
    expect(failed).toMatchObject({ state: 'published', version: 1, failure: { version: 2 } })
    await mendComposition()
    expect((await listed()).data.records).toMatchObject([record])
    expect(await put(failed)).toMatchObject({ code: 200, data: { version: 3 } })
    expect((await listed()).data.records).toMatchObject([{ seats: 12 }])
  })
})

describe('additions to a shipped form that no process can be composed with', () => {
  const over = 'universalApproval'
  const added = (key: string): Fields => ({ [key]: { kind: 'text', cn: '客户编号', en: 'Customer number', max: 20, section: 'basics' } })
  const inForce = () => Object.keys(product.composition.host.forms.get(over)?.fields ?? {}).filter((key) => key.startsWith('own'))
  const add = async ({ id, revision, content }: FormDesign, key: string) =>
    (await admin().put<FormDesign>(`${path}/${id}`, { revision,
      content: { ...content,
        form: { ...content.form, fields: { ...content.form.fields, ...added(key) }, columns: [...content.form.columns, key] } } })).data

  it('leave the form as it is shipped, then as it was with the additions before', async () => {
    const { data: made } = await admin().post<FormDesign>(path, { over })
    const drawnOver = await add(made, 'ownFirst')
    await breakComposition()
    const { data: failed } = await publish(drawnOver)
    expect(failed).toMatchObject({ state: 'draft', version: null, failure: { version: 1 } })
    expect(await historyOf(made)).toEqual(['failed 1', 'publish 1'])
    expect(inForce()).toEqual([])
    await mendComposition()
    const { data: first } = await publish(failed)
    expect(first).toMatchObject({ state: 'published', version: 2 })
    expect(inForce()).toEqual(['ownFirst'])

    const more = await add(first, 'ownSecond')
    await breakComposition()
    const { data: second } = await publish(more)
    expect(second).toMatchObject({ state: 'published', version: 2, isChanged: true, failure: { version: 3 } })
    expect(await historyOf(made)).toEqual(['rollback 2', 'failed 3', 'publish 3', 'publish 2', 'failed 1', 'publish 1'])
    expect(inForce()).toEqual(['ownFirst'])
    await mendComposition()
    const stored = await sql<{ body: object }>`select definition.body from definition_current current
      join definition on definition.kind = current.kind and definition.key = current.key and definition.hash = current.hash
      where current.kind = 'form' and current.key = ${over}`.execute(product.database.db)
    expect(JSON.stringify(stored.rows)).toContain('ownFirst')
    expect(JSON.stringify(stored.rows)).not.toContain('ownSecond')
    expect(await admin().put(`${path}/${made.id}/stop`, { reason: '恢复' })).toMatchObject({ code: 200 })
    expect(inForce()).toEqual([])
  })
})

describe('two processes that fail at the same time', () => {
  it('take a publication back once, and whichever proves it first keeps it', async () => {
    const publications = () => designPublications(product.composition.host.plugins)({ db: product.database.db, clock: systemClock })
    const { data: design } = await publish(await drawn('outing-twice', 'LWD'))
    const newest = async () => (await historyOf(design)).length
    const unproved = { module: 'designer', of: 'form_design' as const, design: design.id, at: new Date() }

    // both processes fail with a publication that neither of them proved
    await product.database.db.updateTable('form_design').set({ proved: 0, proved_version: null, proved_state: 'draft' })
      .where('id', '=', design.id).execute()
    const [known] = (await publications().unproved()).filter((each) => each.design === design.id)
    await Promise.all([publications().takeBack(known!, 'one'), publications().takeBack(known!, 'other')])
    expect(await historyOf(design)).toEqual(['failed 1', 'publish 1'])
    // a process that composed with it in between proves it too late
    await publications().prove([known!])
    expect((await admin().get<FormDesign>(`${path}/${design.id}`)).data).toMatchObject({ state: 'draft', version: null })

    await product.composition.host.recompose()
    const { data: again } = await publish((await admin().get<FormDesign>(`${path}/${design.id}`)).data)
    expect(again).toMatchObject({ state: 'published', version: 2 })
    const before = await newest()
    await publications().takeBack({ ...unproved, seq: before }, 'too late')
    expect(await newest()).toBe(before)
  })
})

describe('the sample before a publication', () => {
  it('files a sample of the draft and names what stands in its way, without writing', async () => {
    const design = await drawn('outing-tried', 'LWC', { ...place,
      code: { kind: 'text', cn: '证件', en: 'Permit', required: true, pattern: '^X\\d{9}$', section: 'contents' } })
    const { data: withRule } = await admin().put<FormDesign>(`${path}/${design.id}`, { revision: design.revision,
      content: { ...design.content,
        form: { ...design.content.form,
          rules: [{ id: 'FK-1', level: 'block', when: 'place = "样例"', fields: ['place'], cn: '地点不能是样例', en: 'No sample' }] } } })
    const counted = async () => (await product.database.db.selectFrom('document').select('id').execute()).length
    const before = await counted()
    const { data: samples, ...rest } = await admin().get<readonly SampleFiling[]>(`${path}/${withRule.id}/samples`)
    expect(rest).toMatchObject({ code: 200 })
    expect(samples).toMatchObject([{ findings: [{ level: 'block', cn: '地点不能是样例' }], open: [{ cn: '证件', en: 'Permit' }],
      steps: [{ en: 'Chosen approvers' }] }])
    expect(await counted()).toBe(before)
    expect((await product.as('employee').get(`${path}/${withRule.id}/samples`)).code).toBe(403)
  })
})
