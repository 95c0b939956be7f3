import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readEnv } from '#server/env.ts'
import { databaseFolder, folderOfDatabases } from '#server/testing-folder.ts'
import { type Log, withClient } from './connection.ts'
import { endAbandoned, startEmbedded } from './embedded/supervisor.ts'

/** The server that all suites of a run share. */
export interface TestServer {
  /** URL of a user who may create databases. */
  readonly url: string
  readonly embedded: boolean
  /** Prefix of all databases of this run. */
  readonly run: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: TestServer
  }
}

/** Vitest's global set-up: starts one database server per run. @returns the teardown */
export default async function setup(project: Pick<TestProject, 'provide'>): Promise<() => Promise<void>> {
  const run = `oa_test_${randomBytes(4).toString('hex')}`
  const { testDatabaseUrl } = readEnv()
  const server = testDatabaseUrl ? { url: testDatabaseUrl, close: () => dropAll(testDatabaseUrl, run) } : await startTemporary()
  project.provide('databaseServer', { url: server.url, embedded: testDatabaseUrl === undefined, run })
  return server.close
}

/** Data of a test run are temporary, so this server need not flush to disk. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', max_wal_size: '2GB' }

async function startTemporary() {
  await sweep(folderOfDatabases())
  const folder = databaseFolder(prefix)
  const server = await startEmbedded({ dataDirectory: join(folder, 'data'), log: silent, settings: fast, diskReserve: 0 })
  return {
    url: server.url('postgres', 'postgres'),
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const prefix = 'oa-tests-'
const minute = 60_000

/** Ends servers of killed runs; folders younger than a minute may belong to a starting run. */
async function sweep(parent: string) {
  const folders = readdirSync(parent).filter((name) => name.startsWith(prefix)).map((name) => join(parent, name))
  for (const folder of folders.filter((path) => Date.now() - statSync(path).mtimeMs > minute)) {
    if (await endAbandoned(join(folder, 'data'))) rmSync(folder, { recursive: true, force: true })
  }
}

async function dropAll(url: string, run: string) {
  await withClient({ url }, async (client) => {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [run])
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  })
}

const ignore = () => undefined
const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
