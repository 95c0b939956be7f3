import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import type { DryRun, RecordChange, RecordUse, RegisterContent, RegisterDesign } from '../../registers/wire.ts'
import type { FormDesign } from '../../wire.ts'
import { racing } from '../testing-races.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const path = '/workflow/register'
const admin = () => product.as('admin')

const seats: FieldDefinition = { kind: 'integer', cn: '座位', en: 'Seats', min: 1, max: 200 }
const state: FieldDefinition = { kind: 'select', cn: '状态', en: 'State',
  options: [{ value: 'open', cn: '可用', en: 'Available' }, { value: 'repair', cn: '维修', en: 'Under repair' }] }

let made = 0
/** A register of its own for each test. */
async function drawn(fields: Fields = {}, more: Partial<RegisterContent> = {}): Promise<RegisterDesign> {
  made += 1
  const { data, ...answer } = await admin().post<RegisterDesign>(path, { page: `rooms-${'abcdefghijklmnopqrstuvwxyz'[made]}`, cn: '会议室',
    en: 'Meeting rooms' })
  expect(answer).toMatchObject({ code: 200 })
  return redrawn(data, { ...data.content, fields: { ...data.content.fields, ...fields }, columns: ['name', ...Object.keys(fields)],
    ...more })
}

async function redrawn({ id, revision }: RegisterDesign, content: RegisterContent): Promise<RegisterDesign> {
  const saved = await admin().put<RegisterDesign>(`${path}/${id}`, { revision, content })
  expect(saved).toMatchObject({ code: 200 })
  return saved.data
}

const publishing = ({ id, revision }: RegisterDesign) =>
  admin().post<RegisterDesign>(`${path}/${id}/publish`, { revision, reason: '投入使用' })

async function published(design: RegisterDesign): Promise<RegisterDesign> {
  const answer = await publishing(design)
  expect(answer).toMatchObject({ code: 200, data: { state: 'published', problems: [] } })
  return answer.data
}

const callsOf = ({ page }: Pick<RegisterDesign, 'page'>) => `/registerservice/${page}`

type Stored = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

async function added(design: RegisterDesign, value: object): Promise<Stored> {
  const { data, ...answer } = await admin().post<Stored>(`${callsOf(design)}/save`, value)
  expect(answer).toMatchObject({ code: 200 })
  return data
}

const listed = async (design: RegisterDesign, query: object = {}) =>
  (await admin().post<{ readonly records: readonly Stored[]; readonly total: number }>(`${callsOf(design)}/page`, query)).data

describe('a register that is designed', () => {
  it('has the calls of a declared resource once it is published', async () => {
    const design = await published(await drawn({ seats, state }, { filters: ['state'] }))
    const river = await added(design, { name: '长江厅', seats: 24, state: 'open' })
    await added(design, { name: '黄河厅', seats: 12, state: 'repair' })
    expect(await listed(design, { orders: [{ column: 'seats', asc: true }] })).toMatchObject({ total: 2, records: [{ name: '黄河厅' }, {
      name: '长江厅',
      seats: 24,
    }] })
    expect(await listed(design, { state: ['repair'] })).toMatchObject({ total: 1, records: [{ name: '黄河厅' }] })
    for (const keyword of ['长江', 'changjiang', 'cjt'])
      expect(await listed(design, { keyword })).toMatchObject({ total: 1, records: [{ id: river.id }] })
    expect(await admin().post(`${callsOf(design)}/save`, { name: '长江厅 ' })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'name' }] } })
    expect(await admin().post(`${callsOf(design)}/save`, { name: '南海厅', seats: 0 })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'seats' }] } })
    const declared = await product.as('quality').get<{ readonly resources: readonly { readonly path: string; readonly name: string }[] }>(
      '/workflow/declarations',
    )
    expect(declared.data.resources).toContainEqual(expect.objectContaining({ path: `/register-${design.page}` }))
    const [entry] = declared.data.resources.filter((resource) => resource.path === `/register-${design.page}`)
    expect(await product.as('quality').get(`/workflow/declarations/resource/${entry?.name}`)).toMatchObject({ code: 200,
      data: { key: 'name', fields: { seats } } })
  })

  it('is imported and exported', async () => {
    const design = await published(await drawn({ seats, state }))
    await added(design, { name: '长江厅', seats: 24, state: 'open' })
    const who = (await admin().bearer()).replace('Bearer ', '')
    const { bytes: template } = await getFile(product.app, `${callsOf(design)}/template`, who)
    const bytes = await filledIn(template, [['长江厅', 30, '维修'], ['太湖201', 8, '可用'], ['太湖202', '约20人', '可用']])
    expect(await sendFile(product.app, { path: callsOf(design), who, bytes })).toMatchObject({ code: 200,
      data: { added: 1, changed: 1, failed: 1 } })
    expect(await listed(design, { orders: [{ column: 'seats', asc: true }] })).toMatchObject({ total: 2,
      records: [{ name: '太湖201', seats: 8 }, { name: '长江厅', seats: 30, state: 'repair' }] })
    const { bytes: exported } = await getFile(product.app, `${callsOf(design)}/export`, who)
    expect((await textsOf(exported)).flat()).toEqual(expect.arrayContaining(['名称', '座位', '太湖201', '维修']))
  })

  it('keeps its unique keys when two people add at once', async () => {
    const design = await published(
      await drawn({ floor: { kind: 'text', cn: '楼层', en: 'Floor', max: 20 }, seats }, { unique: [['floor', 'seats']] }),
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => admin().post(`${callsOf(design)}/save`, { name: `厅${at}`, floor: '3F', seats: 8 })),
    )
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009, 42009, 42009, 42009, 42009])
  })

  it('notes every change of a record, with the values before and after', async () => {
    const design = await published(await drawn({ seats }))
    const room = await added(design, { name: '长江厅', seats: 24 })
    await admin().post(`${callsOf(design)}/save`, { id: room.id, version: room.version, seats: 30 })
    const { data } = await admin().get<{ readonly records: readonly RecordChange[] }>(`${callsOf(design)}/${room.id}/history`)
    expect(data.records).toMatchObject([{ action: 'edited', before: { seats: 24 }, after: { seats: 30 } }, { action: 'added', before: {},
      after: { name: '长江厅', seats: 24 } }])
    expect(await admin().delete(`${callsOf(design)}/${room.id}`)).toMatchObject({ code: 200 })
    const { rows } = await sql<{ action: string }>`select action from register_record_change where record = ${room.id} order by id`
      .execute(product.database.db)
    expect(rows.map(({ action }) => action)).toEqual(['added', 'edited', 'deleted'])
    await expect(sql`update register_record_change set by = 'nobody'`.execute(product.database.db)).rejects.toThrow('permission denied')
  })

  it('is for those with its rights, which go with it', async () => {
    const design = await published(await drawn({ seats }))
    const room = await added(design, { name: '长江厅' })
    const calls =
      () => [product.as('quality').post(`${callsOf(design)}/page`, {}), product.as('quality').get(`${callsOf(design)}/${room.id}`),
        product.as('quality').get(`${callsOf(design)}/${room.id}/history`), product.as('quality').get(`${callsOf(design)}/${room.id}/uses`)]
    for (const call of calls()) expect(await call).toMatchObject({ code: 403 })
    const right = `register:${design.page}:view`
    await sql`insert into sys_role_permission (role_id, permission) select id, ${right} from sys_role`.execute(product.database.db)
    for (const call of calls()) expect(await call).toMatchObject({ code: 200 })
    expect(await product.as('quality').post(`${callsOf(design)}/save`, { name: '黄河厅' })).toMatchObject({ code: 403 })
    await admin().delete(`${callsOf(design)}/${room.id}`)
    expect(await admin().delete(`${path}/${design.id}`)).toMatchObject({ code: 200 })
    const { rows } = await sql`select from sys_role_permission where permission = ${right}`.execute(product.database.db)
    expect([rows.length, (await product.as('quality').post(`${callsOf(design)}/page`, {})).status]).toEqual([0, 404])
  })
})

describe('a record that is referred to', () => {
  it('is not deleted, and the refusal says what refers to it', async () => {
    const rooms = await published(await drawn({ seats }, { shown: ['seats'] }))
    const name = `register${rooms.page.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`
    const keys = await published(await drawn({ room: { kind: 'reference', to: name, cn: '会议室', en: 'Room', required: true } }))
    const [river, sea] = [await added(rooms, { name: '长江厅', seats: 24 }), await added(rooms, { name: '南海厅', seats: 8 })]
    await added(keys, { name: '钥匙1', room: river.id })
    expect(await admin().delete(`${callsOf(rooms)}/${river.id}`)).toMatchObject({ code: 42009,
      msg: expect.stringMatching('1条“会议室”') as unknown })
    expect(await admin().post(`${callsOf(keys)}/save`, { name: '钥匙2', room: 'nowhere' })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'room' }] } })

    const created = await admin().post<FormDesign>('/workflow/dynamicForm', { urlPage: 'visitor-pass', prefix: 'VPX',
      group: 'administration', cn: '访客通行证', en: 'Visitor pass' })
    const { id, revision, content } = created.data
    const saved = await admin().put<FormDesign>(`/workflow/dynamicForm/${id}`, { revision,
      content: { ...content,
        form: { ...content.form, columns: ['room'],
          fields: { ...content.form.fields,
            room: { kind: 'reference', to: name, cn: '会议室', en: 'Room', required: true, section: 'contents' },
            people: { kind: 'integer', cn: '人数', en: 'People', required: true, section: 'contents' } },
          rules: [{ id: 'seats', when: 'people > room.seats', fields: ['people'], level: 'block', cn: '人数超过座位',
            en: 'More people than seats' }] } } })
    expect(saved).toMatchObject({ code: 200, data: { problems: [] } })
    expect(await admin().post(`/workflow/dynamicForm/${id}/publish`, { revision: saved.data.revision, reason: '启用' })).toMatchObject({
      code: 200,
    })
    const kit = filing(product, { key: 'dynamicForm:visitor-pass' }, { nodeList: [{ nodeId: 'addApprover', userIdList: ['u-employee'] }] })
    const value = { title: '来访', applicantDept: 'sz-quality', room: sea.id }
    expect(await kit.apply(product.as('quality'), { ...value, people: 9 })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'people' }] } })
    const filed = await kit.file('quality', { ...value, people: 5 })
    expect(await kit.passThrough(filed)).toEqual(['addApprover: employee'])
    expect(await admin().delete(`${callsOf(rooms)}/${sea.id}`)).toMatchObject({ code: 42009,
      msg: expect.stringMatching('1份“访客通行证”') as unknown })
    expect((await admin().get<readonly RecordUse[]>(`${callsOf(rooms)}/${sea.id}/uses`)).data).toMatchObject([{ kind: 'form', count: 1 }])
    expect((await admin().get<RegisterDesign>(`${path}/${rooms.id}`)).data.uses.map(({ kind }) => kind).toSorted()).toEqual(['form',
      'register'])
    expect(await admin().delete(`${path}/${rooms.id}`)).toMatchObject({ code: 42009, msg: expect.stringMatching('访客通行证') as unknown })
    // a stopped register is read-only, and forms cannot refer to it
    await admin().put(`${path}/${rooms.id}/stop`, { reason: '不再使用' })
    const offered = await admin().post<{ readonly total: number }>(`/system/reference/${name}/page`, {})
    expect([offered.data.total, (await listed(rooms)).total]).toEqual([0, 2])
    expect((await admin().post(`${callsOf(rooms)}/save`, { name: '东海厅' })).status).toBe(404)
  })

  it('is deleted or referred to, never both', async () => {
    const rooms = await published(await drawn())
    const name = `register${rooms.page.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`
    const keys = await published(await drawn({ room: { kind: 'reference', to: name, cn: '会议室', en: 'Room', required: true } }))
    for (let round = 0; round < 5; round += 1) {
      const room = await added(rooms, { name: `厅${round}` })
      const [removed, referred] = await Promise.all([admin().delete(`${callsOf(rooms)}/${room.id}`),
        admin().post(`${callsOf(keys)}/save`, { name: `钥匙${round}`, room: room.id })])
      expect([removed.code, referred.code].toSorted()).toEqual([200, 42009])
    }
  })
})

describe('a register that is deleted', () => {
  const remove = (design: RegisterDesign) => () => admin().delete(`${path}/${design.id}`)
  const add = (design: RegisterDesign) => () => admin().post(`${callsOf(design)}/save`, { name: '长江厅' })
  const tableOf = ({ page }: RegisterDesign) => `register_${page.replaceAll('-', '_')}`
  const recordsIn = async (design: RegisterDesign) =>
    (await sql`select from ${sql.table(tableOf(design))}`.execute(product.database.db)).rows.length

  it('stays where its first record is added first', async () => {
    const design = await published(await drawn())
    expect(await racing(product, tableOf(design), [add(design), remove(design)])).toMatchObject([{ code: 200 }, { code: 42009,
      msg: expect.stringContaining('还有记录') as unknown }])
    expect(await listed(design)).toMatchObject({ total: 1 })
  })

  it('takes no record where it is deleted first, and says so', async () => {
    const design = await published(await drawn())
    expect(await racing(product, 'sys_role_permission', [remove(design), add(design)])).toMatchObject([{ code: 200 }, {
      msg: expect.stringContaining('没有这个登记簿') as unknown,
    }])
    expect(await recordsIn(design)).toBe(0)
  })

  it('stays, as roles do, where a version that names it is put in force first', async () => {
    const rooms = await published(await drawn())
    const name = `register${rooms.page.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}`
    await admin().post('/system/role', { key: 'roomPorter', nameCn: '会议室接待', nameEn: 'Room porter' })
    const { data: roles } = await admin().get<readonly { id: string; key: string }[]>('/system/role/list')
    const { data: { id, revision, content } } = await admin().post<FormDesign>('/workflow/dynamicForm', { urlPage: 'porter', prefix: 'PORT',
      group: 'administration', cn: '接待', en: 'Reception' })
    const saved = async (before: number, form: object) =>
      (await admin().put<FormDesign>(`/workflow/dynamicForm/${id}`, { revision: before,
        content: { ...content, form: { ...content.form, ...form } } })).data.revision
    const publish = async (at: number) =>
      (await admin().post<FormDesign>(`/workflow/dynamicForm/${id}/publish`, { revision: at, reason: '启用' })).data.version
    const note = { kind: 'text', cn: '说明', en: 'Note', section: 'contents' }
    const room = { kind: 'reference', to: name, cn: '会议室', en: 'Room', section: 'contents' }
    const flow = defineFlow([approve('porter', { rule: 'role', role: 'roomPorter' }, { cn: '接待', en: 'Porter' })])
    const first = await saved(revision, { fields: { ...content.form.fields, note, room }, flow })
    const used = await admin().delete(`${path}/${rooms.id}`)
    expect(used).toMatchObject({ code: 42009, msg: expect.stringContaining('接待（草稿）') as unknown })
    expect(await publish(first)).toBe(1)
    expect(await publish(await saved(first, { fields: { ...content.form.fields, note } }))).toBe(2)

    const back = () => admin().put(`/workflow/dynamicForm/${id}/rollback`, { version: 1, reason: '恢复' })
    const role = () => admin().delete(`/system/role/${roles.find(({ key }) => key === 'roomPorter')?.id}`)
    expect((await racing(product, 'definition_current', [back, remove(rooms), role])).map(({ code }) => code)).toEqual([200, 42009, 42009])
  })
})

describe('another version', () => {
  it('says beforehand which values convert, is refused while some do not, and is rolled back', async () => {
    const first = await published(await drawn({ places: { kind: 'text', cn: '容纳', en: 'Size', max: 20 } }))
    const [river] = [await added(first, { name: '长江厅', places: '24' }), await added(first, { name: '黄河厅', places: '约20人' })]
    const yellow = (await listed(first)).records.find(({ name }) => name === '黄河厅')!
    const next = await redrawn(first, { ...first.content,
      fields: { ...first.content.fields, places: { kind: 'integer', cn: '容纳', en: 'Size', required: true } } })
    const dry = async () => (await admin().get<DryRun>(`${path}/${next.id}/dry-run`)).data
    expect(await dry()).toMatchObject({ records: 2,
      conversions: [{ key: 'places', from: 'text', to: 'integer', converted: 1, refused: 1,
        examples: [{ record: '黄河厅', value: '约20人' }] }] })
    expect(await publishing(next)).toMatchObject({ code: 42009, data: { fields: [{ name: 'fields › places' }] } })
    await admin().post(`${callsOf(first)}/save`, { id: yellow.id, version: yellow.version, places: '20' })
    expect(await dry()).toMatchObject({ conversions: [{ converted: 2, refused: 0 }] })
    const second = await published(next)
    expect(await listed(second, { orders: [{ column: 'places', asc: true }] })).toMatchObject({ records: [{ places: 20 }, { places: 24 }] })
    const { data: history } = await admin().get<{ readonly records: readonly RecordChange[] }>(`${callsOf(second)}/${river.id}/history`)
    expect(history.records[0]).toMatchObject({ action: 'converted', designVersion: 2, before: { places: '24' }, after: { places: 24 } })
    const back = await admin().put<RegisterDesign>(`${path}/${second.id}/rollback`, { version: 1, reason: '恢复' })
    expect(back).toMatchObject({ code: 200, data: { version: 1, isChanged: true } })
    expect(await listed(second, { keyword: '长江' })).toMatchObject({ records: [{ places: '24' }] })
    const publications = await admin().get<readonly { readonly action: string }[]>(`${path}/${second.id}/history`)
    expect(publications.data.map(({ action }) => action)).toEqual(['rollback', 'publish', 'publish'])
  })

  it('keeps the values of a field that was left out, for the version that has it again', async () => {
    const first = await published(await drawn({ seats }))
    await added(first, { name: '长江厅', seats: 24 })
    const { seats: _, ...fields } = first.content.fields
    const second = await published(await redrawn(first, { ...first.content, fields, columns: ['name'] }))
    expect(Object.keys((await listed(second)).records[0]!)).not.toContain('seats')
    await admin().put(`${path}/${second.id}/rollback`, { version: 1, reason: '恢复' })
    expect(await listed(second)).toMatchObject({ records: [{ name: '长江厅', seats: 24 }] })
  })

  it('is refused where records share a new unique key', async () => {
    const first = await published(await drawn({ seats }))
    for (const name of ['长江厅', '黄河厅']) await added(first, { name, seats: 24 })
    const next = await redrawn(first, { ...first.content, unique: [['seats']] })
    expect((await admin().get<DryRun>(`${path}/${next.id}/dry-run`)).data).toMatchObject({ repeated: [{ records: 2, examples: ['24'] }] })
    expect(await publishing(next)).toMatchObject({ code: 42009, data: { fields: [{ name: 'unique' }] } })
    expect((await listed(first)).total).toBe(2)
  })
})

describe('the draft of a register', () => {
  it('is not overwritten by somebody who has not seen it', async () => {
    const { id, revision, content } = await drawn({ seats })
    expect(await admin().put(`${path}/${id}`, { revision, content })).toMatchObject({ code: 200 })
    expect(await admin().put(`${path}/${id}`, { revision, content })).toMatchObject({ code: 42007,
      msg: expect.stringMatching('已保存') as unknown })
  })

  it.each<[string, (content: RegisterContent) => RegisterContent, string]>([
    ['keys that differ only in case',
      (content) => ({ ...content, fields: { ...content.fields, Name: { kind: 'text', cn: '名', en: 'N' } } }), 'fields › Name'],
    ['a key of every record', (content) => ({ ...content, fields: { ...content.fields, version: { kind: 'text', cn: '名', en: 'N' } } }),
      'fields › version'],
    ['a label of a thousand characters',
      (content) => ({ ...content, fields: { ...content.fields, place: { kind: 'text', cn: '长'.repeat(1_000), en: 'N' } } }),
      'fields › place › cn'],
    ['a thousand fields',
      (content) => ({ ...content,
        fields: { ...content.fields,
          ...Object.fromEntries(Array.from({ length: 990 }, (_, at) => [`text${at}`, { kind: 'text', cn: '名', en: 'N' } as const])) } }),
      'fields'],
    ['a column that is no field', (content) => ({ ...content, columns: ['name', 'nothing'] }), 'columns'],
    ['a name that is not required', (content) => ({ ...content, fields: { name: { kind: 'text', cn: '名', en: 'N' } } }), 'key'],
    ['a reference to nothing',
      (content) => ({ ...content, fields: { ...content.fields, place: { kind: 'reference', to: 'nowhere', cn: '名', en: 'N' } } }),
      'place › to'],
    ['a condition of a form',
      (content) => ({ ...content, fields: { ...content.fields, place: { kind: 'text', cn: '名', en: 'N', visible: 'name = "a"' } } }),
      'fields › place › visible'],
  ])('is not published with %s', async (_, change, where) => {
    const design = await drawn({ seats })
    const saved = await redrawn(design, change(design.content))
    expect(saved.problems.map((problem) => problem.where)).toContain(where)
    expect(await publishing(saved)).toMatchObject({ code: 42009 })
    expect((await admin().get(`${callsOf(saved)}/list`)).status).toBe(404)
  })

  it('is refused where it is none, at its place', async () => {
    const { id, revision, content } = await drawn()
    const inner = { kind: 'table', cn: '表', en: 'T', columns: { a: { kind: 'text', cn: '甲', en: 'A' } } }
    for (const place of [{ kind: 'bogus', cn: '', en: '' }, { kind: 'table', cn: '表', en: 'T', columns: { inner } }])
      expect(await admin().put(`${path}/${id}`, { revision, content: { ...content, fields: { ...content.fields, place } } }))
        .toMatchObject({ code: 42009, data: { fields: [{ name: expect.stringMatching('fields.place') as unknown }] } })
    const long = { kind: 'text', cn: '长'.repeat(3_000), en: 'N' }
    expect(await admin().put(`${path}/${id}`, { revision, content: { ...content, fields: { ...content.fields, place: long } } }))
      .toMatchObject({ code: 42009, msg: '“place”的中文名称太长，最多 2000 个字符',
        data: { fields: [{ name: 'fields.place.cn', message: '最多 2000 个字符' }] } })
    expect(await admin().post(path, { page: 'designer', cn: '甲', en: 'A' })).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'page' }] } })
    expect(await admin().post(path, { page: '1-2', cn: '甲', en: 'A' })).toMatchObject({ code: 200,
      data: { problems: [{ where: 'page' }] } })
  })

  it('is for those with the right', async () => {
    const { id } = await drawn()
    for (const call of [product.as('quality').get(`${path}/page`), product.as('quality').get(`${path}/${id}`),
      product.as('quality').post(`${path}/${id}/publish`, { revision: 1, reason: '试' })])
      expect(await call).toMatchObject({ code: 403 })
  })
})

describe('the function that shapes tables', () => {
  it('takes nothing but names, types and indexes of registers', async () => {
    const shape = (table: string, columns: object, indexes: object) =>
      sql`select shape_designed_table(${table}, ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(indexes)}::jsonb)`.execute(
        product.database.db,
      )
    await expect(shape('sys_user', [], [])).rejects.toThrow('no name of a designed table')
    await expect(shape('register_x', [{ name: 'f_a; drop table sys_user', type: 'text' }], [])).rejects.toThrow('no designed column')
    await expect(shape('register_x', [{ name: 'f_a', type: 'text default pg_sleep(1)' }], [])).rejects.toThrow('no designed column')
    await expect(
      shape('register_x', [{ name: 'f_a', type: 'text' }], [{ name: 'designed_list_0123456789abcdef', unique: false,
        definition: '((pg_sleep(1)))' }]),
    ).rejects.toThrow('no designed index')
    await expect(sql`create table other (id text)`.execute(product.database.db)).rejects.toThrow('permission denied')
  })
})
