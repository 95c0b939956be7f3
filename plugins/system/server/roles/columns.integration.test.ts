import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approve, defineFlow } from '#kernel/flow.ts'
import { attachment, calculated, defineFields, department, documentLink, money, person, table, text } from '#kernel/fields.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { rule } from '#kernel/rules.ts'
import { definePlugin } from '#kernel/plugin.ts'
import declared from '#resources/declarations.ts'
import { testProduct, type TestProduct } from '#server/documents/testing.ts'
import { read } from '#server/documents/detail.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import { printoutOf } from '#server/prints/printout-of.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import { gadgetMigrations, gadgets } from '#server/resources/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { people } from '#plugins/demo/server/company/organisation.ts'
import type { ColumnSubject, RoleColumn, RoleDetail } from '#plugins/system/access-wire.ts'
import system from '#plugins/system/plugin.ts'
import server from '../plugin.ts'

const confidential = { roles: ['accountant'], nodes: ['first'] }

const order = defineForm({
  key: 'order',
  cn: '订单',
  en: 'Order',
  path: '/order',
  prefix: 'DD',
  group: 'it',
  icon: 'file',
  amount: 'amount',
  sections: [{ id: 'main', cn: '主要', en: 'Main' }],
  columns: ['floor'],
  rules: [
    rule('DD-01', { when: 'some i in items satisfies i.price < floor', level: 'warn', blanks: { floor: 'floor' }, cn: '低于{floor}',
      en: 'Below {floor}' }),
  ],
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
    applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id' }),
    applicantDept: department({ cn: '部门', en: 'Department', default: '"works"' }),
    amount: money({ cn: '金额', en: 'Amount', section: 'main' }),
    secretly: text({ cn: '内情', en: 'Background', max: 50, section: 'main' }),
    floor: money({ cn: '底价', en: 'Floor', section: 'main', readOnly: true, editAt: ['first'], visibleTo: confidential }),
    papers: attachment({ cn: '资料', en: 'Papers', section: 'main', editAt: ['first'] }),
    evidence: attachment({ cn: '证据', en: 'Evidence', section: 'main', readOnly: true, editAt: ['first'], visibleTo: confidential }),
    related: documentLink({ cn: '相关', en: 'Related', links: ['order'], binds: false, linkStates: ['inApproval', 'completed'],
      section: 'main' }),
    items: table({
      cn: '明细',
      en: 'Items',
      section: 'main',
      columns: { what: text({ cn: '内容', en: 'What', max: 30 }), account: text({ cn: '账号', en: 'Account', max: 30, editAt: ['first'] }),
        price: money({ cn: '单价', en: 'Price', editAt: ['first'] }), receipts: attachment({ cn: '票据', en: 'Receipts' }),
        cost: money({ cn: '成本', en: 'Cost', readOnly: true, editAt: ['first'], visibleTo: confidential }),
        doubled: calculated({ cn: '双倍成本', en: 'Twice the cost', result: 'money', value: 'cost * 2',
          visibleTo: { roles: ['accountant'] } }) },
    }),
  }),
  flow: defineFlow([approve('first', { rule: 'fixed', people: ['judge'] }, { cn: '审批', en: 'Approval' }),
    approve('second', { rule: 'fixed', people: ['judge2'] }, { cn: '复核', en: 'Review' })], { overdueHours: 0 }),
})
const orders = definePlugin({ id: 'orders', forms: [order], permissions: Object.values(formPermissions('order')),
  roles: declared.flatMap(({ roles: own }) => own) })

/** A resource like gadgets with file fields. */
const filed: typeof gadgets = { ...gadgets,
  resources: gadgets.resources.map((resource) => ({ ...resource,
    fields: { ...resource.fields, ...defineFields({ manual: attachment({ cn: '说明书', en: 'Manual' }) }) } })
  ) }

/** Roles of the people in the demo data. */
const listed = [...new Set(people.flatMap((one) => one.roles))].filter((key) => key !== 'administrator')
/** Values that must not occur in any response to a person from whom the column is hidden. */
const values: Readonly<Record<string, string>> = { gadget: '4321.07', price: '8642.13', changed: '8642.99', background: 'NOBODY-KNOWS',
  account: '6222000099887766', papers: 'PAPERS.pdf', receipts: 'RECEIPTS.pdf', manual: 'MANUAL.pdf' }
/** Values visible only to accountants and to assignees of the first node. */
const secrets = { floor: '7007.01', cost: '6006.02', doubled: '12012.04', evidence: 'EVIDENCE.pdf' }

let product: TestProduct
let gadgetId = ''
let documentId = ''
let laterId = ''
/** File ids by name. */
const files: Record<string, string> = {}
beforeAll(async () => {
  product = await testProduct({
    plugins: [system, filed, orders],
    serverPlugins: [server, { id: 'gadgets',
      migrations: [...gadgetMigrations.at(-1)!.migrations, { name: '002-manual',
        up: async (run) => void (await run(sql`alter table gadget add column manual text[] not null default '{}'`)) }] }],
    now: new Date('2026-11-20T10:00:00+08:00'),
    content: {
      name: 'roles that are shown less of columns',
      async fill({ host: { db } }) {
        const passwordHash = await hashPassword(testPassword, 10)
        await groups(db, new Date()).create({ id: 'works', type: 'DEPARTMENT', name: '工厂/Works' })
        const create = (id: string, more: object = {}) =>
          users(db, new Date()).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, departments: [{ id: 'works' }], ...more })
        await create('anna', { admin: true })
        for (const id of ['maker', 'judge', 'judge2', 'plain']) await create(id)
        for (const key of listed) await create(`u-${key}`, { roles: [key] })
        await roles(db).grant('employee', ['test:gadget:view', 'test:gadget:edit', 'test:gadget:export', 'test:gadget:import',
          'form:order:view', 'form:order:add', 'form:order:export'])
        await roles(db).setScope('employee', '*', { scope: 'all', withSub: true, departments: [] })
      },
    },
  })
  const upload = async (who: string, name: string) => [files[name] = await as(who).upload(name, Buffer.from(`%PDF-1.4\n${name}\n%%EOF`))]
  gadgetId =
    (await as('anna').post<{ id: string }>('/test/gadget/save', { code: 'G-1', nameCn: '测量仪', nameEn: 'Meter', price: values['gadget'],
      count: 7, manual: await upload('anna', 'MANUAL.pdf') })).data.id
  const file = async (related: readonly string[], own: readonly string[] = []) => {
    const answer = await as('maker').post<{ procInstId: string }>('/oaserver/order/apply', { business: {
      title: 'Order',
      applicantDept: 'works',
      amount: '10.00',
      secretly: values['background'],
      related,
      papers: own,
      items: [{ rowId: 'a', what: 'Cable', account: values['account'], price: values['price'],
        receipts: await upload('maker', 'RECEIPTS.pdf') }],
    } })
    return answer.data.procInstId
  }
  documentId = await file([])
  laterId = await file([documentId])
  const detail = (await as('judge').get<{ taskId: string; revision: number }>(`/oaserver/order/detail?procInstId=${documentId}`)).data
  const passed = await as('judge').post('/workflow/pass', { taskId: detail.taskId, comment: 'x',
    business: { floor: secrets.floor, papers: await upload('judge', 'PAPERS.pdf'), evidence: await upload('judge', 'EVIDENCE.pdf'),
      items: [{ rowId: 'a', what: 'Cable', account: values['account'], price: values['changed'], cost: secrets.cost }] } })
  expect(passed).toMatchObject({ code: 200 })
})
afterAll(() => product?.close())

const as = (who: string) => product.as(who)
const raw = async (who: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  product.app.inject({ method, url, payload, headers: { authorization: await as(who).bearer(), 'accept-language': 'en_US' } })
const role = async (key: string) => {
  const { records } = (await as('anna').post<{ records: RoleDetail[] }>('/system/role/page', { size: 200 })).data
  return (await as('anna').get<RoleDetail>(`/system/role/${records.find((one) => one.key === key)!.id}`)).data
}
const set = async (key: string, columns: readonly RoleColumn[], who = 'anna') => {
  const { id, version } = await role(key)
  return as(who).put<RoleDetail>(`/system/role/${id}`, { version, columns })
}
const hidden: readonly RoleColumn[] = [
  { subject: 'gadget', field: 'price', access: 'hidden' },
  { subject: 'gadget', field: 'manual', access: 'hidden' },
  { subject: 'form:order', field: 'papers', access: 'hidden' },
  { subject: 'form:order', field: 'items.price', access: 'hidden' },
  { subject: 'form:order', field: 'items.receipts', access: 'hidden' },
  { subject: 'form:order', field: 'items.account', access: 'masked' },
  { subject: 'form:order', field: 'secretly', access: 'hidden' },
]

/** All calls that return data of a record or document, by description. */
const waysOut: Readonly<Record<string, (who: string) => Promise<string>>> = {
  'the page of records': async (who) => (await raw(who, 'POST', '/test/gadget/page', {})).payload,
  'the list of records': async (who) => (await raw(who, 'GET', '/test/gadget/list')).payload,
  'one record': async (who) => (await raw(who, 'GET', `/test/gadget/${gadgetId}`)).payload,
  'a record that was changed': async (who) => {
    const { version } = (await as('anna').get<{ version: number }>(`/test/gadget/${gadgetId}`)).data
    return (await raw(who, 'POST', '/test/gadget/save', { id: gadgetId, version, count: version })).payload
  },
  'the export of records': async (who) => JSON.stringify(await sheetOf(who, '/test/gadget/export')),
  'the template of the import': async (who) => JSON.stringify(await sheetOf(who, '/test/gadget/template')),
  'found references': async (who) => (await raw(who, 'POST', '/system/reference/material/find', { ids: [gadgetId] })).payload,
  'offered references': async (who) => (await raw(who, 'POST', '/system/reference/material/page', {})).payload,
  'the detail of a document': async (who) => (await raw(who, 'GET', `/oaserver/order/detail?procInstId=${documentId}`)).payload,
  'the detail of a document that links to it': async (who) =>
    (await raw(who, 'GET', `/oaserver/order/detail?procInstId=${laterId}`)).payload,
  'its timeline': async (who) => (await raw(who, 'POST', '/workflow/getProcessInstanceNodeInfo', { procInstId: documentId })).payload,
  'its history': async (who) => (await raw(who, 'GET', `/workflow/historicFlow?procInstId=${documentId}`)).payload,
  'its differences': async (who) => (await raw(who, 'GET', `/workflow/rounds/${documentId}`)).payload,
  'documents to link to': async (who) => (await raw(who, 'POST', '/workflow/getProcess', { links: ['order'] })).payload,
  'found documents': async (who) => (await raw(who, 'POST', '/system/reference/documentLink/find', { ids: [documentId] })).payload,
  'the lists of documents': async (who) => (await raw(who, 'POST', '/workflow/tasks/all', {})).payload,
  'the export of documents': async (who) => JSON.stringify(await sheetOf(who, '/workflow/tasks/all/export')),
  'the list of its type': async (who) => (await raw(who, 'POST', '/oaserver/order/page', {})).payload,
  'the export of its type': async (who) => JSON.stringify(await sheetOf(who, '/oaserver/order/export')),
  'its print': async (who) => {
    const { host, flows } = product.composition
    const organisation = await host.organisation(host.db)
    const context = { host, flows, db: host.db, at: host.clock.now(),
      caller: { ...callerOf(organisation, organisation.users.get(who)!), traceId: '', ip: '' } }
    return JSON.stringify(
      await printoutOf(context, await read(context, documentId), { locale: 'en', fullAccounts: true, find: (code) => code }),
    )
  },
  'the files of a record': async (who) =>
    (await raw(who, 'GET', `/oaserver/attachment/list/businessIdAndType?businessId=${gadgetId}`)).payload,
  'the files of a document': async (who) =>
    (await raw(who, 'POST', '/oaserver/attachment/page', { businessId: documentId, size: 50 })).payload,
  'the files of a later document': async (who) =>
    (await raw(who, 'POST', '/oaserver/attachment/page', { businessId: laterId, size: 50 })).payload,
  'found files': async (who) => (await raw(who, 'POST', '/system/reference/attachment/find', { ids: Object.values(files) })).payload,
  'downloads, by id, for a preview and in an archive': async (who) => {
    const answers = Object.entries(files).map(async ([name, id]) =>
      [
        await raw(who, 'GET', `/oaserver/attachment/download?id=${id}`),
        await raw(who, 'GET', `/public/files/conversion/isExists/${id}`),
        await raw(who, 'POST', '/oaserver/attachment/downloadZip/x', [id]),
      ].map(({ statusCode }) => (statusCode === 200 ? name : ''))
    )
    return (await Promise.all(answers)).join()
  },
  'what the form would become': async (who) =>
    (await raw(who, 'POST', '/oaserver/order/calculate', { businessKey: documentId, parameters: { title: 'x' } })).payload,
}

async function sheetOf(who: string, url: string): Promise<unknown> {
  const answer = await raw(who, 'GET', url)
  return (await parseWorkbook(answer.rawPayload)).rows
}

const found = (payload: string, among: Readonly<Record<string, string>> = values) =>
  Object.entries(among).filter(([, value]) => payload.includes(value)).map(([name]) => name)

describe('a confidential field', () => {
  it('is in no answer but to its roles and to who had a task at its nodes', async () => {
    const outsiders = [...listed.filter((key) => key !== 'accountant').map((key) => `u-${key}`), 'plain', 'anna', 'maker', 'judge2']
    for (const [way, ask] of Object.entries(waysOut)) {
      const disclosed = await Promise.all(outsiders.map(async (who) => [who, found(await ask(who), secrets)] as const))
      expect([way, ...disclosed.filter(([, named]) => named.length > 0)]).toEqual([way])
    }
    const secretsSeen = async (who: string) =>
      new Set((await Promise.all(Object.values(waysOut).map((ask) => ask(who)))).flatMap((payload) => found(payload, secrets)))
    expect(await secretsSeen('u-accountant')).toEqual(new Set(Object.keys(secrets)))
    expect(await secretsSeen('judge')).toEqual(new Set(['floor', 'cost', 'evidence']))
  })

  it('is read through no link, and found by its roles alone', async () => {
    expect((await raw('u-accountant', 'POST', '/system/reference/documentLink/find', { ids: [documentId] })).payload).not.toContain(
      secrets.floor,
    )
    for (const query of [{ columns: { floor: ['1', '9999'] } }, { orders: [{ column: 'columns.floor', asc: true }] }]) {
      expect((await raw('anna', 'POST', '/oaserver/order/page', query)).json()).toMatchObject({ code: 42009 })
      expect((await raw('u-accountant', 'POST', '/oaserver/order/page', query)).json()).toMatchObject({ code: 200,
        data: { records: expect.arrayContaining([expect.objectContaining({ procInstId: documentId })]) } })
    }
  })

  it('is neither written nor told by a rule to whom it is not shown', async () => {
    const calculated = async (who: string) =>
      (await raw(who, 'POST', '/oaserver/order/calculate', { businessKey: documentId,
        parameters: { title: 'x', floor: '1.00', items: [{ rowId: 'a', what: 'Cable', price: '5.00', cost: '2.00' }] } })).json()
    expect(JSON.stringify(await calculated('maker'))).not.toMatch(/DD-01|floor|7007|"cost"/)
    expect(JSON.stringify(await calculated('u-accountant'))).toContain('Below 7,007.01')
  })
})

describe('a substitute', () => {
  it('sees what the step shows and enters it, and not what is reserved for roles of the absent person', async () => {
    const delegation = { delegateId: 'plain', startTime: '2026-11-20 00:00:00', endTime: '2026-11-30 00:00:00', businessTypes: [] }
    const { data: { id } } = await as('judge').post<{ id: string }>('/system/delegation', delegation)
    const filed = await as('maker').post<{ procInstId: string }>('/oaserver/order/apply', {
      business: { title: 'Order', applicantDept: 'works', amount: '10.00', items: [{ rowId: 'a', what: 'Cable', price: '1.00' }] },
    })
    const read = (who: string) => raw(who, 'GET', `/oaserver/order/detail?procInstId=${filed.data.procInstId}`)
    const { data } = (await read('plain')).json<{ data: { taskId: string } }>()
    const passed = await as('plain').post('/workflow/pass', { taskId: data.taskId, comment: '代批',
      business: { floor: '31.07', items: [{ rowId: 'a', what: 'Cable', price: '1.00', cost: '21.04' }] } })
    await as('judge').delete(`/system/delegation/${id}`)
    expect(passed).toMatchObject({ code: 200 })
    const seen = async (who: string) => {
      const { payload: text } = await read(who)
      return ['31.07', '21.04', '42.08'].filter((value) => text.includes(value))
    }
    expect([await seen('plain'), await seen('u-accountant'), await seen('judge2')]).toEqual([['31.07', '21.04'], ['31.07', '21.04',
      '42.08'], []])
  })
})

describe('a hidden column', () => {
  it('of a record and of a row table is in no answer to a holder of any role', async () => {
    for (const key of listed) expect(await set(key, hidden)).toMatchObject({ code: 200 })
    for (const [way, ask] of Object.entries(waysOut)) {
      const disclosed = await Promise.all(listed.map(async (key) => [key, found(await ask(`u-${key}`))] as const))
      expect([way, ...disclosed.filter(([, values]) => values.length > 0)]).toEqual([way])
    }
    // control: the probes do find the values that are not hidden
    const whole = await Promise.all(Object.values(waysOut).map((ask) => ask('plain')))
    expect(new Set(whole.flatMap((payload) => found(payload)))).toEqual(new Set(Object.keys(values)))
  })

  it('neither filters nor orders nor is entered', async () => {
    const ask = (body: object) => raw(`u-${listed[0]}`, 'POST', '/test/gadget/page', body)
    expect((await ask({ price: ['1', '9999'] })).json()).toMatchObject({ code: 42009, data: { fields: [{ name: 'price' }] } })
    expect((await ask({ orders: [{ column: 'price', asc: true }] })).json()).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'orders' }] } })
    expect((await raw('plain', 'POST', '/test/gadget/page', { price: ['1', '9999'] })).json()).toMatchObject({ code: 200 })
    const { version } = (await as('anna').get<{ version: number }>(`/test/gadget/${gadgetId}`)).data
    expect((await raw(`u-${listed[0]}`, 'POST', '/test/gadget/save', { id: gadgetId, version, price: '1.00' })).json()).toMatchObject({
      code: 403,
    })
  })

  it('is masked to its last characters, and told in full to whoever filed it or has to fill it in', async () => {
    const business = async (who: string, id = documentId) =>
      (await as(who).get<{ business: { items: Record<string, unknown>[]; secretly?: string }; withheld: string[] }>(
        `/oaserver/order/detail?procInstId=${id}`,
      )).data
    const seen = await business(`u-${listed[0]}`)
    expect(seen.business.items).toEqual([{ rowId: 'a', what: 'Cable', account: '**** 7766' }])
    expect(seen.withheld).toEqual(['secretly', 'floor', 'papers', 'evidence', 'items.price', 'items.receipts', 'items.cost',
      'items.doubled'])
    await set('employee', hidden)
    expect((await business('maker')).business).toMatchObject({ secretly: values['background'], items: [{ price: values['changed'] }] })
    // the assignee's task at this node makes price and account visible
    expect((await business('judge', laterId)).business.items).toMatchObject([{ price: values['price'], account: values['account'] }])
    expect((await business('judge2')).business.items).toEqual([{ rowId: 'a', what: 'Cable', account: '**** 7766' }])
    expect((await business('anna')).business).toMatchObject({ secretly: values['background'] })
    await set('employee', [])
  })

  it('of several roles is shown as the widest of those that say something of it', async () => {
    await set('employee', hidden)
    const key = listed[0]!
    await set(key, [{ subject: 'gadget', field: 'price', access: 'readOnly' }])
    const { version, price } = (await as(`u-${key}`).get<{ version: number; price: string }>(`/test/gadget/${gadgetId}`)).data
    expect(price).toBe(values['gadget'])
    expect((await as(`u-${key}`).post('/test/gadget/save', { id: gadgetId, version, price: '1.00' })).code).toBe(403)
    expect((await as(`u-${key}`).get<{ columns: object }>('/system/permissions/mine')).data.columns).toMatchObject({
      gadget: { price: 'readOnly' },
      'form:order': { 'items.price': 'hidden' },
    })
    await set('employee', [])
  })
})

describe('what may be set', () => {
  it('is what the modules declare, without what a record is called and a document is listed by', async () => {
    const subjects = (await as('anna').get<ColumnSubject[]>('/system/role/columns')).data
    const fieldsOf = (subject: string) => subjects.find((one) => one.subject === subject)?.fields.map(({ field }) => field)
    expect(fieldsOf('gadget')).toEqual(['price', 'count', 'bought', 'checked', 'owner', 'status', 'grade', 'secret', 'manual'])
    expect(fieldsOf('form:order')).toEqual(['secretly', 'papers', 'related', 'items', 'items.what', 'items.account', 'items.price',
      'items.receipts'])
  })

  it('never locks a role out of what it has to enter, and is known', async () => {
    const refused = async (column: Partial<RoleColumn>) =>
      (await set('buyer', [{ subject: 'gadget', field: 'price', access: 'hidden', ...column }])).msg
    expect(await refused({ field: 'code' })).toBe('没有此列：gadget.code')
    expect(await refused({ subject: 'nothing' })).toBe('没有此列：nothing.price')
    expect(await refused({ access: 'masked' })).toBe('“价格”不支持这种列权限')
    const { id } = await role('buyer')
    expect((await as('anna').get<RoleDetail>(`/system/role/${id}`)).data.columns).toEqual(
      hidden.toSorted((one, other) => one.subject.localeCompare(other.subject) || one.field.localeCompare(other.field)),
    )
  })

  it('is copied with a role', async () => {
    const { id } = await role('buyer')
    const made = (await as('anna').post<RoleDetail>('/system/role', { key: 'secondBuyer', nameCn: '采购二', copyFrom: id })).data
    expect(made.columns).toHaveLength(hidden.length)
  })
})
