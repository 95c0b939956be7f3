import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionItemAnswer } from '#kernel/answers.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { administrationItemsPath } from './permissions.ts'
import type { PageOf, UsageCount, UsageRecord } from './organisation-wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

const usages = async (path: string) =>
  Object.fromEntries(
    (await product.as('admin').get<UsageCount[]>(`/system/org/${path}/usages`)).data.map(({ id, count }) => [id, count]),
  )
const listed = async (path: string, kind: string) => {
  const found: string[] = []
  for (let current = 1;; current += 1) {
    const { data } = await product.as('admin').post<PageOf<UsageRecord>>(`/system/org/${path}/usages/page`, { kind, current, size: 7 })
    found.push(...data.records.map(({ id }) => id))
    if (current * 7 >= data.total) return found
  }
}
const counted = async (query: ReturnType<typeof sql<{ count: string }>>) =>
  Number((await query.execute(product.database.db)).rows[0]?.count)

it('what rests on a unit of every module is as many as a recount says, and each is listed once', async () => {
  const units = sql`(select id from sys_group where path like '%/sz/%')`
  const found = await usages('sz')
  expect(found).toMatchObject({
    budgets: await counted(sql`select count(*) from annual_budget where del_flag = 0 and department_id in ${units}`),
    people: await counted(
      sql`select count(distinct user_id) from sys_user_group join sys_user on sys_user.id = user_id where enable and group_id in ${units}`,
    ),
    subUnits: await counted(sql`select count(*) - 1 as count from sys_group where path like '%/sz/%'`),
  })
  expect(Object.values(found).every((count) => count > 0)).toBe(true)
  for (const [kind, count] of Object.entries(found)) expect([kind, new Set(await listed('sz', kind)).size]).toEqual([kind, count])
})

it('and so of every person', async () => {
  const managers = (await sql<
    { id: string; count: string }
  >`select manager_user_id as id, count(*) from cost_center where del_flag = 0 and manager_user_id is not null group by 1`.execute(
    product.database.db,
  )).rows
  expect(managers.length).toBeGreaterThan(0)
  for (const { id, count } of managers) expect((await usages(`people/${id}`))['costCentres']).toBe(Number(count))
  const [first] = managers
  const found = await usages(`people/${first?.id}`)
  for (const [kind, count] of Object.entries(found))
    expect([kind, new Set(await listed(`people/${first?.id}`, kind)).size]).toEqual([kind, count])
})

it('administrators are told what needs them, each in what they may see; nobody else is', async () => {
  const { db } = product.database
  const items = async (person: string) =>
    Object.fromEntries((await product.as(person).get<ActionItemAnswer[]>(administrationItemsPath)).data.map(({ id, count }) => [id, count]))
  const before = await items('admin')
  const { rows: [unit] } = await sql<{ id: string }>`select group_id id from sys_user_group join sys_group g on g.id = group_id
    join sys_user u on u.id = user_id join sys_user head on head.id = head_user_id
    where u.enable and head.enable and g.enable and u.id <> head.id limit 1`.execute(db)
  await sql`update sys_group set head_user_id = null where id = ${unit?.id}`.execute(db)
  await sql`insert into sync_log (id, kind, start_time, end_time, result, total, success, failed)
    values ('sync-early', 'SAP_RATES', now() - interval '2 days', now() - interval '2 days', 'FAILURE', 0, 0, 0)`.execute(db)
  expect(await items('admin')).toEqual({ ...before, unitsWithoutHead: (before['unitsWithoutHead'] ?? 0) + 1,
    failedSyncs: (before['failedSyncs'] ?? 0) + 1 })
  // a later successful run clears the item
  await sql`insert into sync_log (id, kind, start_time, end_time, result, total, success, failed)
    values ('sync-late', 'SAP_RATES', now(), now(), 'SUCCESS', 1, 1, 0)`.execute(db)
  expect(await items('admin')).toMatchObject({ failedSyncs: before['failedSyncs'] })
  expect(await items('employee')).toEqual({})
})
