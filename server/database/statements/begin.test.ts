import { type DatabaseConnection, type Driver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sources } from '#server/architecture-tests/sources.ts'
import type { Db, Tables } from '../tables.ts'
import { begin } from './begin.ts'

/** A database that records statements with the number of their connection, and fails for those that begin with `fail`. */
function recording() {
  const sent: string[] = []
  let connections = 0
  const connect = (): DatabaseConnection => {
    const number = (connections += 1)
    return {
      async executeQuery({ sql: text, parameters }) {
        sent.push([`${number}:`, text, ...parameters.map(String)].join(' '))
        if (text.startsWith('fail')) throw new Error('refused')
        return { rows: [] }
      },
      streamQuery() {
        throw new Error('No statement is streamed')
      },
    }
  }
  const driver: Driver = { init: async () => undefined, acquireConnection: async () => connect(), beginTransaction: async () => undefined,
    commitTransaction: async () => undefined, rollbackTransaction: async () => undefined, releaseConnection: async () => undefined,
    destroy: async () => undefined }
  const db = new Kysely<Tables>({
    dialect: { createDriver: () => driver, createAdapter: () => new PostgresAdapter(),
      createIntrospector: (one) => new PostgresIntrospector(one), createQueryCompiler: () => new PostgresQueryCompiler() },
  })
  return { db: db as Db, sent }
}

const start = '1: start transaction isolation level read committed'

describe('a transaction over the parts of Kysely that it does not publish', () => {
  it('sends everything over one connection, built and raw statements alike, and commits', async () => {
    const { db, sent } = recording()
    const answer = await begin(db, async (work) => {
      await Promise.all([work.selectFrom('document').select('id').where('id', '=', 'a').execute(), sql`select ${1}`.execute(work)])
      expect(work.isTransaction).toBe(true)
      return 7
    })
    expect(answer).toBe(7)
    expect(sent).toEqual([start, '1: select "id" from "document" where "id" = $1 a', '1: select $1 1', '1: commit'])
  })

  it('rolls back what failed, and sends nothing afterwards', async () => {
    const { db, sent } = recording()
    let kept: Db | undefined
    await expect(begin(db, async (work) => {
      kept = work
      await sql`fail`.execute(work)
    })).rejects.toThrow('refused')
    expect(sent).toEqual([start, '1: fail', '1: rollback'])
    await expect(sql`select 1`.execute(kept!)).rejects.toThrow('The transaction has ended')
  })

  it('does not begin within another', async () => {
    const { db } = recording()
    await expect(begin(db, (work) => begin(work, async () => 1))).rejects.toThrow('A transaction has begun already')
  })

  it('is the only code that uses them', () => {
    const using = sources(['server', 'plugins'], /\.ts$/).filter(({ text }) =>
      /\bgetExecutor\(|\bwithConnectionProvider\(|\bnew Transaction\b/.test(text)
    ).map(({ path }) => path)
    expect(using.filter((path) => !path.endsWith('.test.ts'))).toEqual(['server/database/statements/begin.ts'])
  })
})
