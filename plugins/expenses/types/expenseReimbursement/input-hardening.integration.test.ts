import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RegisteredRoute, routeRegistry } from '#server/http/access.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { scaled } from '#server/testing-scale.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { FieldDescription, FormDescription } from '#kernel/wording/describe.ts'
import type { Fields } from '#kernel/fields.ts'
import { formPermissions } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, claims, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
let routes: readonly RegisteredRoute[]
let fields: readonly FieldDescription[]
/** Existing ids, mostly of other people. */
let known: string[]

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
  routes = routeRegistry(product.app).filter(({ url }) => /^\/(workflow|oaserver)\//.test(url))
  fields = (await product.as('quality').get<FormDescription>(`/workflow/form/${type}`)).data.fields
  const theirs = await on.file('employee',
    claim([row('10.00', { bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })], { applicantDept: 'sz-hardware', bearingDept: 'sz-rd',
      costCenter: 'cc-sz-rd' }))
  const file = await product.as('employee').upload('说明.pdf', Buffer.from('%PDF-'))
  known = [theirs, (await on.pending(theirs))[0]!.task, file, 'u-vp', 'sz-rd', 'c-office', type]
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const tables = ['document', 'document_event', 'task', 'cc', 'document_link', 'attachment', 'budget_entry', 'live_invoice',
  'number_sequence'] as const

/** Number of rows per table, and the state of all documents. */
async function written(): Promise<unknown> {
  const counts = await Promise.all(
    tables.map(async (table) =>
      (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(product.database.db)).rows[0]?.n
    ),
  )
  const revisions = await product.database.db.selectFrom('document').select(['id', 'state', 'revision']).orderBy('id').execute()
  return { counts, revisions }
}

const deep = (depth: number): unknown => (depth === 0 ? 'x' : { a: deep(depth - 1) })
const texts = ['', ' ', '\u0000', '\ud800', '😀'.repeat(40), '长'.repeat(9000), '__proto__', 'constructor', "'; drop table document; --",
  '%', '../../etc/passwd', '1e400', 'NaN', 'Infinity', '-0', '0x10', '１２', '2026-02-30', '9'.repeat(400), '<script>']
const arbitraryInput = () =>
  fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom(...known),
    fc.constantFrom(0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, true, null),
    fc.constant([]),
    fc.constant({}),
    fc.constant([[]]),
    fc.constant([null]),
    fc.array(fc.constantFrom(...known), { maxLength: 3 }),
    fc.constant([{ rowId: 'x' }]),
    fc.constant({ toString: 'x', length: 3 }),
    fc.constant(deep(60)),
    fc.jsonValue({ maxDepth: 3 }),
  )

const names = ['procInstId', 'taskId', 'businessKey', 'businessNo', 'businessType', 'comment', 'business', 'parameters', 'nodeList',
  'explainDtoList', 'checkList', 'confirmed', 'attachmentList', 'attachmentId', 'userIds', 'operate', 'assignee', 'assigneeList',
  'desNodeId', 'current', 'size', 'orders', 'dateRange', 'state', 'departments', 'keyword', '__proto__', 'unknownKey']

/** JSON as clients may send it, including `__proto__` as an own key. */
const json = (entries: readonly (readonly [string, unknown])[]) =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
const bodies = () =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...names), arbitraryInput()), { selector: ([key]) => key, maxLength: 5 }).map(json)

const token = async (name: string) => (await product.as(name).bearer())

async function send(route: RegisteredRoute, by: string, { body, parts }: { body: string; parts: readonly string[] }) {
  const url = route.url.replaceAll(/:\w+/g, () => encodeURIComponent(parts[0] ?? 'x'))
  const query = route.method === 'GET'
    ? `?procInstId=${encodeURIComponent(parts[1] ?? '')}&businessType=${encodeURIComponent(parts[2] ?? '')}&id=${
      encodeURIComponent(parts[1] ?? '')
    }`
    : ''
  const answer = await product.app.inject({
    method: route.method as 'GET',
    url: url + query,
    headers: { authorization: await token(by), 'content-type': 'application/json' },
    ...(route.method === 'GET' || route.method === 'DELETE' ? {} : { payload: body }),
  })
  const isEnvelope = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, code: isEnvelope ? answer.json<{ code: number }>().code : answer.statusCode }
}

/** Allowed response codes, without unexpected failures; 401 for calls of other systems. */
const sane = new Set([200, 400, 401, 403, 404, 413, 414, 415, 42006, 42007, 42009])

it('are all the calls around documents', () => {
  expect(routes.length).toBeGreaterThan(35)
})

describe('whatever a client sends', () => {
  it('to any call, it is answered in order and nothing is written by a refusal', async () => {
    let before = await written()
    const calls = fc.record({ route: fc.constantFrom(...routes), by: fc.constantFrom('quality', 'songtao', 'yangfan'), body: bodies(),
      parts: fc.array(fc.oneof(fc.constantFrom(...known), fc.constantFrom(...texts.slice(5))), { minLength: 3, maxLength: 3 }) })
    await fc.assert(fc.asyncProperty(calls, async ({ route, by, body, parts }) => {
      const answer = await send(route, by, { body, parts: parts.filter((part) => !/\ud800|\0/.test(part)) })
      expect(answer.status).toBeLessThan(500)
      expect(sane).toContain(answer.code)
      const after = await written()
      expect(after).toEqual(answer.code === 200 ? after : before)
      before = after
    }), { numRuns: scaled({ enough: 80, all: 250 }), endOnFailure: true })
  })

  it('into any field of a claim, it is refused at a field or cut, and never half filed', async () => {
    const paths = fields.flatMap((
      { key, columns },
    ) => [{ key, column: undefined }, ...(columns ?? []).map((column) => ({ key, column: column.key as string | undefined }))])
    const put = (key: string, column: string | undefined, value: unknown): FormValue => {
      const base = claim([row('10.00')])
      if (column === undefined) return { ...base, [key]: value }
      const rows = (base[key] as FormValue[] | undefined) ?? [{}]
      return { ...base, [key]: rows.map((each) => ({ ...each, [column]: value })) }
    }
    await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), arbitraryInput(), async ({ key, column }, value) => {
      const before = await written()
      const answer = await on.apply(product.as('quality', 'en_US'), put(key, column, value))
      expect([200, 400]).toContain(answer.status)
      expect(sane).toContain(answer.code)
      const after = await written()
      expect(after).toEqual(answer.code === 200 ? after : before)
      const messages = Object.values(on.refusal(answer).fields)
      expect(messages.filter((message) => /[\p{Script=Han}{}]|undefined|null|\[object/u.test(message))).toEqual([])
    }), { numRuns: scaled({ enough: 80, all: 250 }), endOnFailure: true })
  })

  it('into the tables and numbers of any form, calculating and filing refuse it at fields', async () => {
    const { host } = product.composition
    await roles(product.database.db).grant('employee', [...host.forms.values()].map((form) => formPermissions(form.key).add))
    const noRows = [null, 'x', 7, [], {}]
    const isNumeric = ({ kind }: { readonly kind: string }) => ['number', 'money', 'percent'].includes(kind)
    const wrongNumbers = (form: Fields): FormValue =>
      Object.fromEntries(Object.entries(form).flatMap(([key, field]): [string, unknown][] => {
        if (field.kind === 'table') return [[key, [wrongNumbers(field.columns ?? {})]]]
        return isNumeric(field) ? [[key, 'many']] : []
      }))
    const unexpected: string[] = []
    for (const [key, { fields: declared }] of host.forms) {
      const tables = Object.keys(declared).filter((field) => declared[field]?.kind === 'table')
      const values: FormValue[] = [...tables.map((table) => ({ [table]: noRows })), wrongNumbers(declared)]
      for (const value of values) {
        const calculated = await product.as('quality').post(`/oaserver/${key}/calculate`, { parameters: value })
        const filed = await product.as('quality').post(`/oaserver/${key}/apply`, { business: value })
        if (!sane.has(calculated.code) || !sane.has(filed.code) || filed.code === 200)
          unexpected.push(`${key} ${JSON.stringify(value)} ${calculated.code} ${filed.code}`)
      }
    }
    expect(unexpected).toEqual([])
  })

  it('a text of half a megabyte of tags that never end is refused at its field', async () => {
    const content = '<'.repeat(500_000)
    const business = { title: 'Tags', contents: [{ rowId: 'c1', subject: 'x', content }] }
    const { data, code } = await product.as('quality').post('/oaserver/universalApproval/apply', { business })
    expect([code, JSON.stringify(data)]).toEqual([42009, expect.stringContaining('contents.0.content')])
  })

  it('at a node, only what is open there changes', async () => {
    const id = await on.file('quality', claim([row('10.00')]))
    const task = await on.at(id, 'deptHead')
    const { business } = await on.detailOf(product.as('quality'), id)
    await fc.assert(fc.asyncProperty(fc.constantFrom(...fields), arbitraryInput(), async ({ key }, value) => {
      const answer = await on.pass(task, { business: { [key]: value }, comment: 1 })
      expect(sane).toContain(answer.code)
      expect(answer.code).not.toBe(200)
    }), { numRuns: scaled({ enough: 20, all: 60 }) })
    const everything = Object.fromEntries(fields.map(({ key }) => [key, 'x']))
    expect(await on.pass(task, { business: everything })).toMatchObject({ code: 200 })
    const { business: after } = await on.detailOf(product.as('quality'), id)
    expect({ ...after, currentTask: null }).toEqual({ ...business, currentTask: null })
  })
})

describe('what a client knows better', () => {
  it('is the server’s to say', async () => {
    const claimed = claim([row('10.00', { offBudgetStatus: '1', amountRmb: '0.01', overdueDays: -5, rowId: 'mine' })], {
      businessNo: 'BX1',
      state: '4',
      initiator: 'u-gm',
      applicant: 'u-gm',
      applicantPosition: '5',
      company: 'VN',
      createTime: '2020-01-01 00:00:00',
      exchangeRate: '0.5',
      totalAmount: '1.00',
      totalAmountRmb: '1.00',
      netPayable: '1.00',
      overBudget: true,
      overBudgetInfo: [],
      overdue: true,
      budgetMonth: '2020-01-01',
      budgetDept: 'sz-rd',
      paperReceived: true,
      payDate: '2020-01-01',
      sapVoucherNo: 'x',
      explainDtoList: [{ userName: '总经理', explain: '同意' }],
      payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行',
        currencyType: 'USD' }],
    })
    const id = await on.file('quality', { ...claimed, createBy: 'u-gm' })
    const { business, businessNo } = await on.detailOf(product.as('quality'), id)
    expect(business).toMatchObject({
      businessNo,
      state: '1',
      initiator: 'u-quality',
      applicant: 'u-quality',
      applicantPosition: '1',
      company: 'SZ',
      createTime: '2026-11-20 10:00:00',
      exchangeRate: '1.000000',
      totalAmount: '10.00',
      totalAmountRmb: '10.00',
      netPayable: '10.00',
      overBudget: false,
      overdue: false,
      budgetMonth: '2026-11-01',
      budgetDept: 'sz-quality',
      explainDtoList: [],
      items: [{ offBudgetStatus: '0', amountRmb: '10.00', overdueDays: '0' }],
      payeeLines: [{ currencyType: 'CNY', payAmount: '10.00' }],
    })
    expect([business['paperReceived'], business['payDate'], business['sapVoucherNo']]).toEqual([undefined, undefined, undefined])
    expect(await on.budget(id)).toEqual({ occupied: '10.00', spent: '0.00' })
  })

  it.each([
    ['a negative amount', { amount: '-1.00' }, 'items.0.amount'],
    ['a third decimal', { amount: '1.001' }, 'items.0.amount'],
    ['an amount as a number', { amount: 10 }, 'items.0.amount'],
    ['an amount in words', { amount: '十' }, 'items.0.amount'],
    ['more than money has', { amount: '9'.repeat(17) }, 'items.0.amount'],
    ['a day that is none', { expenseDate: '2026-02-30' }, 'items.0.expenseDate'],
    ['a choice that is none', { invoiceType: '7' }, 'items.0.invoiceType'],
    ['a record that is none', { expenseCategory: 'c-none' }, 'items.0.expenseCategory'],
  ])('%s is refused at its field', async (_, change, field) => {
    const answer = on.refusal(await on.apply(product.as('quality'), claim([row('10.00', change as FormValue)])))
    expect([answer.code, Object.keys(answer.fields)]).toEqual([42009, expect.arrayContaining([field])])
  })

  it('is bounded: a body that is too large, too deep, or reaches a prototype', async () => {
    const apply = async (payload: string) => {
      const answer = await product.app.inject({ method: 'POST', url: `/oaserver/${type}/apply`,
        headers: { authorization: await token('quality'), 'content-type': 'application/json' }, payload })
      return answer.statusCode
    }
    expect(await apply(JSON.stringify({ business: { remark: 'x'.repeat(1024 * 1024) } }))).toBe(413)
    expect(await apply(JSON.stringify({ business: deep(100) }))).toBe(400)
    expect(await apply('{"business":{"__proto__":{"amount":"1"}}}')).toBe(400)
    expect(await apply('{"business":{"remark":"\\u0000"}}')).toBe(400)
    expect(await apply('{"business":')).toBe(400)
    const rows = Array.from({ length: 101 }, () => row('1.00'))
    expect(on.refusal(await on.apply(product.as('quality'), claim(rows))).fields['items']).toContain('100')
  })
})

describe('what somebody may not see', () => {
  it('answers like what is not there', async () => {
    const [theirs, task, file] = known as [string, string, string]
    const songtao = product.as('jinlong')
    const pairs: [string, (id: string) => Promise<{ status: number; code: number; msg: string; data?: unknown }>, string][] = [
      ['detail', (id) => songtao.get(`/oaserver/${type}/detail?procInstId=${id}`), theirs],
      ['detail by task', (id) => songtao.get(`/oaserver/${type}/detail?taskId=${id}`), task],
      ['history', (id) => songtao.get(`/workflow/historicFlow?procInstId=${id}`), theirs],
      ['records', (id) => songtao.post('/workflow/getProcessRecordList', { procInstId: id }), theirs],
      ['nodes', (id) => songtao.post('/workflow/getProcessInstanceNodeInfo', { procInstId: id }), theirs],
      ['node form', (id) => songtao.post('/workflow/approvingNodeForm', { taskId: id }), task],
      ['bindings', (id) => songtao.get(`/workflow/checkBusinessBind/${id}`), theirs],
      ['pass', (id) => songtao.post('/workflow/pass', { taskId: id }), task],
      ['refuse', (id) => songtao.post('/workflow/refuse', { taskId: id }), task],
      ['revoke', (id) => songtao.post('/workflow/abort', { procInstId: id }), theirs],
      ['edit', (id) => songtao.post('/workflow/abortUpdate', { procInstId: id }), theirs],
      ['void', (id) => songtao.post('/workflow/abandoned', { procInstId: id }), theirs],
      ['comment', (id) => songtao.post('/workflow/wf/processInstance/comment/add', { procInstId: id, comment: 'x' }), theirs],
      ['copy', (id) => songtao.post('/workflow/wf/processInstance/cc/add', { procInstId: id, userIds: ['u-gm'] }), theirs],
      ['resubmit', (id) => on.apply(songtao, claim([row('1.00')]), { operate: 'edit', businessKey: id }), theirs],
      ['calculate', (id) => on.calculate(songtao, claim([row('1.00')]), { businessKey: id }), theirs],
      ['file', (id) => songtao.get(`/oaserver/attachment/download?id=${id}`), file],
      ['file removal', (id) => songtao.delete(`/oaserver/attachment/${id}`), file],
      ['file question', (id) => songtao.get(`/oaserver/isDelFile?id=${id}`), file],
    ]
    const before = await written()
    const answers = await Promise.all(pairs.map(async ([what, ask, id]) => {
      const [there, absent] = [await ask(id), await ask('nothing')]
      return [what, [there.status, there.code, there.msg, there.data], [absent.status, absent.code, absent.msg, absent.data]] as const
    }))
    expect(answers.map(([what, there]) => [what, there])).toEqual(answers.map(([what, , absent]) => [what, absent]))
    expect(await written()).toEqual(before)
  })

  it('by number neither', async () => {
    const { businessNo } = await on.detailOf(product.as('employee'), known[0]!)
    const ask = (number: string) => product.as('jinlong').get(`/oaserver/${type}/detail?businessNo=${number}`)
    const [there, absent] = [await ask(businessNo), await ask('BX000000000000')]
    expect([there.status, there.msg]).toEqual([absent.status, absent.msg])
  })
})
