import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalProduct } from '../testing-company.ts'
import type { TestProduct } from '../testing.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let breaks: string

interface DocumentRow {
  readonly records: readonly { readonly title: string; readonly marks: readonly string[] }[]
  readonly total: number
  readonly quick?: Readonly<Record<string, number>>
}

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  breaks = await on.file('marked', { title: '甲', breaks: true })
  await on.file('marked', { title: '乙', breaks: false })
  await on.file('plain', { title: '丙' })
})
afterAll(() => product?.close())

const ask = async (list: string, who: string, body: object = {}) =>
  (await product.as(who).post<DocumentRow>(`/workflow/tasks/${list}`, body)).data
const titles = ({ records }: DocumentRow) => records.map(({ title }) => title).toSorted()

it('rows say which marks of a module their documents carry', async () => {
  const { records } = await ask('myApply', 'wang')
  expect(Object.fromEntries(records.map(({ title, marks }) => [title, marks]))).toEqual({ 甲: ['fragile'], 乙: [], 丙: [] })
})

it('lists are narrowed to a mark, and its rows are counted whatever is chosen', async () => {
  expect(titles(await ask('myApply', 'wang', { marks: ['fragile'] }))).toEqual(['甲'])
  expect(titles(await ask('all', 'voider', { marks: ['fragile'] }))).toEqual(['甲'])
  expect(await ask('all', 'voider', { marks: ['ofNoModule'] })).toMatchObject({ records: [], total: 0 })
  expect(await ask('todoList', 'head')).toMatchObject({ total: 3, quick: { overdue: 0, urged: 0, fragile: 1 } })
  expect(await ask('todoList', 'head', { marks: ['fragile'] })).toMatchObject({ total: 1, quick: { fragile: 1 } })
  expect(await ask('todoList', 'head', { marks: ['fragile'], urged: true })).toMatchObject({ total: 0, quick: { fragile: 1 } })
})

it('a mark follows what an approver writes, and the history says the same', async () => {
  expect(await on.do('pass', breaks, 'head', { business: { breaks: false } })).toMatchObject({ code: 200 })
  expect(titles(await ask('all', 'voider', { marks: ['fragile'] }))).toEqual([])
  await product.audit()
})
