import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { date, defineFields, department, integer, person, referenceTo, select, table, text, toggle } from '#kernel/fields.ts'
import { approve, defineFlow } from '#kernel/flow.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { definePlugin, type Plugin } from '#kernel/plugin.ts'
import { problems } from '#kernel/composition/problems.ts'
import { defineResource } from '#kernel/resource.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import type { Db } from '#server/database/tables.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword, tokensOf } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { filledIn, getFile, sendFile, textsOf } from '#server/imports/testing.ts'
import { defineServer } from '#server/plugin.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import { recordColumns } from '#server/resources/columns.ts'
import { testProduct, type TestProduct } from './testing.ts'

const can = definePermissions('test:fleet', ['view', 'add', 'import', 'export'])
const label = { cn: '车辆', en: 'Vehicle' }
const vehicle = referenceTo('vehicle', { shows: { seats: { cn: '座位数', en: 'Seats' } } })

/** A module with a resource, another resource that refers to it, and a form that does. */
const fleet = definePlugin({
  id: 'fleet',
  formGroups: [{ id: 'it', cn: 'IT', en: 'IT', sort: 10 }],
  permissions: [...Object.values(can), ...Object.values(formPermissions('ride'))],
  dictionaries: [{ key: 'vehicle-kind', cn: '车型', en: 'Type of vehicle', items: [{ value: 'van', cn: '面包车', en: 'Van' }] }],
  resources: [
    defineResource({
      name: 'vehicle',
      ...label,
      base: '/fleet',
      path: '/vehicles',
      table: 'vehicle',
      key: 'code',
      scope: 'everyone',
      can: { view: can.view, add: can.add },
      enable: 'enable',
      offers: 'vehicle',
      optionFields: ['seats', 'kind'],
      fields: defineFields({
        code: text({ cn: '车牌', en: 'Plate', required: true, max: 20 }),
        nameCn: text({ cn: '名称', en: 'Chinese name', max: 30 }),
        nameEn: text({ cn: '英文名称', en: 'English name', max: 30 }),
        seats: integer({ cn: '座位数', en: 'Seats' }),
        kind: select({ cn: '车型', en: 'Type', dict: 'vehicle-kind' }),
        enable: toggle({ cn: '启用', en: 'Enabled' }),
      }),
      columns: ['code', 'seats'],
    }),
    defineResource({
      name: 'inspection',
      cn: '年检',
      en: 'Inspection',
      base: '/fleet',
      path: '/inspections',
      table: 'inspection',
      key: 'number',
      scope: 'everyone',
      can,
      fields: defineFields({ number: text({ cn: '编号', en: 'Number', required: true, max: 20 }),
        vehicle: vehicle({ ...label, required: true }), due: date({ cn: '到期', en: 'Due' }) }),
      columns: ['number', 'vehicle', 'due'],
      filters: ['vehicle'],
      import: { columns: [{ field: 'number' }, { field: 'vehicle', by: 'code' }, { field: 'due' }], match: ['number'], onMatch: 'update' },
    }),
  ],
  forms: [defineForm({
    key: 'ride',
    cn: '乘车',
    en: 'Ride',
    path: '/ride',
    prefix: 'RIDE',
    group: 'it',
    icon: 'file',
    sections: [{ id: 'basics', cn: '基本信息', en: 'Basics' }],
    fields: defineFields({
      title: text({ cn: '标题', en: 'Title', section: 'basics' }),
      applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id', section: 'basics' }),
      applicantDept: department({ cn: '部门', en: 'Department', default: '"works"', section: 'basics' }),
      people: integer({ cn: '人数', en: 'People', section: 'basics' }),
      vehicle: vehicle({ ...label, required: true, filter: 'option.seats > 1', section: 'basics' }),
      stops: table({ cn: '途经', en: 'Stops', section: 'basics',
        columns: { place: text({ cn: '地点', en: 'Place' }), change: vehicle({ cn: '换乘', en: 'Change to' }) } }),
    }),
    rules: defineRules([rule('RD-01', { when: 'people > vehicle.seats', fields: ['people'], cn: '座位不足', en: 'Too few seats' }),
      ...(['warn', 'confirm'] as const).map((level) =>
        rule(`RD-${level}`, { when: `title = "${level}"`, fields: ['vehicle'], level, cn: '请留意', en: 'Take note' })
      )]),
    flow: defineFlow([approve('first', { rule: 'fixed', people: ['head'] }, { cn: '审批', en: 'Approval' })], { overdueHours: 0 }),
  })],
})

const server = defineServer({
  id: 'fleet',
  migrations: [{
    name: '001-fleet',
    up: async (run) =>
      void (await run(sql`
      create table vehicle (${recordColumns}, code varchar(20) not null unique, name_cn varchar(30), name_en varchar(30), seats integer,
        kind varchar(20), enable boolean not null default true);
      create table inspection (${recordColumns}, number varchar(20) not null unique, vehicle varchar(64) not null, due date)`)),
  }],
})

async function company(db: Db): Promise<void> {
  // a cheap hash, since signing in is not under test
  const passwordHash = await hashPassword(testPassword, 10)
  await groups(db, new Date()).create({ id: 'works', type: 'GROUP', name: '工厂/Works' })
  for (const id of ['wang', 'head'])
    await users(db, new Date()).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, departments: [{ id: 'works' }] })
  await roles(db).grant('employee', [...Object.values(can), ...Object.values(formPermissions('ride'))])
  await sql`insert into vehicle (id, code, name_cn, name_en, seats, kind, enable) values ('v1', 'A-1', '面包车', 'Van', 7, 'van', true),
    ('v2', 'A-2', '单座车', 'Single', 1, null, true), ('v3', 'A-3', '旧车', 'Old', 7, 'gone', false)`
    .execute(db)
}

let product: TestProduct
beforeAll(async () => {
  product = await testProduct({ plugins: [fleet], serverPlugins: [server], now: new Date('2026-11-20T10:00:00+08:00'),
    content: { name: 'a company with a fleet', fill: ({ host }) => company(host.db) } })
})
afterAll(() => product?.close())

interface FilingAnswer {
  readonly businessKey: string
  readonly fields: readonly { readonly name: string }[]
}
const file = (business: object) =>
  product.as('wang', 'en_US').post<FilingAnswer>('/oaserver/ride/apply', { business: { title: 'Ride', people: 3, ...business } })
const names = async (business: object) => (await file(business)).data.fields.map(({ name }) => name)

describe('a form that refers to the records of a module', () => {
  it('offers those in use and finds each, by the name under which they are offered', async () => {
    const { data } = await product.as('wang').post<{ records: { id: string; seats: number }[]; keyLabel: object }>(
      '/system/reference/vehicle/page',
      {},
    )
    expect(data.keyLabel).toEqual({ cn: '车牌', en: 'Plate' })
    expect(data.records.map(({ id, seats }) => [id, seats])).toEqual([['v1', 7], ['v2', 1]])
    expect((await product.as('wang').post('/system/reference/vehicle/find', { ids: ['v3'] })).data).toMatchObject([{ name: '旧车/Old',
      enabled: false }])
  })

  it('names what a record holds of a dictionary, in both languages', async () => {
    const { data } = await product.as('wang').post<{ records: object[] }>('/system/reference/vehicle/page', {})
    expect(data.records).toMatchObject([{ kind: 'van', kindName: '面包车/Van' }, { kind: null }])
    const found = (await product.as('wang').post<object[]>('/system/reference/vehicle/find', { ids: ['v1', 'v3'] })).data
    expect(found).toEqual(expect.arrayContaining([expect.objectContaining({ id: 'v1', kindName: '面包车/Van' })]))
    expect(found.find((record) => 'id' in record && record.id === 'v3')).not.toHaveProperty('kindName')
  })

  it('takes what is offered only, and reads its attributes in conditions', async () => {
    expect(await names({})).toEqual(['vehicle'])
    for (const wrong of ['gone', 'v2', 'v3']) expect(await names({ vehicle: wrong, people: 1 })).toEqual(['vehicle'])
    expect(await names({ vehicle: 'v1', people: 8 })).toEqual(['people'])
    expect(await names({ vehicle: 'v1', stops: [{ rowId: 'a', place: 'x', change: 'v3' }] })).toEqual(['stops.0.change'])
  })

  it('takes what is offered only where a rule has something to say of it that refuses nothing', async () => {
    expect((await file({ title: 'warn', vehicle: 'v1' })).code).toBe(200)
    expect(await names({ title: 'warn', vehicle: 'v2', people: 1 })).toEqual(['vehicle'])
    expect(await names({ title: 'warn', vehicle: 'gone', people: 1 })).toEqual(['vehicle'])
    const confirmed = await product.as('wang', 'en_US').post<FilingAnswer>('/oaserver/ride/apply', {
      business: { title: 'confirm', people: 1, vehicle: 'v2' },
      confirmed: ['RD-confirm'],
    })
    expect(confirmed).toMatchObject({ code: 42009, data: { fields: [{ name: 'vehicle' }] } })
  })

  it('is calculated with the records that the answer adds, and without those that were sent', async () => {
    const calculate = async (parameters: object) =>
      (await product.as('wang').post<{ value: object; references: object }>('/oaserver/ride/calculate', { parameters })).data
    const first = await calculate({ vehicle: 'v1' })
    expect(first.references).toEqual({ person: [expect.objectContaining({ id: 'wang', name: 'wang中/wang' })],
      department: [expect.objectContaining({ id: 'works', name: '工厂/Works' })] })
    expect((await calculate(first.value)).references).toEqual({})
  })

  it('is filed, labelled and printed with the names of the records', async () => {
    const { code, data } = await file({ vehicle: 'v1', stops: [{ rowId: 'a', place: 'Station', change: 'v2' }] })
    expect(code).toBe(200)
    const detail = await product.as('head').get<{ business: object; references: object }>(
      `/oaserver/ride/detail?businessKey=${data.businessKey}`,
    )
    expect(detail.data).toMatchObject({ business: { vehicle: 'v1' },
      references: { vehicle: { v1: { name: '面包车/Van' }, v2: { name: '单座车/Single' } } } })
    const printed = await printedTextOf(product, { by: 'head', type: 'ride', id: data.businessKey, language: 'en_US' })
    expect([printed.includes('Van'), printed.includes('Single')]).toEqual([true, true])
  })

  it('is described by what it refers to', async () => {
    const { data } = await product.as('wang').get<{ fields: { key: string; kind: string }[] }>('/workflow/form/ride')
    expect(data.fields.find(({ key }) => key === 'vehicle')).toMatchObject({ kind: 'vehicle', filter: 'option.seats > 1',
      shows: { seats: { en: 'Seats' } } })
  })
})

describe('records that refer to those of a module', () => {
  it('are imported by code or name, filtered and exported', async () => {
    const who = (await tokensOf(product.app, 'wang', testPassword)).access_token ?? ''
    const template = await getFile(product.app, '/fleet/inspection/template', who)
    const bytes = await filledIn(template.bytes, [['I-1', 'A-1', '2027-01-01'], ['I-2', 'A-9', '2027-01-01'], ['I-3', 'A-2', '2027-01-01']])
    expect(await sendFile(product.app, { path: '/fleet/inspection', who, bytes })).toMatchObject({ code: 200,
      data: { success: 2, failed: 1 } })
    const found = await product.as('wang').post<{ records: { number: string }[] }>('/fleet/inspection/page', { vehicle: ['v1'] })
    expect(found.data.records.map(({ number }) => number)).toEqual(['I-1'])
    const exported = await textsOf((await getFile(product.app, '/fleet/inspection/export', who, 'en_US')).bytes)
    expect(exported.slice(1).map((row) => row.slice(0, 2))).toEqual([['I-1', 'A-1'], ['I-3', 'A-2']])
  })
})

describe('at start', () => {
  const problemsOf = (plugins: readonly Plugin[]) => problems(plugins).map(({ where, message }) => `${where}: ${message}`)
  const changed = (offers: string | undefined): Plugin => ({ ...fleet,
    resources: fleet.resources.map((resource) => (resource.name === 'vehicle' ? { ...resource, offers } : resource)) })

  it('a reference leads to records that are offered', () => {
    expect(problemsOf([fleet])).toEqual([])
    expect(problemsOf([changed(undefined)])).toContain(
      'form ride › vehicle › to: The resource “vehicle” offers no records to choose from: it has no “offers”',
    )
    expect(problemsOf([changed('car')])).toContain(
      'form ride › stops › change › to: The resource “vehicle” offers no records to choose from: it has no “offers”',
    )
    expect(problemsOf([{ ...fleet, resources: [] }])).toContain('form ride › vehicle › to: Nothing is offered under the name “vehicle”')
    expect(problemsOf([{ ...fleet, references: ['vehicle'], resources: [] }])).toEqual([])
  })
})
