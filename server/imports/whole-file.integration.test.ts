import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { money, text } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { serverMessages } from '#server/server-messages.ts'
import { testApp, type TestApp } from '#server/http/testing.ts'
import { gadgetMigrations, gadgets, testHost } from '#server/resources/testing.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { workbookOf } from '#server/workbooks/testing.ts'
import { shownText } from './cells/cell-values.ts'
import { importer } from './importer.ts'
import { importMigrations } from './migrations.ts'
import { importRoutes } from './routes.ts'
import { runRoutes } from './runs/runs.ts'
import { getFile, type ImportRequest, sendFile } from './testing.ts'

let database: TestDatabase
let web: TestApp
let second: TestApp
/** Called before each row is saved. */
let saving: (code: string) => Promise<void> = async () => undefined

const columns = [
  { key: 'code', field: text({ cn: '编码', en: 'Code', max: 10 }), cn: '编码', en: 'Code', required: true },
  { key: 'price', field: money({ cn: '金额', en: 'Amount', min: 0 }), cn: '金额', en: 'Amount', required: true },
] as const

const ledger = (allOrNothing?: true) =>
  importer<FormValue, undefined>({
    id: 'ledger',
    cn: '台账',
    en: 'ledger',
    permission: 'test:ledger:import',
    columns,
    allOrNothing,
    parameters: z.strictObject({ year: z.string().regex(/^\d{4}$/) }),
    identity: { columns: ['code'], of: ({ code }) => String(code) },
    prepare: async () => undefined,
    row(cells) {
      if (cells['code'] === 'odd') throw new Refused('error.field.invalid', {}, [{ field: 'code', code: 'imports.row.exists' }])
      return cells
    },
    async begin(_, rows) {
      if (rows.some(({ code }) => code === 'shut')) throw new Refused('imports.row.exists')
    },
    async save(db, { code, price }, _, { parameters, caller }) {
      await saving(String(code))
      if (code === 'late') throw new Refused('imports.row.exists')
      await sql`insert into gadget (id, code, name_cn, price, create_by) values (${String(code)}, ${String(code)}, ${
        String(parameters['year'])
      }, ${String(price)}, ${caller.id})`
        .execute(db)
      return 'added'
    },
  })

async function instance(db: TestDatabase['db']): Promise<TestApp> {
  const { host } = testHost(db, [gadgets])
  return testApp((app) => {
    importRoutes(app, host, '/whole', ledger(true))
    importRoutes(app, host, '/each', ledger())
    runRoutes(app, host)
  }, { finance: ['test:ledger:import'] }, { requestsPerMinute: 100_000, find: serverMessages([gadgets]) })
}

beforeAll(async () => {
  database = await testDatabase({ sets: [...gadgetMigrations, importMigrations], connections: 10 })
  web = await instance(database.db)
  second = await instance(database.second().db)
})
afterAll(async () => {
  await web.app.close()
  await second.app.close()
  await database.drop()
})
beforeEach(async () => {
  saving = async () => undefined
  await sql`delete from gadget`.execute(database.db)
})

const file = (rows: readonly (readonly unknown[])[]) =>
  workbookOf((sheet) => sheet.addRows([['编码*', '金额*'], ...rows.map((row) => [...row])]))
const send = async (path: string, rows: readonly (readonly unknown[])[], more: Partial<ImportRequest> = {}) =>
  sendFile(web.app, { path, who: 'finance', bytes: await file(rows), fields: { year: '2026' }, ...more })
const stored = async () =>
  (await sql<{ code: string }>`select code from gadget order by code`.execute(database.db)).rows.map(({ code }) => code)
const many = (count: number) => Array.from({ length: count }, (_, index) => [`c${String(index).padStart(3, '0')}`, index])
const progress = async (app: TestApp, id: string) =>
  (await app.app.inject({ url: `/public/importProgress/${id}`, headers: { authorization: 'Bearer finance' } })).json<
    { data: { state: string; done: number; total: number; secondsLeft: number | null } }
  >().data

describe('a file that is written as a whole or not at all', () => {
  it('is written when every row is right, with the fields beside it', async () => {
    expect((await send('/whole', [['a', 1], ['b', 2]])).data).toMatchObject({ total: 2, success: 2, failed: 0 })
    expect((await send('/whole', [['x', 1]], { fields: { year: 'x' } })).code).toBe(42009)
    expect(await stored()).toEqual(['a', 'b'])
  })

  it.each<[string, readonly unknown[]]>([['what checking finds', ['c', 'x']], ['what only saving finds', ['late', 3]]])(
    'leaves nothing behind for %s',
    async (_, wrong) => {
      const { data } = await send('/whole', [['a', 1], ['b', 2], wrong, ['d', 4]])
      expect(data).toMatchObject({ total: 4, success: 0, unchanged: 0, failed: 1 })
      expect(await stored()).toEqual([])
      // the failure file contains every row, since it is corrected and imported next
      const { bytes } = await getFile(web.app, `/public/importFailure/${data.failureFileId}`, 'finance')
      expect((await parseWorkbook(bytes)).rows.map(({ cells }) => shownText(cells[0]))).toEqual(['编码*', 'a', 'b', String(wrong[0]), 'd'])
    },
  )
})

describe('one round', () => {
  it('names what checking finds and what only saving finds, of every row', async () => {
    const { data } = await send('/whole', [['a', 1], ['late', 2], ['c', 'x'], ['odd', 'x'], ['late', 5]])
    expect(data).toMatchObject({ total: 5, success: 0, failed: 4 })
    expect(data.failures.map(({ row, column }) => [row, column])).toEqual([[3, ''], [4, '金额'], [5, '金额'], [5, '编码'], [6, '']])
    expect(await stored()).toEqual([])
  })

  it('names a row that repeats one with a wrong cell, or that has one itself', async () => {
    for (const path of ['/whole', '/each']) {
      const { data } = await send(path, [['a', 'x'], ['a', 1], ['b', 2], ['b', 'y'], ['', 3], ['', 4]])
      expect(data).toMatchObject({ total: 6, failed: 5 })
      expect(data.failures.map(({ row, column, reason }) => [row, column, reason.includes('重复')])).toEqual([
        [2, '金额', false],
        [3, '', true],
        [5, '金额', false],
        [5, '', true],
        [6, '编码', false],
        [7, '编码', false],
      ])
    }
  })
})

describe('a run', () => {
  it('names what refuses all of its rows together at each of them, beside the reasons of the others', async () => {
    for (const path of ['/whole', '/each']) {
      const { data } = await send(path, [['shut', 1], ['b', 2], ['c', 'x'], ['odd', 3]])
      expect(data).toMatchObject({ success: 0, failed: 4 })
      expect(data.failures.map(({ row, column }) => [row, column])).toEqual([[2, ''], [3, ''], [4, '金额'], [5, '编码']])
    }
    expect(await stored()).toEqual([])
  })

  it('is followed and stopped from another instance; of a whole file nothing stays, of single rows what was finished', async () => {
    for (const [path, kept] of [['/whole', 0], ['/each', 50]] as const) {
      const id = `stopped-run-${kept}`
      saving = async (code) => {
        if (code !== 'c060') return
        const seen = await progress(second, id)
        expect(seen).toMatchObject({ state: 'saving', done: 50, total: 200 })
        expect(
          (await second.app.inject({ method: 'DELETE', url: `/public/importProgress/${id}`, headers: { authorization: 'Bearer finance' } }))
            .json(),
        ).toMatchObject({
          data: true,
        })
      }
      const { data } = await send(path, many(200), { id })
      // the part in progress when it was stopped is completed
      expect(data).toMatchObject({ cancelled: true, total: 200, success: kept === 0 ? 0 : 100, failed: 0 })
      expect(await stored()).toHaveLength(kept === 0 ? 0 : 100)
      expect(await progress(second, id)).toMatchObject({ state: 'cancelled' })
    }
  })

  it('is not begun twice while it is at work', async () => {
    const bytes = await file(many(3))
    let other: Promise<{ msg: string }> | undefined
    saving = async (code) => {
      if (code === 'c001')
        other = sendFile(second.app, { path: '/each', who: 'finance', bytes, id: 'double-run-1', fields: { year: '2026' } })
      await other
    }
    expect((await sendFile(web.app, { path: '/each', who: 'finance', bytes, id: 'double-run-1', fields: { year: '2026' } })).data)
      .toMatchObject({ success: 3 })
    expect((await other)?.msg).toBe('该文件正在导入')
    expect(await stored()).toHaveLength(3)
  })

  it('whose process has gone says so, and may be begun again', async () => {
    const bytes = await file(many(3))
    const sending = { path: '/each', who: 'finance', bytes, id: 'lost-run-001', fields: { year: '2026' } }
    saving = () => Promise.reject(new Error('the process dies'))
    expect((await sendFile(web.app, sending)).code).toBe(500)
    await sql`update import_run set state = 'saving', alive = now() - interval '31 seconds' where id = 'lost-run-001'`.execute(database.db)
    expect(await progress(second, 'lost-run-001')).toMatchObject({ state: 'failed', reason: expect.stringContaining('中断') })
    saving = async () => undefined
    expect((await sendFile(second.app, sending)).data).toMatchObject({ success: 3 })
  })

  it('and its failure file are forgotten after seven days', async () => {
    const { data } = await send('/each', [['', 1]], { id: 'old-run-0001' })
    await sql`update import_run set started = now() - interval '8 days'`.execute(database.db)
    await sql`update import_failure set created = now() - interval '8 days'`.execute(database.db)
    expect((await getFile(web.app, `/public/importFailure/${data.failureFileId}`, 'finance')).status).toBe(404)
    await send('/each', [['a', 1]])
    const left = await sql<
      { runs: string; files: string }
    >`select (select count(*) from import_run where id = 'old-run-0001') runs, (select count(*) from import_failure) files`
      .execute(database.db)
    expect(left.rows).toEqual([{ runs: '0', files: '0' }])
  })
})
