import type { Logger } from 'pino'
import type { Plugin } from '#kernel/plugin.ts'
import { checkFiles } from './attachments/inspection/verification.ts'
import { compose, migrationSets } from './compose.ts'
import { openExisting } from './database/open.ts'
import type { Env } from './env.ts'
import type { ServerPlugin } from './plugin.ts'
import { systemClock } from './system-clock.ts'

/** The report of `check:data`: how much was checked, and the mismatches. */
export interface DataReport {
  readonly checked: Readonly<Record<string, number>>
  readonly mismatches: readonly string[]
}

interface DataAuditOptions {
  readonly plugins: readonly Plugin[]
  readonly serverPlugins: readonly ServerPlugin[]
  readonly log: Logger
  /** Whether to compare the hash of every attachment; otherwise only existence and length. */
  readonly contents?: boolean
}

/**
 * Verifies all redundant data: projections against histories, the ledger against documents, files against attachments.
 * @throws DatabaseProblem where there is no database
 */
export async function auditData(env: Env, { plugins, serverPlugins, log, contents = false }: DataAuditOptions): Promise<DataReport> {
  const database = await openExisting(env, log)
  try {
    await database.migrate(migrationSets(serverPlugins))
    const { host, audits, storage } = await compose({ env, log, db: database.db, clock: systemClock, plugins, serverPlugins })
    const checked: Record<string, number> = {}
    const mismatches: string[] = []
    for (const audit of audits) {
      const result = await audit.run(host.db, host)
      checked[audit.name] = result.checked
      mismatches.push(...result.mismatches)
    }
    const files = await checkFiles(host.db, storage, { contents })
    return { checked: { ...checked, attachments: files.checked }, mismatches: [...mismatches, ...files.mismatches] }
  } finally {
    await database.close()
  }
}
