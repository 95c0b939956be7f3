import { Workbook } from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { date, defineFields, number, select, text } from '#kernel/fields.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { type FormDesign, formDesignPath as path, type SampleFiling } from '../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const key = 'dynamicForm:outing-limits'
const section = { section: 'contents' }
const fields = defineFields({
  arrival: date({ cn: '到访日期', en: 'Arrival', earliest: 'today()', ...section }),
  hours: number({ cn: '时长', en: 'Hours', required: true, min: 0.2, step: 0.5, ...section }),
  measure: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', excludes: ['pcs', 'set'], ...section }),
  secret: text({ cn: '门禁码', en: 'Door code', unsearched: true, unexported: true, ...section }),
})
const on = () => filing(product, { key }, { nodeList: [{ nodeId: 'addApprover', userIdList: ['u-employee'] }] })
const value = { title: '外出', applicantDept: 'sz-quality', hours: '1.5', measure: 'carton' }

it('limits of fields hold for filing, samples, lists and exports of a designed form', async () => {
  const admin = product.as('admin')
  const { data: made } = await admin.post<FormDesign>(path, { urlPage: 'outing-limits', prefix: 'LWE', group: 'administration',
    cn: '外出登记', en: 'Outing' })
  const { data: design } = await admin.put<FormDesign>(`${path}/${made.id}`, { revision: made.revision,
    content: { ...made.content,
      form: { ...made.content.form, fields: { ...made.content.form.fields, ...fields }, columns: ['hours', 'secret'] } } })
  expect(design.problems).toEqual([])
  const { data: samples } = await admin.get<readonly SampleFiling[]>(`${path}/${design.id}/samples`)
  expect(samples).toMatchObject([{ findings: [], open: [] }])
  expect(await admin.post(`${path}/${design.id}/publish`, { revision: design.revision, reason: '投入使用' })).toMatchObject({ code: 200 })

  const refused = async (more: object) => JSON.stringify((await on().apply(product.as('quality'), { ...value, ...more })).data)
  expect(await refused({ arrival: '2020-01-01' })).toMatch(/到访日期不能早于\d{4}-\d\d-\d\d/)
  expect(await refused({ hours: '1.2' })).toContain('时长须为0.5的倍数')
  expect(await refused({ measure: 'set' })).toContain('单位的选项无效')
  await on().file('quality', { ...value, secret: 'K-17' })

  await product.composition.jobs.tick()
  const listed = (columns: object) => admin.post(`/oaserver/${key}/page`, { current: 1, size: 10, columns })
  expect(await listed({ hours: '1,2' })).toMatchObject({ code: 200, data: { records: [{ columns: { secret: 'K-17' } }] } })
  expect(await listed({ secret: 'K' })).toMatchObject({ code: 42009 })
  const answer = await product.app.inject({ url: `/oaserver/${key}/export`, headers: { authorization: await admin.bearer() } })
  const workbook = new Workbook()
  await workbook.xlsx.load(answer.rawPayload as unknown as ArrayBuffer)
  const head = (workbook.worksheets[0]?.getRow(1).values ?? []) as readonly unknown[]
  expect([head.includes('时长'), head.includes('门禁码')]).toEqual([true, false])
})
