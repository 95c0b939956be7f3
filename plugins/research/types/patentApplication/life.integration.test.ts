import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { inventionOf, inventor, patentSay } from '../testing.ts'
import { patentApplication } from './index.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, patentApplication)
})
afterAll(() => product?.close())

const granted = async (applicationNo: string, change: FormValue = {}): Promise<string> => {
  const id = await on.file('employee', await inventionOf(on, change))
  await on.passThrough(id, await patentSay(on, applicationNo))
  return id
}
const kept = (document: string) =>
  product.database.db.selectFrom('patent').select(['application_no', 'patent_state', 'state_date', 'inventors', 'first_inventor',
    'department_id']).where('business_key', '=', document).executeTakeFirst()
const follow = (id: string, business: FormValue) =>
  product.as('pengyu').post<{ fields?: { name: string; message: string }[] }>('/workflow/followUp', { procInstId: id,
    followUp: 'patentState', business })

it('stands in the register once it is filed, follows its state, and leaves it when it is taken back', async () => {
  const inventors = [inventor({ contribution: 70 }), inventor({ rowId: 'p2', person: 'u-songtao', contribution: 30, isFirst: '0' })]
  const id = await granted('202610000001.1', { inventors })
  expect(await kept(id)).toMatchObject({ application_no: '202610000001.1', patent_state: '1', inventors: ['u-employee', 'u-songtao'],
    first_inventor: 'u-employee', department_id: 'sz-hardware' })
  expect(on.refusal(await follow(id, { patentState: '3', stateDate: '2026-11-19' })).fields).toEqual({
    stateDate: '状态日期不能早于申请日，也不能晚于今天',
  })
  expect((await follow(id, { patentState: '3', stateDate: '2026-11-20' })).code).toBe(200)
  expect(await kept(id)).toMatchObject({ patent_state: '3', state_date: '2026-11-20' })
  expect((await on.detailOf(product.as('employee'), id)).business).toMatchObject({ patentState: '3' })
  await on.revoke('employee', id)
  expect(await kept(id)).toBeUndefined()
})

it('is not filed when it is not worth it, nor in the future, nor under a number of another', async () => {
  const id = await on.file('employee', await inventionOf(on))
  const say = await patentSay(on, '202610000002.1')
  await on.passThrough(id, {}, 'patentEngineer')
  const judged = say['patentEngineer'] as { business: FormValue }
  expect(on.refusal(await on.pass(id, { ...judged, business: { grade: 'D' } })).fields).toEqual({ grade: '评定为不申请，请拒绝' })
  await on.passThrough(id, say, 'patentFile')
  expect(on.refusal(await on.pass(id, { business: { applicationNo: '202610000002.1', filingDate: '2026-11-21' } })).fields).toEqual({
    filingDate: '申请日不能晚于今天',
  })
  await on.passThrough(id, say)
  const other = await on.file('employee', await inventionOf(on))
  await on.passThrough(other, say, 'patentFile')
  expect(Object.keys(on.refusal(await on.pass(other, say['patentFile'])).fields)).toEqual(['applicationNo'])
})

it('goes to the vice president where it is a core patent, costs much or is filed abroad', async () => {
  const abroad = await on.file('employee', await inventionOf(on, { region: ['cn', 'us'] }))
  expect(await on.passThrough(abroad, await patentSay(on, '202610000003.1'))).toContain('vp: vp')
})

it('tells the numbers of identity cards one by one to the patent engineer and who filed alone, with a line of the log', async () => {
  const id = await on.file('employee', await inventionOf(on, { inventors: [inventor({ idNo: '320501199001011234' })] }))
  const shown = async (user: string) => rowsAt((await on.detailOf(product.as(user), id)).business, 'inventors').map(({ idNo }) => idNo)
  expect([await shown('employee'), await shown('pengyu')]).toEqual([['**** 1234'], ['**** 1234']])
  const [row] = rowsAt((await on.detailOf(product.as('employee'), id)).business, 'inventors')
  const reveal = (user: string) =>
    product.as(user).post(`/oaserver/patentApplication/${id}/account/reveal`, { field: 'inventors.idNo', row: row?.['rowId'] })
  for (const user of ['employee', 'pengyu']) expect((await reveal(user)).data).toEqual({ account: '320501199001011234' })
  expect([(await reveal('head')).code, (await reveal('xuhaibo')).code]).toEqual([403, 403])
  const looks = async () =>
    (await product.database.db.selectFrom('audit_log').select(['user_id', 'after']).where('resource_id', '=', id).where('code', '=', 200)
      .orderBy('user_id').execute()).filter(({ after }) => JSON.stringify(after).includes('inventors.idNo')).map((line) => line.user_id)
  await expect.poll(looks, { timeout: 20_000 }).toEqual(['u-employee', 'u-pengyu'])
  expect(await shown('xuhaibo')).toEqual([undefined])
  expect(await shown('head')).toEqual([undefined])
})

it('keeps the state of a filed patent from being changed in the register', async () => {
  const id = await granted('202610000004.1')
  const { id: record, version } = await product.database.db.selectFrom('patent').select(['id', 'version']).where('business_key', '=', id)
    .executeTakeFirstOrThrow()
  const change = (more: FormValue) =>
    product.as('pengyu').put<{ fields?: { name: string; message: string }[] }>('/oaserver/patent/update', { id: record, ...more })
  expect((await change({ version, remark: '年费已缴' })).code).toBe(200)
  const { businessNo } = await on.detailOf(product.as('pengyu'), id)
  expect(on.refusal(await change({ version: version + 1, patentState: '5' })).fields).toEqual({
    patentState: `该内容由单据${businessNo}确定，不能在台账中修改`,
  })
})
