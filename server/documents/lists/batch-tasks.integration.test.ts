import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalProduct } from '../testing-company.ts'
import type { TestProduct } from '../testing.ts'

let product: TestProduct

interface TaskRow {
  readonly total: number
  readonly quick?: Readonly<Record<string, number>>
}

beforeAll(async () => {
  const company = await approvalProduct()
  product = company.product
  await company.on.file('plain', { title: '甲' })
})
afterAll(() => product?.close())

const ask = (body: object) => product.as('head').post<TaskRow>('/workflow/tasks/todoList', body)

it('tells how many tasks may be passed together as long as they are not too many, and then says that it cannot', async () => {
  expect((await ask({})).data).toMatchObject({ total: 1, quick: { batchPass: 1 } })
  await sql`insert into task select (jsonb_populate_record(task, jsonb_build_object('id', 'more' || n))).*
    from task, generate_series(1, 100) n
    where assignee = 'head' and state = 'running'`.execute(product.database.db)
  const { data } = await ask({})
  expect([data.total, Object.keys(data.quick ?? {})]).toEqual([101, expect.not.arrayContaining(['batchPass'])])
  expect(await ask({ batchPass: true })).toMatchObject({ code: 42009, msg: expect.stringContaining('100') })
  expect((await ask({ title: '乙' })).data).toMatchObject({ total: 0, quick: { batchPass: 0 } })
})
