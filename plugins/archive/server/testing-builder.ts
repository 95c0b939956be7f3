import { writeSync } from 'node:fs'
import { pino } from 'pino'
import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { compose } from '#server/compose.ts'
import { databaseOf } from '#server/database/open.ts'
import type { Entrances } from '#server/database/roles.ts'
import { readEnv } from '#server/env.ts'
import { jobRunner } from '#server/jobs/runner.ts'
import { buildArchives } from './job.ts'

/** Instructions of a test: database and folder of its product, its time, and where the process pauses to be killed. */
export interface BuilderOrder {
  readonly entrances: Entrances
  readonly directory: string
  readonly at: string
  readonly standsStill: 'betweenDocuments' | 'whileZipping'
}

/** Child process that builds packages: pauses in the middle of one and reports it. */
const { entrances, directory, at, standsStill } = JSON.parse(process.argv[2] ?? '{}') as BuilderOrder
const log = pino({ level: 'silent' })
const database = databaseOf(entrances, { log, connections: 4 })
const { host } = await compose({ env: readEnv({ DEMO: 'true', DATA_DIR: directory }), log, db: database.db,
  clock: { now: () => new Date(at) }, plugins: declarations, serverPlugins })

function standStill(): void {
  writeSync(1, 'middle\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** A signal that pauses the process; checked before each document, and listened to while the zip is written. */
function watched(): AbortSignal {
  let looks = 0
  return {
    get aborted() {
      looks += 1
      if (standsStill === 'betweenDocuments' && looks === 3) standStill()
      return false
    },
    addEventListener() {
      if (standsStill === 'whileZipping') setImmediate(standStill)
    },
  } as unknown as AbortSignal
}

await jobRunner({ host, log, jobs: [{ ...buildArchives, run: (work) => buildArchives.run({ ...work, signal: watched() }) }] }).tick()
writeSync(1, 'ended\n')
await database.close()
