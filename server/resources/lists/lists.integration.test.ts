import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineResource } from '#kernel/resource.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { pageQuery, querySchema } from '../query.ts'
import { records } from '../records.ts'
import { gadget, gadgetMigrations } from '../testing.ts'
import { foldChangeLog, listSchema } from './list-schema.ts'
import { hanPairs, pairsOf } from './han-pairs.ts'
import { listIndexesOf } from './list-indexes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ sets: gadgetMigrations })
  await sql`insert into gadget (id, code, name_cn, price, status, group_ids)
    select 'g' || n, 'G-' || n, '装置' || n, n, (1 + n % 2)::text, array['d' || n % 7] from generate_series(1, 60) n`.execute(database.db)
})
afterAll(() => database?.drop())

const all = records(gadget)
const queryOf = (question: object = {}) => pageQuery(gadget, querySchema(gadget).parse(question))
const total = async (question: object = {}, db = database.db) => (await all.page(db, queryOf(question), [])).total
const insert = (code: string, db = database.db) =>
  sql`insert into gadget (id, code, name_cn, status) values (${code}, ${code}, '装置', '1')`.execute(db)

describe('indexes of a list', () => {
  const used = async (where: string, order: string) =>
    transaction(database.db, async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      await sql`set local enable_sort = off`.execute(db)
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(
        `explain select id from gadget where del_flag = 0 and ${where} ${order && `order by ${order}`} limit 20`,
      ).execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })

  it.each([
    ['its own order', 'true', 'code, id'],
    ['what is never empty, backwards', 'true', 'code desc, id desc'],
    ['what may be empty', 'true', 'price nulls last, id'],
    ['what may be empty, backwards', 'true', 'price desc nulls last, id desc'],
  ])('serve %s without sorting', async (_, where, order) => {
    const plan = await used(where, order)
    expect(plan).toContain('record_list_gadget_')
    expect(plan).not.toContain('Sort')
  })

  it.each([
    ['a filter', "owner = any('{d1}')"],
    ['a filter by several values', "group_ids && '{d1}'"],
    ['a keyword', "(code ilike '%G-12%' or name_cn ilike '%G-12%' or name_en ilike '%G-12%' or pinyin like '%g-12%')"],
    ['a Chinese keyword of two characters', `${pairsOf(['code', 'name_cn', 'name_en'])} @> '{装置}' and name_cn like '%装置%'`],
  ])('serve %s', async (_, where) => {
    expect(await used(where, '')).toMatch(/Index Scan (using|on) record_list_gadget_/)
  })

  it.each(['', '装', '装置', 'SMT车间二线', '𠮷野家—野家', '㐀一x鿿', '阿卜杜·热合曼', '装置装置'])(
    'know the pairs of “%s” as the database does',
    async (text) => {
      const { rows: [row] } = await sql<{ pairs: string[] }>`select han_pairs(${text}) as pairs`.execute(database.db)
      expect(row?.pairs.toSorted()).toEqual(hanPairs(text).toSorted())
    },
  )

  it('find names without their diacritics and middle dots, and with them', async () => {
    const dotted = await all.insert(database.db, { code: 'DOT', nameCn: '阿卜杜·热合曼', nameEn: 'Nguyễn Đăng' }, { by: 'x',
      at: new Date(0) })
    const found = async (keyword: string) => (await all.page(database.db, queryOf({ keyword }), [])).records.map(({ id }) => id)
    for (const keyword of ['阿卜杜·热合曼', '阿卜杜热合曼', '阿卜杜•热合曼', '热合', '卜杜热', 'Nguyễn', 'nguyen', 'DANG', 'abudu'])
      expect([keyword, await found(keyword)]).toEqual([keyword, [dotted]])
    await sql`delete from gadget where id = ${dotted}`.execute(database.db)
  })

  it('follow the declaration: those of a column that left it go', async () => {
    const names = async () =>
      (await sql<{ name: string }>`select indexname as name from pg_indexes where starts_with(indexname, 'record_list_') order by 1`
        .execute(database.db)).rows.map(({ name }) => name)
    const namesOf = (resource: Parameters<typeof listIndexesOf>[0]) => listIndexesOf(resource).map(({ name }) => name).toSorted()
    expect(await names()).toEqual(namesOf(gadget))
    const narrower = defineResource({ ...gadget, columns: ['code'], filters: ['code'] })
    await database.migrate(gadgetMigrations.map((set) => (set.derived ? listSchema([narrower]) : set)))
    expect(await names()).toEqual(namesOf(narrower))
    await database.migrate(gadgetMigrations)
    expect(await names()).toEqual(namesOf(gadget))
  })

  it('are none of a text that is longer than an entry', () => {
    const { code, remark = { ...gadget.fields.nameEn, max: 4000 } } = { ...gadget.fields, remark: undefined }
    const long = defineResource({ ...gadget, fields: { code, remark }, columns: ['code', 'remark'], filters: [], search: ['code'],
      scope: 'everyone' })
    expect(listIndexesOf(long).filter(({ definition }) => definition.includes('remark'))).toEqual([])
  })
})

describe('a total', () => {
  it('is the same again, and another one as soon as a row is written, changed or hidden', async () => {
    expect([await total(), await total()]).toEqual([60, 60])
    await insert('N-1')
    expect([await total(), await total({ status: ['1'] })]).toEqual([61, 31])
    await sql`update gadget set status = '2' where id = 'N-1'`.execute(database.db)
    expect([await total(), await total({ status: ['1'] })]).toEqual([61, 30])
    await sql`update gadget set del_flag = 1 where id = 'N-1'`.execute(database.db)
    expect([await total(), await total({ status: ['1'] })]).toEqual([60, 30])
  })

  it('of a change that is taken back was never kept', async () => {
    expect(await total()).toBe(60)
    const seen: number[] = []
    await transaction(database.db, async (db) => {
      await insert('N-2', db)
      seen.push(await total({}, db))
      throw new Error('taken back')
    }).catch(() => undefined)
    expect(seen).toEqual([61])
    await insert('N-3')
    await insert('N-4')
    expect(await total()).toBe(62)
    await sql`delete from gadget where id in ('N-3', 'N-4')`.execute(database.db)
  })

  it('is right on every connection while others write, and after the log was folded', async () => {
    const second = database.second()
    try {
      for (let n = 0; n < 120; n += 10) {
        for (let at = n; at < n + 10; at++) await insert(`W-${at}`, at % 2 ? second.db : database.db)
        expect([await total(), await total({}, second.db)]).toEqual([70 + n, 70 + n])
      }
      await foldChangeLog.run({ db: database.db } as Parameters<typeof foldChangeLog.run>[0])
      const { rows } = await sql<{ entries: string }>`select count(*) as entries from record_change where table_name = 'gadget'`.execute(
        database.db,
      )
      expect([rows[0]?.entries, await total(), await total({}, second.db)]).toEqual(['1', 180, 180])
      await sql`delete from gadget where code like 'W-%'`.execute(second.db)
      expect([await total(), await total({}, second.db)]).toEqual([60, 60])
    } finally {
      await second.close()
    }
  })
})
