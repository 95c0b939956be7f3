import { pino } from 'pino'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { auditData } from '#server/audit-data.ts'
import { readEnv } from '#server/env.ts'
import { fail } from './command.ts'

const log = pino({ level: 'warn' }, pino.destination(2))

/**
 * Prints one JSON line with the counts; exits with 1 for mismatches, or without a database. With `--attachments` every attached file is
 * read and its hash compared.
 */
try {
  const report = await auditData(readEnv(), { plugins, serverPlugins, log, contents: process.argv.includes('--attachments') })
  process.stdout.write(`${JSON.stringify(report)}\n`)
  process.exitCode = report.mismatches.length > 0 ? 1 : 0
} catch (error) {
  fail(error)
}
