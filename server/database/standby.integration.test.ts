import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { array, assert, asyncProperty, constantFrom } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseFolder } from '#server/testing-folder.ts'
import { applicationLimits, connect, withClient } from './connection.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { type Replicas, replicasOf } from './replicas.ts'

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
/** Age up to which a standby is used, ms. */
const limit = 3_000

/** A primary with a standby that replays its log. */
describe('a standby', () => {
  let folder: string
  let primary: EmbeddedServer
  let standby: EmbeddedServer
  let db: ReturnType<typeof connect>
  let replicas: Replicas

  beforeAll(async () => {
    folder = databaseFolder('standby-')
    chmodSync(folder, 0o755)
    const [one, other] = [join(folder, 'primary'), join(folder, 'standby')]
    const first = await startEmbedded({ dataDirectory: one, log, diskReserve: 0 })
    await onServer(first, 'create table counter as select 0 as value')
    await first.close()
    spawnSync('cp', ['-a', one, other])
    writeFileSync(join(other, 'postgres/data/standby.signal'), '')
    primary = await startEmbedded({ dataDirectory: one, log, diskReserve: 0 })
    const [socket] = await onServer(primary, `select current_setting('unix_socket_directories') as value`)
    standby = await startEmbedded({ dataDirectory: other, log, diskReserve: 0,
      settings: { primary_conninfo: `host=${String(socket)} user=postgres` } })
    db = connect({ url: primary.url('postgres', 'postgres') }, { ...applicationLimits, connections: 4 }, log)
    const url = standby.url('postgres', 'postgres')
    replicas = replicasOf({ url }, db, { log, connections: 4, every: 50, limit })
    await until(() => replicas.states().used === 1)
  })
  afterAll(async () => {
    await replicas.close()
    await db.destroy()
    await standby.close()
    await primary.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = async () => {
    const { rows: [row] } = await sql<{ value: number }>`update counter set value = value + 1 returning value`.execute(db)
    return { value: row!.value, position: await replicas.position() }
  }

  it('never shows a reader their own past, whether it replays or stands still', async () => {
    const reads = { standby: 0, primary: 0, stale: 0 }
    const read = async (seen: { readonly value: number; readonly position: bigint }) => {
      const found = await replicas.at(seen.position)
      const { rows: [row] } = await sql<{ value: number }>`select value from counter`.execute(found?.db ?? db)
      reads[found ? 'standby' : 'primary'] += 1
      if (row!.value < seen.value) reads.stale += 1
    }
    const steps = array(constantFrom('write', 'read', 'read', 'pause', 'resume', 'wait'), { minLength: 5, maxLength: 25 })
    await assert(
      asyncProperty(steps, async (chosen) => {
        let seen = await write()
        for (const step of chosen) {
          if (step === 'write') seen = await write()
          else if (step === 'read') await read(seen)
          else if (step === 'wait') await sleep(5)
          else await onServer(standby, `select pg_wal_replay_${step}() is null as value`)
        }
        await onServer(standby, 'select pg_wal_replay_resume() is null as value')
        return reads.stale === 0
      }),
      { numRuns: 100 },
    )
    expect(reads.standby).toBeGreaterThan(20)
    expect(reads.primary).toBeGreaterThan(20)
  })

  it('is skipped while it lags, whatever its reader has seen, and used again when it has caught up', async () => {
    const { position } = await write()
    await until(async () => (await replicas.at(position)) !== undefined)
    await onServer(standby, 'select pg_wal_replay_pause() is null as value')
    await write()
    await until(() => replicas.states().lagging === 1)
    expect(await replicas.at(position)).toBeUndefined()
    await onServer(standby, 'select pg_wal_replay_resume() is null as value')
    await until(async () => (await replicas.at(position)) !== undefined)
  })

  it('is a primary once it is promoted, and not read from', async () => {
    await onServer(standby, 'select pg_promote() as value')
    await until(() => replicas.states().primary === 1)
    expect(await replicas.at(0n)).toBeUndefined()
  })
})

const onServer = (server: EmbeddedServer, statement: string): Promise<readonly unknown[]> =>
  withClient({ url: server.url('postgres', 'postgres') }, async (client) => {
    const { rows } = await client.query<{ value: unknown }>(statement)
    return rows.map(({ value }) => value)
  })

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10)
}
