import { pino } from 'pino'
import plugins from '../../resources/declarations.ts'
import serverPlugins from '../../resources/server.ts'
import { auditData } from '../audit-data.ts'
import { readEnv } from '../env.ts'

const log = pino({ level: 'warn' }, pino.destination(2))

/** Prints one JSON line with the counts; exits 1 when anything does not agree. */
const report = await auditData(readEnv(), { plugins, serverPlugins, log })
process.stdout.write(`${JSON.stringify(report)}\n`)
process.exitCode = report.mismatches.length > 0 ? 1 : 0
