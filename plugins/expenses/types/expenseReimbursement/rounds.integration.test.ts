import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { printedTextOf } from '#server/prints/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { claim, claims, row, type } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())

interface RoundDifference {
  readonly field: string
  readonly row?: string
  readonly before: unknown
  readonly after: unknown
}

interface Round {
  readonly round: number
  readonly endedAt: string | null
  readonly changes: readonly RoundDifference[]
  readonly edits: readonly (RoundDifference & { readonly by: { readonly id: string } })[]
}

const rounds = async (by: string, id: string) => (await product.as(by).get<Round[]>(`/workflow/rounds/${id}`)).data
const fieldsOf = (round: Round | undefined) => round?.changes.map(({ field, before, after }) => [field, before, after])

describe('the rounds of a claim', () => {
  it('tell what the accountant cut and what the employee changed, by the ids of the rows', async () => {
    const id = await on.file('quality', claim([row('300.00'), row('50.00')]))
    await on.passThrough(id, { until: 'accountantReview' })
    const { items } = (await on.detailOf(product.as('accountant'), id)).business
    const [first, second] = items as readonly [FormValue, FormValue]
    const task = await on.at(id, 'accountantReview')
    await on.pass(task, { comment: '核减',
      business: { items: [{ rowId: first['rowId'], approvedAmount: '250.00' }, { rowId: second['rowId'], approvedAmount: '50.00' }] } })
    await product.as('quality').post('/workflow/abortUpdate', { procInstId: id })
    const again = claim([{ ...second, expenseDetail: '墨盒' }, row('70.00', { approvedAmount: '70.00' })], { title: '办公用品（补）' })
    expect(on.refusal(await on.apply(product.as('quality'), again, { operate: 'edit', businessKey: id }))).toEqual({ code: 200,
      fields: {} })

    const [before, after] = await rounds('quality', id)
    expect(before).toMatchObject({ round: 1, changes: [], endedAt: '2026-11-20 10:00:00' })
    expect(before?.edits).toContainEqual(
      expect.objectContaining({ field: 'items.approvedAmount', row: first['rowId'], before: '300.00', after: '250.00',
        by: expect.objectContaining({ id: 'u-accountant' }) as unknown }),
    )
    expect(after).toMatchObject({ round: 2, endedAt: null, edits: [] })
    expect(fieldsOf(after)).toEqual(expect.arrayContaining([
      ['items.expenseDetail', '打印纸', '墨盒'],
      ['items', null, expect.objectContaining({ amount: '70.00' })],
      ['items', expect.objectContaining({ amount: '300.00' }), null],
      ['totalAmount', '350.00', '120.00'],
    ]))
    expect(after?.changes.map(({ field }) => field)).not.toEqual(
      expect.arrayContaining(['titleEn', 'createTime', 'state', 'totalAmountCapital', 'overBudgetInfo']),
    )
    expect(await product.as('librarian').get(`/workflow/rounds/${id}`)).toMatchObject({ code: 403 })
  })
})

describe('a document that a claim refers to', () => {
  it('is told by its number alone to an approver who may not read it', async () => {
    const theirs = claim([row('20.00', { bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })], { applicantDept: 'sz-hardware',
      bearingDept: 'sz-rd', costCenter: 'cc-sz-rd' })
    const mentioned = await on.file('employee', theirs)
    expect(await product.as('employee').post('/workflow/wf/processInstance/cc/add', { procInstId: mentioned, userIds: ['u-quality'] }))
      .toMatchObject({ code: 200 })
    const id = await on.file('quality', claim([row('30.00')], { relatedProcessList: [mentioned] }))
    const labelFor = async (by: string) =>
      (await product.as(by).get<{ references: { documentLink: Record<string, FormValue> } }>(`/oaserver/${type}/detail?procInstId=${id}`))
        .data.references.documentLink[mentioned]
    const known = await labelFor('quality')
    expect(known).toMatchObject({ businessType: type, amount: '20.00', state: 1 })
    expect(await labelFor('yangfan')).toEqual({ id: mentioned, name: known?.['businessNo'], businessNo: known?.['businessNo'],
      enabled: true, readable: false })
  })
})

describe('the account numbers of a claim', () => {
  const filed = '6222021234567890128'
  const [changed, refiled] = ['6222029876543210001', '6222025555444433336']
  const numbers = [filed, changed, refiled]
  const payee = (proceedsAccount: string, more: FormValue = {}): FormValue => ({ proceedsName: '曹颖', proceedsAccount,
    proceedsAccountType: '2', bankName: '招商银行', luhnConfirmed: true, ...more })
  const paid = (number: string, more: FormValue = {}) =>
    claim([row('12.00', { expenseDetail: '账号' })], { proceedsType: '1', payeeLines: [payee(number, more)] })
  let id: string
  let later: string

  const answer = async (by: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    (await product.app.inject({ method, url, payload, headers: { authorization: await product.as(by).bearer() } })).payload
  const sheet = async (by: string, url: string) => {
    const { rawPayload } = await product.app.inject({ method: 'GET', url, headers: { authorization: await product.as(by).bearer() } })
    return JSON.stringify((await parseWorkbook(rawPayload)).rows)
  }

  /** All calls that return a document or its changes, by description. */
  const waysOut: Readonly<Record<string, (by: string) => Promise<string>>> = {
    'its detail': (by) => answer(by, 'GET', `/oaserver/expenseReimbursement/detail?procInstId=${id}`),
    'its timeline': (by) => answer(by, 'POST', '/workflow/getProcessInstanceNodeInfo', { procInstId: id }),
    'its history': (by) => answer(by, 'GET', `/workflow/historicFlow?procInstId=${id}`),
    'its differences': (by) => answer(by, 'GET', `/workflow/rounds/${id}`),
    'its print': async (by) => printedTextOf(product, { by, type: 'expenseReimbursement', id, accounts: 'full' }),
    'the detail of a document that links to it': (by) => answer(by, 'GET', `/oaserver/expenseReimbursement/detail?procInstId=${later}`),
    'documents to link to': (by) => answer(by, 'POST', '/workflow/getProcess', { links: ['expenseReimbursement'] }),
    'the document as a reference': (by) => answer(by, 'POST', '/system/reference/documentLink/find', { ids: [id] }),
    'the search': (by) => answer(by, 'GET', `/workflow/documents/found?keyword=${encodeURIComponent('账号')}`),
    'the list': (by) => answer(by, 'POST', '/workflow/tasks/all', { keyword: '账号' }),
    'the exported list': (by) => sheet(by, '/workflow/tasks/all/export'),
    'the form as it would be filed again': (by) =>
      answer(by, 'POST', '/oaserver/expenseReimbursement/calculate', { businessKey: id, parameters: {} }),
  }

  beforeAll(async () => {
    id = await on.file('quality', paid(filed))
    await on.passThrough(id, { until: 'accountantReview' })
    const [line] = (await on.detailOf(product.as('accountant'), id)).business['payeeLines'] as readonly FormValue[]
    expect(line).toMatchObject({ proceedsAccount: filed })
    const other = { payeeLines: [{ ...line, ...payee(changed) }] }
    expect(await on.pass(await on.at(id, 'accountantReview'), { comment: '更正账号', business: other })).toMatchObject({ code: 200 })
    await product.as('quality').post('/workflow/abortUpdate', { procInstId: id })
    const again = await on.apply(product.as('quality'), paid(refiled, { rowId: line!['rowId'] }), { operate: 'edit', businessKey: id })
    expect(on.refusal(again)).toEqual({ code: 200, fields: {} })
    await on.passThrough(id)
    await product.as('quality').post('/workflow/wf/processInstance/cc/add', { procInstId: id, userIds: ['u-employee'] })
    later = await on.file('quality', claim([row('13.00')], { relatedProcessList: [id] }))
  })

  const reveal = (by: string, document: string, row: unknown, field = 'payeeLines.proceedsAccount') =>
    product.as(by).post<{ account: string }>(`/oaserver/expenseReimbursement/${document}/account/reveal`, { field, row })
  type ShownDocument = { printsAccounts: boolean; business: { payeeLines: readonly FormValue[] } }
  const shownTo = async (by: string, document = id) => (await on.detailOf(product.as(by), document)) as unknown as ShownDocument

  it.each(['quality', 'accountant', 'cashier'])(
    'end in their last four digits on the screen of %s as well, who files or pays; one is told whole when it is asked for, with a line in the log, and printed',
    async (by) => {
      const { printsAccounts, business: { payeeLines: [line] } } = await shownTo(by)
      expect([printsAccounts, line!['proceedsAccount']]).toEqual([true, `**** ${refiled.slice(-4)}`])
      for (const way of ['its timeline', 'its differences', 'its history']) {
        const answer = await waysOut[way]!(by)
        expect([way, numbers.filter((number) => answer.includes(number))]).toEqual([way, []])
      }
      expect((await reveal(by, id, line!['rowId'])).data).toEqual({ account: refiled })
      const lines = await product.database.db.selectFrom('audit_log').select(['user_id', 'resource_id', 'after']).where('path', 'like',
        '%/account/reveal').orderBy('create_time', 'desc').limit(1).execute()
      expect(lines[0]).toMatchObject({ resource_id: id })
      expect(JSON.stringify(lines)).not.toContain(refiled)
      const printed = async () =>
        (await product.database.db.selectFrom('audit_log').select(['user_id', 'after']).where('path', 'like', '%/print').where(
          'resource_id',
          '=',
          id,
        ).where('user_id', '=', `u-${by}`).execute()).map(({ after }) => after)
      const before = await printed()
      await printedTextOf(product, { by, type: 'expenseReimbursement', id })
      expect(await printed()).toEqual(before)
      expect(await waysOut['its print']!(by)).toContain(refiled)
      expect(await printed()).toEqual([...before, { accounts: 'full' }])
    },
  )

  it('are told whole to nobody else, nor is anything told that is no account number', async () => {
    const row = (await shownTo('quality')).business.payeeLines[0]!['rowId']
    for (const by of ['yangfan', 'finance', 'employee', 'admin']) expect([by, (await reveal(by, id, row)).code]).toEqual([by, 403])
    expect((await reveal('cashier', id, row, 'payeeLines.proceedsName')).code).toBe(403)
    expect((await reveal('cashier', id, 'none')).code).toBe(404)
  })

  it.each(['yangfan', 'finance', 'employee', 'admin'])('end in their last four digits for %s, wherever they are read', async (by) => {
    for (const [way, ask] of Object.entries(waysOut)) {
      const text = await ask(by).catch((error: unknown) => String(error))
      expect([way, numbers.filter((number) => text.includes(number))]).toEqual([way, []])
    }
    const detail = (await on.detailOf(product.as(by), id)) as unknown as { printsAccounts: boolean;
      business: { payeeLines: readonly FormValue[] } }
    expect([detail.printsAccounts, detail.business.payeeLines[0]!['proceedsAccount']]).toEqual([false, `**** ${refiled.slice(-4)}`])
    expect(await waysOut['its print']!(by)).toContain(`**** ${refiled.slice(-4)}`)
    expect(await waysOut['its differences']!(by)).toContain(`**** ${changed.slice(-4)}`)
  })

  it('are not overwritten by their last four digits', async () => {
    const mine = await on.file('quality', paid(filed))
    await on.passThrough(mine, { until: 'accountantReview' })
    const [line] = (await on.detailOf(product.as('quality'), mine)).business['payeeLines'] as readonly FormValue[]
    const masked = { ...line, proceedsAccount: `**** ${filed.slice(-4)}` }
    const pending = await on.at(mine, 'accountantReview')
    expect(on.refusal(await on.pass(pending, { business: { payeeLines: [{ ...masked, proceedsAccount: '**** 9999' }] } }))).toEqual({
      code: 42009,
      fields: { 'payeeLines.0.proceedsAccount': '请输入完整账号' },
    })
    expect(await on.pass(pending, { business: { payeeLines: [{ ...masked, bankName: '中国银行' }] } })).toMatchObject({ code: 200 })
    const [kept] = (await shownTo('quality', mine)).business.payeeLines
    expect([kept!['bankName'], (await reveal('quality', mine, kept!['rowId'])).data]).toEqual(['中国银行', { account: filed }])
  })
})
