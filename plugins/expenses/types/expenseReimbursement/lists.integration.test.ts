import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller, TestProduct } from '#server/documents/testing.ts'
import { claim, claims, paperRow, row } from '#plugins/expenses/server/testing-claims.ts'
import { categoryId } from '#plugins/demo/server/records.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'

interface ClaimRow {
  readonly businessKey: string
  readonly taskId: string | null
  readonly nodeId: string | null
  readonly amount: string
  readonly dueTime: string | null
  readonly overdue: boolean
  readonly urgeCount: number
  readonly marks: readonly string[]
  readonly countersign: boolean
  readonly readState: number
  readonly batchPass: true | { readonly reason: string } | null
}

interface ClaimPage {
  readonly records: readonly ClaimRow[]
  readonly total?: number
  readonly amount?: string
  readonly quick?: Readonly<Record<string, number>>
}

const lists = ['todoList', 'doneList', 'myApply', 'myGotIt', 'all'] as const

let product: TestProduct
let on: ReturnType<typeof claims>
const filed: Record<'small' | 'middle' | 'late' | 'paper' | 'over' | 'paid', string> = { small: '', middle: '', late: '', paper: '',
  over: '', paid: '' }

const explained = { overBudgetExplanation: '设备更新' }

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
  for (const [name, amount] of [['small', '10.10'], ['middle', '20.20'], ['late', '30.30']] as const)
    filed[name] = await on.file('quality', claim([row(amount)]))
  filed.paper = await on.file('quality', claim([paperRow('1.00')]))
  filed.paid = await on.file('quality', claim([row('40.40')]))
  await on.passThrough(filed.paid)
  filed.over = await on.file('quality', claim([row('9000000.00')], explained))
  const { db } = product.database
  await db.updateTable('task').set({ due_at: new Date(today.getTime() - 30 * 3_600_000) }).where('document', '=', filed.late).where('state',
    '=', 'running').execute()
  await db.updateTable('document').set({ urged: 2 }).where('id', '=', filed.middle).execute()
})
afterAll(() => product?.close())

const ask = async (by: TestCaller, list: string, body: object = {}) => {
  const { code, msg, data } = await by.post<ClaimPage>(`/workflow/tasks/${list}`, body)
  if (code !== 200) throw new Error(`${list}: ${code} ${msg}`)
  return data
}
const names = ({ records }: ClaimPage) => records.map(({ businessKey }) => Object.entries(filed).find(([, id]) => id === businessKey)?.[0])
const head = () => product.as('yangfan')

describe('a row of the to-do list', () => {
  it('tells what is late, urged and beyond the budget', async () => {
    const rows = new Map((await ask(head(), 'todoList')).records.map((each) => [each.businessKey, each]))
    expect(rows.get(filed.late)).toMatchObject({ overdue: true, overdueHours: 30, dueTime: '2026-11-19 04:00:00', urgeCount: 0, marks: [],
      countersign: false, readState: 0 })
    expect(rows.get(filed.middle)).toMatchObject({ overdue: false, overdueHours: null, dueTime: '2026-11-25 10:00:00', urgeCount: 2 })
    expect(rows.get(filed.over)).toMatchObject({ marks: ['overBudget'] })
  })

  it('may be passed with others where nothing has to be entered, and says what has to be elsewhere', async () => {
    const verdict = async (by: TestCaller, id: string) =>
      (await ask(by, 'todoList')).records.find(({ businessKey }) => businessKey === id)?.batchPass
    expect(await verdict(head(), filed.small)).toBe(true)
    for (const id of [filed.over, filed.paper]) await on.passThrough(id, { until: 'accountantReview' })
    const exceptions = { reason: 'exceptions', exceptions: 1 }
    expect(await verdict(product.as('accountant'), filed.over)).toEqual(exceptions)
    // its receipt has to be confirmed
    expect(await verdict(product.as('accountant'), filed.paper)).toEqual({ reason: 'fields' })
    await on.passThrough(filed.over, { until: 'overBudgetApprover' })
    const [task] = await on.pending(filed.over)
    expect(await verdict(product.as(task!.by), filed.over)).toEqual(exceptions)
    for (const each of [task!, await on.at(filed.paper, 'accountantReview')]) expect(await on.pass(each)).toMatchObject({ code: 42009 })
  })

  it('of which it says so is passed without another word', async () => {
    const id = await on.file('quality', claim([row('5.00', { expenseCategory: categoryId('POST') })], explained))
    const mine = (await ask(head(), 'todoList')).records.find(({ businessKey }) => businessKey === id)
    expect(mine?.batchPass).toBe(true)
    expect(await head().post('/workflow/pass', { taskId: mine?.taskId })).toMatchObject({ code: 200 })
    await on.passThrough(id, { until: 'accountantReview' })
  })
})

describe('the figures of a list', () => {
  it.each(lists)('of %s agree with its pages, however they are asked for', async (list) => {
    for (const by of [head(), product.as('quality'), product.as('finance'), product.as('employee')]) {
      const { total = -1, amount } = await ask(by, list)
      const pages = []
      for (let current = 1; (current - 1) * 3 < total; current++)
        pages.push(...(await ask(by, list, { current, size: 3, figures: false })).records)
      expect(new Set(pages.map(({ businessKey, taskId }) => taskId ?? businessKey)).size).toBe(total)
      const cents = pages.reduce((sum, each) => sum + Math.round(Number(each.amount) * 100), 0)
      expect(Math.round(Number(amount) * 100)).toBe(cents)
      expect((await by.post(`/workflow/tasks/${list}/figures`, {})).data).toMatchObject({ total, amount })
      expect((await by.post(`/workflow/tasks/${list}/count`, {})).data).toBe(total)
    }
  })

  it('stay away where they are not wanted', async () => {
    expect(Object.keys(await ask(head(), 'todoList', { figures: false })).toSorted()).toEqual(['current', 'records', 'size'])
  })

  it('count each remark, whichever is filtered by', async () => {
    const { records, quick } = await ask(head(), 'todoList', { size: 200 })
    const having = (has: (each: ClaimRow) => boolean) => records.filter(has).length
    expect(quick).toEqual({ overdue: having((each) => each.overdue), urged: having((each) => each.urgeCount > 0),
      overBudget: having((each) => each.marks.includes('overBudget')), fiveMOverdue: 0,
      batchPass: having((each) => each.batchPass === true) })
    expect([quick?.['overdue'], quick?.['urged']]).toEqual([1, 1])
    const late = await ask(head(), 'todoList', { overdue: true })
    expect([names(late), late.total, late.amount, late.quick]).toEqual([['late'], 1, '30.30', quick])
    const both = await ask(head(), 'todoList', { overdue: true, urged: true })
    expect([names(both), both.total, both.quick]).toEqual([[], 0, quick])
  })
})

describe('filters', () => {
  it('find what may be passed together, as its rows say, and nothing else', async () => {
    for (const by of [head(), product.as('accountant')]) {
      const free = (await ask(by, 'todoList', { size: 200 })).records.filter((each) => each.batchPass === true).map(({ businessKey }) =>
        businessKey
      )
      const found = await ask(by, 'todoList', { size: 200, batchPass: true })
      expect(free.length).toBeGreaterThan(0)
      expect([found.total, found.quick?.['batchPass']]).toEqual([free.length, free.length])
      expect(found.records.map(({ businessKey }) => businessKey)).toEqual(free)
      expect((await by.post('/workflow/tasks/todoList/count', { batchPass: true })).data).toBe(free.length)
      expect((await by.post<{ total: number }>('/workflow/tasks/todoList/figures', { batchPass: true })).data).toMatchObject({
        total: free.length,
      })
    }
    const accountant = await ask(product.as('accountant'), 'todoList', { size: 200 })
    expect(accountant.records.some((each) => each.batchPass !== true)).toBe(true)
    expect((await ask(head(), 'doneList', { batchPass: true })).total).toBe(0)
  })

  it('find the tasks that wait at a node, of which all are named with their number', async () => {
    const accountant = product.as('accountant')
    const { records } = await ask(accountant, 'todoList', { size: 200 })
    const nodesFor = async (by: typeof accountant, filter: object) =>
      (await by.post<readonly { node: string; cn: string; count: number }[]>('/workflow/tasks/todoNodes', filter)).data
    const data = await nodesFor(accountant, {})
    expect(data.find(({ node }) => node === 'accountantReview')).toMatchObject({ cn: '会计初审', en: 'Accountant review' })
    expect(data.reduce((sum, { count }) => sum + count, 0)).toBe(records.length)
    for (const { node, count } of data) expect((await ask(accountant, 'todoList', { node })).total).toBe(count)
    expect((await ask(accountant, 'todoList', { node: 'none,accountantReview' })).total).toBe(
      (await ask(accountant, 'todoList', { node: 'accountantReview' })).total,
    )
    expect((await ask(product.as('quality'), 'myApply', { node: 'accountantReview' })).records.map(({ businessKey }) => businessKey))
      .toContain(filed.paper)
    expect(await nodesFor(product.as('employee'), {})).toEqual([])
    for (const filter of [{ keyword: '曹颖' }, { initiator: 'u-quality' }, { overdue: true }, { batchPass: true }, {
      businessType: 'none',
    }]) {
      const counted = await nodesFor(accountant, { ...filter, node: 'none' })
      expect(counted.map(({ cn }) => cn).toSorted()).toEqual(data.map(({ cn }) => cn).toSorted())
      for (const { node, count } of counted) expect((await ask(accountant, 'todoList', { ...filter, node })).total).toBe(count)
    }
  })

  it('find what has waited for so many days, as the list of all is counted by it', async () => {
    const { db } = product.database
    const waits = (document: string, days: number) =>
      db.updateTable('task').set({ arrived_at: new Date(today.getTime() - days * 86_400_000) }).where('document', '=', document).where(
        'state',
        '=',
        'running',
      ).execute()
    await waits(filed.small, 8)
    await waits(filed.late, 15)
    const quality = product.as('quality')
    expect(names(await ask(quality, 'myApply', { waited: '8-14' }))).toEqual(['small'])
    expect(names(await ask(quality, 'myApply', { waited: '8-' })).toSorted()).toEqual(['late', 'small'])
    expect(names(await ask(head(), 'todoList', { waited: '8-14' }))).toEqual(['small'])
    expect(await quality.post('/workflow/tasks/myApply', { waited: 'long' })).toMatchObject({ code: 42009 })
    const { node } = (await head().post<{ node: string }[]>('/workflow/tasks/todoNodes', {})).data[0]!
    const finance = product.as('finance')
    for (const filter of [{}, { node }, { node: 'none' }, { keyword: '曹颖' }]) {
      const { data } = await finance.post<{ from: number; to?: number; count: number; amount: string }[]>('/workflow/tasks/allAges', {
        ...filter,
        waited: '0-7',
      })
      for (const { from, to = '', ...figures } of data)
        expect(await ask(finance, 'all', { ...filter, waited: `${from}-${to}` })).toMatchObject({ total: figures.count,
          amount: figures.amount })
    }
    const nodes = (await finance.post<{ node: string; cn: string; count: number }[]>('/workflow/tasks/allNodes', {})).data
    expect(nodes.length).toBeGreaterThan(1)
    for (const { node: at, count } of nodes) expect((await ask(finance, 'all', { node: at })).total).toBe(count)
    expect((await product.as('employee').post<unknown[]>('/workflow/tasks/allNodes', {})).data).toEqual([])
    for (const document of [filed.small, filed.late]) await waits(document, 0)
  })

  it('find what is late in every list, and nothing that is not theirs', async () => {
    const quality = product.as('quality')
    expect(names(await ask(quality, 'myApply', { overdue: true }))).toEqual(['late'])
    expect(names(await ask(quality, 'myApply', { marks: ['overBudget'] }))).toContain('over')
    expect(names(await ask(quality, 'myApply', { urged: true }))).toEqual(['middle'])
    expect((await ask(product.as('employee'), 'all', { overdue: true })).total).toBe(0)
  })

  it('refuse what they do not know', async () => {
    expect(await head().post('/workflow/tasks/todoList', { late: true })).toMatchObject({ code: 42009 })
    expect(await head().post('/workflow/tasks/todoList', { orders: [{ column: 'document.value' }] })).toMatchObject({ code: 42009 })
  })

  it('sort by how long a task has waited', async () => {
    const times = async (asc: boolean) =>
      (await ask(head(), 'todoList', { orders: [{ column: 'stayHours', asc }] })).records.map(({ businessKey }) => businessKey)
    const { db } = product.database
    await db.updateTable('task').set({ arrived_at: new Date(today.getTime() - 7_200_000) }).where('document', '=', filed.middle).where(
      'state',
      '=',
      'running',
    ).execute()
    expect((await times(false))[0]).toBe(filed.middle)
    expect((await times(true)).at(-1)).toBe(filed.middle)
  })
})

describe('handled', () => {
  it('lists a document once, however often a person had a part in it, the latest first', async () => {
    const handled = await ask(product.as('finance'), 'doneList')
    expect(new Set(handled.records.map(({ businessKey }) => businessKey)).size).toBe(handled.records.length)
    expect(handled.records.map(({ businessKey }) => businessKey)).toContain(filed.paid)
  })
})

describe('reading', () => {
  it('marks many at once, and only what is one’s own', async () => {
    const mine = (await ask(head(), 'todoList')).records.map(({ taskId }) => taskId!)
    expect((await product.as('employee').post('/workflow/tasks/setReadState', { taskIdList: mine })).data).toBe(0)
    expect((await head().post('/workflow/tasks/setReadState', { taskIdList: mine })).data).toBe(mine.length)
    expect((await ask(head(), 'todoList')).records.every(({ readState }) => readState === 1)).toBe(true)
    expect((await product.as('quality').post('/workflow/tasks/setReadState', { procInstIdList: [filed.paid] })).data).toBe(1)
  })
})

describe('the counts of the menu', () => {
  it('are those of the lists', async () => {
    const { data } = await head().get<Record<string, number>>('/workflow/tasks/counts')
    const { total, quick } = await ask(head(), 'todoList')
    expect(data).toMatchObject({ todo: total, overdue: quick?.['overdue'], handledToday: (await ask(head(), 'doneList')).total })
    const own = (await product.as('quality').get<Record<string, number>>('/workflow/tasks/counts')).data
    expect(own).toMatchObject({ initiated: (await ask(product.as('quality'), 'myApply', { state: 1 })).total, cc: 0, returned: 0,
      drafts: 0 })
  })
})
