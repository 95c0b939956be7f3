import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defineFields, integer, multiselect, text } from '#kernel/fields.ts'
import { defineResource, type Resource } from '#kernel/resource.ts'
import { readBackup } from '#server/database/backup/read.ts'
import { writeBackup } from '#server/database/backup/write.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { shapeDesignedTable } from './designed-tables.ts'
import { listSchema } from './lists/list-schema.ts'
import { records } from './records.ts'

const sets = [listSchema([])]
let source: TestDatabase
beforeAll(async () => {
  source = await testDatabase({ sets })
})
afterAll(() => source.drop())

const resourceOf = (fields: Resource['fields']): Resource =>
  defineResource({ name: 'registerRooms', cn: '会议室', en: 'Rooms', base: '/registerservice', path: '/register-rooms',
    table: 'register_rooms', designed: { page: 'rooms' }, key: 'order', fields, columns: Object.keys(fields), filters: Object.keys(fields),
    search: ['order'], can: { view: 'register:rooms:view' }, scope: 'everyone' })

// words of SQL are as good as others
const order = text({ cn: '名称', en: 'Name', required: true, max: 60 })
const first = resourceOf(
  defineFields({ order, user: integer({ cn: '座位', en: 'Seats' }),
    tags: multiselect({ cn: '设备', en: 'Equipment', options: [{ value: 'tv', cn: '电视', en: 'TV' }] }) }),
)
const by = { by: 'test', at: new Date('2026-11-20T04:00:00Z') }

const indexesOf = async ({ db }: TestDatabase) =>
  (await sql<{ name: string }>`select indexname as name from pg_indexes where tablename = 'register_rooms' order by 1`.execute(db)).rows
    .map(({ name }) => name)

it('has the indexes of a shipped list, once, and those of its unique keys', async () => {
  await shapeDesignedTable(source.db, first, [['order']])
  const indexes = await indexesOf(source)
  await shapeDesignedTable(source.db, first, [['order']])
  expect(await indexesOf(source)).toEqual(indexes)
  expect(indexes.filter((name) => name.startsWith('designed_list_')).length).toBeGreaterThan(4)
  const all = records(first)
  const id = await all.insert(source.db, { order: '长江厅', user: 24, tags: ['tv'] }, by)
  expect(await all.one(source.db, id)).toMatchObject({ order: '长江厅', user: 24, tags: ['tv'] })
  await expect(all.insert(source.db, { order: '长江厅' }, by)).rejects.toMatchObject({ fields: [{ field: 'order' }] })
  await shapeDesignedTable(source.db, first)
  expect((await indexesOf(source)).filter((name) => name.startsWith('designed_key_'))).toEqual([])
})

it('keeps a column that left the declaration, and empties one of another type', async () => {
  await shapeDesignedTable(source.db, resourceOf(defineFields({ order })))
  await shapeDesignedTable(source.db, first)
  const [kept] = await records(first).list(source.db, [], 10)
  expect(kept).toMatchObject({ user: 24, tags: ['tv'] })
  const next = resourceOf(
    defineFields({ order, user: text({ cn: '座位', en: 'Seats', max: 20 }), tags: text({ cn: '设备', en: 'Equipment' }) }),
  )
  await shapeDesignedTable(source.db, next)
  expect(await records(next).list(source.db, [], 10)).toMatchObject([{ order: '长江厅', user: null, tags: null }])
  await shapeDesignedTable(source.db, first)
  expect(await records(first).list(source.db, [], 10)).toMatchObject([{ order: '长江厅', user: null, tags: [] }])
})

it('comes back with a backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'designed-'))
  const empty = await testDatabase({ sets: 'none' })
  try {
    await writeBackup(source.owner, join(folder, 'all.gz'))
    await readBackup(empty.owner, { path: join(folder, 'all.gz'), sets })
    expect(await records(first).list(empty.db, [], 10)).toEqual(await records(first).list(source.db, [], 10))
    await shapeDesignedTable(empty.db, first, [['order']])
    expect(await indexesOf(empty)).toContainEqual(expect.stringMatching(/^designed_key_/))
  } finally {
    await empty.drop()
    rmSync(folder, { recursive: true })
  }
})
