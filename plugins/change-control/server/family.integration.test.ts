import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { ecnApply } from '../types/ecnApply/index.ts'
import { ecnBaseline } from '../types/ecnBaseline/index.ts'
import { ecnChange } from '../types/ecnChange/index.ts'
import { ecnReviewForm } from '../types/ecnReviewForm/index.ts'
import { baselineOf, baselineSay, changeOf, changeSay, releasedNotice, reviewOf, reviewSay } from '../types/testing-family.ts'
import { lineOf, materialsOf, noticeOf, noticeSay, paper } from '../types/testing.ts'
import { bomDifference, compareVersions } from './baselines.ts'
import { lineStates } from './jobs.ts'

let product: TestProduct
let notices: FilingSupport
let codes: Readonly<Record<string, string>>
beforeAll(async () => {
  product = await demoProduct()
  notices = filing(product, ecnApply)
  codes = await materialsOf(notices, 'P-001', 'C-001', 'C-002', 'R-001')
}, 120_000)
afterAll(() => product?.close())

const valueOf = async (id: string): Promise<FormValue> =>
  (await product.database.db.selectFrom('document').select('value').where('id', '=', id).executeTakeFirstOrThrow()).value
const linesOf = async (id: string) => rowsAt(await valueOf(id), 'changeItems')
const statesOf = async (id: string) => (await linesOf(id)).map(({ itemState }) => itemState)
const row = (rowId: string, change: FormValue) => ({ business: { changeItems: [{ rowId, ...change }] }, comment: '同意' })
const two = (): FormValue => ({
  changeItems: [lineOf(codes), lineOf(codes, { rowId: 'l2', itemNo: 20, position: 'C200', execDept: 'sz-quality' })],
})

describe('lines of a notice', () => {
  it('are closed at completion in the name of the change owner, and the register follows', async () => {
    const id = await releasedNotice(notices)
    expect(await statesOf(id)).toEqual(['4'])
    const events = await product.database.db.selectFrom('document_event').select('payload').where('document', '=', id).where('type', '=',
      'valueChanged').orderBy('seq', 'desc').limit(2).execute()
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { by: 'u-employee', changes: [{ field: 'changeItems.l1.itemState', before: '3', after: '4' }] },
      { by: 'u-employee', changes: [{ field: 'changeItems.l1.itemState', before: '2', after: '3' }] },
    ])
    expect(
      await product.database.db.selectFrom('ecn_line').select(['row_id', 'item_state', 'document_state', 'executor']).where('document', '=',
        id).execute(),
    ).toEqual([{ row_id: 'l1', item_state: '4', document_state: '4', executor: 'u-luxiao' }])
  })

  it('of level B are verified by quality before, every one of them', async () => {
    const id = await releasedNotice(notices, 'verify', { level: 'B', validation: [await paper(product, 'employee')] })
    expect(notices.refusal(await notices.pass(id, { comment: '已验证' })).fields).toEqual({ 'changeItems.0.itemState': '存在未验证的明细' })
    await notices.passThrough(id, await noticeSay(notices))
    expect(await statesOf(id)).toEqual(['4'])
  })

  it('belong to the head of their department, then to their executor', async () => {
    const id = await releasedNotice(notices, 'ecnExecDept', two())
    const named = (rowId: string, person: string) => ({ rowId, executor: person, planDate: '2026-12-01' })
    const everything = { comment: '同意', business: { changeItems: [named('l1', 'u-luxiao'), named('l2', 'u-dongmei')] } }
    await notices.pass(id, everything)
    expect((await linesOf(id)).map(({ executor, itemState }) => [executor ?? null, itemState])).toEqual([['u-luxiao', '1'], [null, '0']])
    await notices.passThrough(id, { ecnExecDept: everything }, 'executor')
    expect((await linesOf(id)).map(({ executor, itemState }) => [executor, itemState])).toEqual([['u-luxiao', '1'], ['u-dongmei', '1']])
    await notices.remove(id)
  })

  it('change their states only as it is their turn', async () => {
    const id = await releasedNotice(notices, 'changeOwner')
    const refused = async (state: string) => notices.refusal(await notices.pass(id, row('l1', { itemState: state }))).fields
    expect(await refused('3')).toEqual({ 'changeItems.0.itemState': '不允许的状态变更' })
    expect((await notices.pass(id, row('l1', { itemState: '9' }))).code).toBe(200)
    await notices.remove(id)
  })

  it('are saved by their executor without passing, which needs them executed', async () => {
    const id = await releasedNotice(notices, 'executor')
    const [task] = await notices.pending(id)
    const save = (by: string, business: FormValue) => product.as(by).post('/workflow/save', { taskId: task?.task, business })
    expect(notices.refusal(await save('luxiao', { changeItems: [{ rowId: 'l1', itemState: '5' }] }) as never).fields).toEqual({
      'changeItems.0.delayReason': '请填写延期原因',
    })
    expect((await save('luxiao', { changeItems: [{ rowId: 'l1', itemState: '5', delayReason: '等待物料' }] })).code).toBe(200)
    expect(await statesOf(id)).toEqual(['5'])
    expect((await save('suming', { changeItems: [{ rowId: 'l1', itemState: '2' }] })).code).not.toBe(200)
    expect(notices.refusal(await save('luxiao', { changeItems: [{ rowId: 'l1', itemState: '3' }] }) as never).fields).toEqual({
      'changeItems.0.itemState': '不允许的状态变更',
    })
    expect(notices.refusal(await notices.pass(id, { comment: '完成' })).fields).toEqual({
      'changeItems.0.itemState': '存在未执行完成的明细',
    })
    expect((await notices.pending(id)).map(({ node }) => node)).toEqual(['executor'])
    await product.composition.postings.tick()
    await notices.passThrough(id, await noticeSay(notices))
    expect(await statesOf(id)).toEqual(['4'])
  })

  it('are delayed once their day has passed', async () => {
    const id = await releasedNotice(notices, 'executor')
    const run = (at: string) =>
      lineStates.run({ host: product.composition.host as never, db: product.database.db, at: new Date(at),
        signal: new AbortController().signal })
    await run('2026-12-01T10:00:00+08:00')
    expect(await statesOf(id)).toEqual(['1'])
    await run('2026-12-02T10:00:00+08:00')
    expect(await statesOf(id)).toEqual(['5'])
    await notices.remove(id)
  })

  it('warn of materials that another notice changes', async () => {
    const id = await notices.file('employee', await noticeOf(notices))
    const { businessNo } = await notices.detailOf(product.as('employee'), id)
    const { data } = await notices.calculate(product.as('employee'), await noticeOf(notices))
    expect(data.problems).toContainEqual(
      expect.objectContaining({ field: 'changeItems.0.oldMaterial', level: 'warn',
        parameters: expect.objectContaining({ no: businessNo }) as unknown }),
    )
    await notices.remove(id)
  })
})

describe('a review', () => {
  it('of a major change comes first, and counts unless it failed', async () => {
    const reviews = notices.of(ecnReviewForm)
    const major = { level: 'A', customerNotice: '1', validation: [await paper(product, 'employee')] }
    const ecn = await releasedNotice(notices, 'changeOwner', major)
    const file = [await paper(product, 'employee')]
    const decide = () => notices.pass(ecn, { comment: '同意', business: { customerFile: file } })
    expect(notices.refusal(await decide()).fields).toEqual({ level: '重大变更须先完成ECN评审表' })
    const value = await reviewOf(notices, { ecn: [ecn] })
    const failed = await reviews.file('employee', value)
    expect(notices.refusal(await reviews.apply(product.as('employee'), value)).fields).toEqual({ ecn: '该ECN已存在评审表' })
    await reviews.passThrough(failed, reviewSay, 'changeOwner')
    await reviews.passThrough(failed, { changeOwner: { comment: '不通过', business: { conclusion: 'fail' } } })
    expect(notices.refusal(await decide()).fields).toEqual({ level: '重大变更须先完成ECN评审表' })
    await reviews.passThrough(await reviews.file('employee', value), reviewSay)
    expect((await decide()).code).toBe(200)
  })

  it('does not pass with an item that failed, nor without a day for what is involved', async () => {
    const reviews = notices.of(ecnReviewForm)
    const id = await reviews.file('employee', await reviewOf(notices))
    await reviews.passThrough(id, reviewSay, 'deptReview')
    const open = { comment: '涉及', checkList: (reviewSay['deptReview'] as { checkList: unknown }).checkList, business: {
      reviewItems: [{ rowId: 'r1', involved: '1', measure: '更新', result: 'pass' }, { rowId: 'r2', involved: '1', measure: '更新',
        result: 'fail' }],
    } }
    expect(notices.refusal(await reviews.pass(id, open)).fields).toEqual({ 'reviewItems.1.dueDate': '请填写完成日期' })
    const dated = { ...open, business: { reviewItems: open.business.reviewItems.map((item) => ({ ...item, dueDate: '2026-11-30' })) } }
    await reviews.passThrough(id, { ...reviewSay, deptReview: dated }, 'changeOwner')
    expect(notices.refusal(await reviews.pass(id, { comment: '同意', business: { conclusion: 'pass' } })).fields).toEqual({
      conclusion: '存在不通过的评审项',
    })
    await reviews.remove(id)
  })
})

describe('a change', () => {
  const changes = () => notices.of(ecnChange)
  const complete = async (id: string) => changes().passThrough(id, await changeSay(notices))

  it('needs a released notice, and locks its lines while it is decided', async () => {
    const early = await releasedNotice(notices, 'pmc')
    expect(notices.refusal(await changes().apply(product.as('employee'), await changeOf(notices, {}, early))).fields).toMatchObject({
      ecn: '该ECN尚未通过变更负责人，不能变更',
    })
    const ecn = await releasedNotice(notices, 'executor')
    const id = await changes().file('employee', await changeOf(notices, {}, ecn))
    expect(notices.refusal(await changes().apply(product.as('employee'), await changeOf(notices, {}, ecn))).fields).toEqual({
      ecn: '该ECN存在审批中的变更单',
    })
    const { businessNo } = await notices.detailOf(product.as('employee'), id)
    const say = (await noticeSay(notices))['executor']
    expect(notices.refusal(await notices.pass(ecn, say)).fields).toEqual({ 'changeItems.0.itemState': `明细正在变更中：${businessNo}` })
    expect((await product.as('employee').post('/workflow/abort', { procInstId: ecn, comment: '撤销' })).msg).toContain('不能撤销')
    await complete(id)
    expect(await linesOf(ecn)).toMatchObject([{ rowId: 'l1', position: 'C101,C102', itemState: '2', itemNo: 10 }])
    expect(await valueOf(ecn)).toMatchObject({ linesVersion: 2 })
  })

  it('delays, cancels, and hands lines to somebody else', async () => {
    const delayed = await releasedNotice(notices, 'executor')
    const delay = await changes().file('employee', await changeOf(notices, { changeKind: 'delay', newPlanDate: '2026-12-24' }, delayed))
    const { pmc, ...others } = await changeSay(notices)
    // the old stock stays as the notice disposed of it: PMC is asked about the day only
    await changes().passThrough(delay, { ...others, pmc: { ...pmc, business: {} } })
    expect(await linesOf(delayed)).toMatchObject([{ planDate: '2026-12-24', itemState: '1', position: 'C101' }])
    const handed = await releasedNotice(notices, 'executor')
    await complete(await changes().file('employee', await changeOf(notices, { changeKind: 'executor', newExecutor: 'u-suming' }, handed)))
    expect(await linesOf(handed)).toMatchObject([{ executor: 'u-suming', itemState: '1' }])
    const cancelled = await releasedNotice(notices, 'executor')
    await complete(await changes().file('employee', await changeOf(notices, { changeKind: 'cancel', changeItems: [] }, cancelled)))
    expect(await statesOf(cancelled)).toEqual(['9'])
  })

  it('reopens closed lines of a completed notice only where it says what becomes of what was executed', async () => {
    const ecn = await releasedNotice(notices)
    const plain = await changeOf(notices, {}, ecn)
    expect(notices.refusal(await changes().apply(product.as('employee'), plain)).fields).toMatchObject({
      'changeItems.0.itemNo': '已关闭的明细不能变更',
    })
    const delay = { ...plain, changeKind: 'delay', newPlanDate: '2026-12-24', executedHandling: '返工' }
    expect(notices.refusal(await changes().apply(product.as('employee'), delay)).fields).toEqual({
      'changeItems.0.itemNo': '已关闭的明细不能变更',
    })
    await complete(await changes().file('employee', { ...plain, executedHandling: '返工' }))
    expect(await linesOf(ecn)).toMatchObject([{ position: 'C101,C102', itemState: '4' }])
  })

  it('is judged again as it is completed: a line that moved meanwhile is refused', async () => {
    const ecn = await releasedNotice(notices, 'executor')
    const id = await changes().file('employee', await changeOf(notices, { changeKind: 'delay', newPlanDate: '2026-12-24' }, ecn))
    await changes().passThrough(id, await changeSay(notices), 'changeOwner')
    // a line that the change holds cannot be moved by an action; the last pass does not rely on that
    await product.database.db.updateTable('document').set(({ fn, ref, val }) => ({
      value: fn('jsonb_set', [ref('value'), val('{changeItems,0,itemState}'), val('"2"')]) as never,
    })).where('id', '=', ecn).execute()
    expect(notices.refusal(await changes().pass(id, { comment: '同意' })).fields).toEqual({
      'changeItems.0.itemNo': '已关闭的明细不能变更',
    })
    expect((await changes().detailOf(product.as('employee'), id)).state).toBe(1)
  })
})

describe('a baseline', () => {
  it('compares versions number by number', () => {
    expect(compareVersions('V1.10', 'V1.9')).toBeGreaterThan(0)
    expect(compareVersions('V1.0.0', 'V1.0')).toBe(0)
    expect(compareVersions('V2.0', 'V10.0')).toBeLessThan(0)
    expect(compareVersions('V1.0.1', 'V1.0')).toBeGreaterThan(0)
  })

  it('compares bills of material by quantities, however SAP writes them', () => {
    expect(bomDifference('R-001 × 1.000 PC\nC-001 × 3.000 PC', 'R-001 × 1 PC\nC-002 × 3 PC')).toBe('− C-001 × 3 PC\n+ C-002 × 3 PC')
  })

  it('follows the last one with a higher version, and takes notices whose lines are closed', async () => {
    const baselines = notices.of(ecnBaseline)
    const first = await baselines.file('employee', await baselineOf(notices))
    expect(notices.refusal(await baselines.apply(product.as('employee'), await baselineOf(notices))).fields).toEqual({
      product: '该产品存在审批中的基线',
    })
    await baselines.passThrough(first, baselineSay)
    // the difference of the bills was written as it was filed: no approver changed anything
    const { data: { processRecord } } = await product.as('employee').get<{ processRecord: readonly { changes: readonly object[] }[] }>(
      `/oaserver/ecnBaseline/detail?procInstId=${first}`,
    )
    expect(processRecord.length).toBeGreaterThan(4)
    expect(processRecord.flatMap(({ changes: made }) => made)).toEqual([])
    const ecn = await releasedNotice(notices)
    const next = async (version: string, ecns = [ecn]) => baselineOf(notices, { version, ecns })
    expect(notices.refusal(await baselines.apply(product.as('employee'), await next('V1.0.0'))).fields).toEqual({
      version: '版本号必须高于上一版本',
    })
    const { data: { value } } = await baselines.calculate(product.as('employee'), { ...(await next('')), version: undefined })
    expect(value).toMatchObject({ lastVersion: 'V1.0', version: 'V1.1', revisionLevel: 2 })
    const id = await baselines.file('employee', await next('V1.10'))
    const change = await notices.of(ecnChange).file('employee', await changeOf(notices, { executedHandling: '返工' }, ecn))
    await baselines.passThrough(id, baselineSay, 'docControl')
    const { businessNo } = await notices.detailOf(product.as('employee'), ecn)
    expect(notices.refusal(await baselines.pass(id)).fields).toEqual({ ecns: `ECN ${businessNo} 存在未关闭明细` })
    await notices.of(ecnChange).revoke('employee', change)
    expect((await baselines.pass(id)).code).toBe(200)
    const last = await baselines.calculate(product.as('employee'), { ...(await next('')), version: undefined })
    expect(last.data.value).toMatchObject({ lastVersion: 'V1.10', version: 'V1.11' })
  })
})

describe('offers', () => {
  const later = (minutes: number) => {
    const at = product.clock.now().getTime() + minutes * 60_000
    product.clock.now = () => new Date(at)
  }

  it('gives a review the standard items of the types of its notice, and its reviewers from their departments', async () => {
    const value = await reviewOf(notices)
    const [ecn] = value['ecn'] as string[]
    const { data } = await product.as('employee').get<{ rows: FormValue[] }>(`/oaserver/changeControl/reviewItems?ecn=${ecn}`)
    expect(data.rows.map(({ item }) => String(item).split(' / ')[0])).toEqual(['设计验证', '检验规范', '断点', '认证影响', '供应商通知',
      '备件'])
    const reviews = notices.of(ecnReviewForm)
    const { data: { value: filled } } = await reviews.calculate(product.as('employee'), { ...value,
      reviewItems: [{ rowId: 'r1', dept: 'dg-engineering', item: '工装' }] })
    expect(rowsAt(filled, 'reviewItems')[0]?.['reviewer']).toBe('u-liuyang')
    // a notice that a person may not read offers nothing
    const { data: unread } = await product.as('cashier').get<{ rows: FormValue[] }>(`/oaserver/changeControl/reviewItems?ecn=${ecn}`)
    expect(unread?.rows ?? []).toEqual([])
  })

  it('goes on from the last baseline with the notices that were closed since', async () => {
    const baselines = notices.of(ecnBaseline)
    const offered = async (by = 'employee') =>
      (await product.as(by).get<{ rows: FormValue[]; set: { ecns: string[] } }>(
        `/oaserver/changeControl/baselineItems?product=${codes['P-001']}&baselineType=design`,
      )).data
    const before = await releasedNotice(notices)
    expect((await offered()).rows).toEqual([])
    expect((await offered()).set.ecns).toContain(before)
    later(1)
    const id = await baselines.file('employee', await baselineOf(notices, { baselineType: 'design' }))
    await baselines.passThrough(id, baselineSay)
    later(1)
    const after = await releasedNotice(notices)
    const { rows, set } = await offered()
    expect(rows).toMatchObject([{ docNo: 'BOM-GW200', revision: 'A' }])
    expect(set.ecns).toContain(after)
    expect(set.ecns).not.toContain(before)
    // nor does a person who may not read that baseline
    expect(await offered('vietnam')).toEqual({ rows: [], set: { ecns: [] } })
  })
})
