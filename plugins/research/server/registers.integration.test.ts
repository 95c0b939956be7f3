import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { projectId } from '#plugins/demo/server/records.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { devReviewSheet } from '../types/devReviewSheet/index.ts'
import { checks, directed, hours, reviewOf, reviewSay } from '../types/testing.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, devReviewSheet)
})
afterAll(() => product?.close())

const say = { ...reviewSay, reviewSign: checks('coverage', 'test') }
const reported = (document: string) =>
  product.database.db.selectFrom('dev_work_hour').select(['id', 'version', 'work_date', 'user_id', 'department_id', 'work_type', 'hours',
    'source']).where('business_key', '=', document).orderBy('work_date').execute()
const storedRecord = (document: string) =>
  product.database.db.selectFrom('directed_software').select(['id', 'version', 'status', 'planned_date', 'finished_date',
    'software_version', 'owner']).where('business_key', '=', document).executeTakeFirst()
const call = (path: string, body: FormValue) =>
  product.as('pengyu').post<{ id: string; fields?: { name: string; message: string }[] }>(path, body)
const put = (path: string, body: FormValue) =>
  product.as('pengyu').put<{ id: string; fields?: { name: string; message: string }[] }>(path, body)

describe('working hours', () => {
  it('come from completed sheets, under the last day of their month, and leave with them', async () => {
    const rows = [hours({ month: '2026-02-01', actualHours: '110.5' }),
      hours({ rowId: 'h2', member: 'u-songtao', month: '2026-03-01', actualHours: '8.0' }),
      hours({ rowId: 'h3', member: 'u-songtao', role: 'test', month: '2026-03-01', actualHours: '0' })]
    const id = await on.file('employee', await reviewOf(on, { workHours: rows }))
    expect(await reported(id)).toEqual([])
    await on.passThrough(id, reviewSay)
    const kept = await reported(id)
    expect(kept).toMatchObject([
      { work_date: '2026-02-28', user_id: 'u-employee', department_id: 'sz-hardware', work_type: 'electronic', hours: '110.50',
        source: 'REVIEW' },
      { work_date: '2026-03-31', user_id: 'u-songtao', hours: '8.00', source: 'REVIEW' },
    ])
    expect((await put('/oaserver/devWorkHour/update', { id: kept[0]!.id, version: kept[0]!.version, hours: '1' })).code).not.toBe(200)
    await on.revoke('employee', id)
    expect(await reported(id)).toEqual([])
    await on.fileAgain('employee', id, await reviewOf(on, { workHours: rows.slice(1) }))
    await on.passThrough(id, reviewSay)
    expect(await reported(id)).toHaveLength(1)
  })

  const entry = (change: FormValue): FormValue => ({ workDate: '2025-01-06', userId: 'u-gujia', projectId: projectId('P26-001'),
    workType: 'structure', hours: '8', ...change })
  const save = (change: FormValue) => call('/oaserver/devWorkHour/save', entry(change))

  it('have at most 24 of a day, also when they are entered at once', async () => {
    expect((await save({ hours: '20' })).code).toBe(200)
    expect(on.refusal(await save({ hours: '4.01', workType: 'test' })).fields).toEqual({ hours: '同一天的工时不能超过24小时' })
    const answers = await Promise.all(['pm', 'software', 'electronic', 'test'].map((workType) => save({ hours: '4', workType })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(on.refusal(await save({ hours: '1' })).fields).toHaveProperty('workDate')
    expect((await save({ workDate: '2026-11-21' })).code).not.toBe(200)
  })

  it('are counted anew when an entry is changed or deleted', async () => {
    const day = { workDate: '2025-01-07' }
    const { data: { id } } = await save({ ...day, hours: '24' })
    expect((await put('/oaserver/devWorkHour/update', { ...entry({ ...day, hours: '10' }), id, version: 0 })).code).toBe(200)
    expect((await save({ ...day, workType: 'test', hours: '14' })).code).toBe(200)
    expect((await product.as('pengyu').delete(`/oaserver/devWorkHour/${id}`)).code).toBe(200)
    expect((await save({ ...day, workType: 'pm', hours: '10' })).code).toBe(200)
  })
})

describe('software for customers', () => {
  it('is asked for by a completed sheet, done in the register, and cancelled with the sheet while it is open', async () => {
    const id = await on.file('employee', await reviewOf(on, { ...(await directed(on)), workHours: [hours({ month: '2026-04-01' })] }))
    await on.passThrough(id, say)
    const row = (await storedRecord(id))!
    expect(row).toMatchObject({ status: '1', planned_date: '2026-12-15', software_version: 'V3.1-E', owner: 'u-employee' })
    const update = (change: FormValue) => put('/oaserver/directedSoftware/update', { id: row.id, version: row.version, ...change })
    expect(on.refusal(await update({ softwareVersion: 'V9' })).fields).toHaveProperty('softwareVersion')
    expect(on.refusal(await update({ status: '2' })).fields).toHaveProperty('finishedDate')
    expect(on.refusal(await update({ status: '2', finishedDate: '2026-11-21' })).fields).toEqual({ finishedDate: '完成日期不能晚于今天' })
    await on.revoke('employee', id)
    expect(await storedRecord(id)).toMatchObject({ status: '3' })
    await on.fileAgain('employee', id,
      await reviewOf(on, { ...(await directed(on)), version: 'V3.2-E', workHours: [hours({ month: '2026-04-01' })] }))
    await on.passThrough(id, say)
    const again = (await storedRecord(id))!
    expect(again).toMatchObject({ status: '1', software_version: 'V3.2-E' })
    expect(
      (await put('/oaserver/directedSoftware/update', { id: row.id, version: again.version, status: '2', finishedDate: '2026-11-20' }))
        .code,
    ).toBe(200)
    await on.revoke('employee', id)
    expect(await storedRecord(id)).toMatchObject({ status: '2', finished_date: '2026-11-20' })
  })
})
