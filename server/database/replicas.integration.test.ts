import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Missing } from '#kernel/errors.ts'
import { installReadPositions, onStandby, positionHeader } from '#server/http/read-positions.ts'
import { withClient } from './connection.ts'
import { positionIn, positionText, type Replicas, replicasOf } from './replicas.ts'
import type { Db } from './tables.ts'
import { type TestDatabase, testDatabase } from './testing.ts'

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

it('reads and writes positions as PostgreSQL does', () => {
  for (const text of ['0/0', '16/B374D848', 'FFFFFFFF/FFFFFFFF']) expect(positionText(positionIn(text)!)).toBe(text)
  for (const text of ['', 'none', '1', '1/', '/1', '1/1/1', '1/123456789', undefined, ['1/1']]) expect(positionIn(text)).toBeUndefined()
})

describe('hosts without a standby', () => {
  let database: TestDatabase
  let replicas: Replicas
  beforeAll(async () => {
    database = await testDatabase({ sets: 'none' })
    replicas = replicasOf(database.application, database.db, { log, connections: 2, every: 20 })
    for (let tries = 0; replicas.states().primary === 0 && tries < 500; tries += 1) await sleep(10)
  })
  afterAll(async () => {
    await replicas.close()
    await database.drop()
  })

  it('are never read from: the primary is none', async () => {
    expect(await replicas.at(0n)).toBeUndefined()
    expect(replicas.states()).toEqual({ used: 0, lagging: 0, away: 0, primary: 1 })
  })

  it('tell a position that a later commit is beyond', async () => {
    const before = await replicas.position()
    await withClient(database.owner, (client) => client.query('set synchronous_commit = on; create table written (id int)'))
    expect(await replicas.position()).toBeGreaterThan(before)
  })
})

describe('a call that may read from a standby', () => {
  /** The primary and the standby, which only tell which of them was read. */
  const [primary, standby] = [{ name: 'primary' }, { name: 'standby' }] as unknown as [Db, Db]

  /** An app before a primary at a position and a standby that has replayed up to another one. */
  async function appAt(written: bigint, replayed: bigint, read: (db: Db) => Promise<unknown> = async (db) => db) {
    const app = fastify()
    installReadPositions(app, { at: async (wanted) => (replayed >= wanted ? { db: standby, replayed } : undefined),
      position: async () => written, states: () => ({ used: 1, lagging: 0, away: 0, primary: 0 }), close: async () => undefined })
    app.post('/list', { config: { reads: true, standby: true } as never }, (request) => onStandby(request, primary, read))
    app.post('/other', { config: { reads: true } as never }, (request) => onStandby(request, primary, read))
    app.post('/change', async () => ({}))
    return async (url: string, position?: string) => {
      const { headers, body } = await app.inject({ method: 'POST', url,
        headers: position === undefined ? {} : { [positionHeader]: position } })
      return { position: headers[positionHeader], read: (JSON.parse(body) as { name?: string }).name }
    }
  }

  it('reads the primary unless the reader tells a position, and tells one', async () => {
    const call = await appAt(100n, 90n)
    expect(await call('/list')).toEqual({ read: 'primary', position: '0/64' })
    expect(await call('/list', 'none')).toEqual({ read: 'primary', position: '0/64' })
  })

  it('reads the standby that has what the reader has seen, and never tells less than that', async () => {
    const call = await appAt(100n, 90n)
    expect(await call('/list', '0/50')).toEqual({ read: 'standby', position: '0/5A' })
    expect(await call('/list', '0/5A')).toEqual({ read: 'standby', position: '0/5A' })
    expect(await call('/list', '0/5B')).toEqual({ read: 'primary', position: '0/64' })
  })

  it('tells the position of a change, and leaves all other calls with the primary', async () => {
    const call = await appAt(100n, 90n)
    expect(await call('/change')).toMatchObject({ position: '0/64' })
    expect(await call('/other', '0/1')).toEqual({ read: 'primary', position: undefined })
  })

  it.each([
    ['goes away', Object.assign(new Error('terminated'), { code: '57P01' })],
    ['cancels it', Object.assign(new Error('conflict with recovery'), { code: '40001' })],
    ['has not got a record yet', new Missing('error.missing')],
  ])('reads the primary where the standby %s', async (_, failure) => {
    const call = await appAt(100n, 90n, async (db) => {
      if (db === standby) throw failure
      return db
    })
    expect(await call('/list', '0/1')).toEqual({ read: 'primary', position: '0/64' })
  })
})
