import { pino } from 'pino'
import declarations from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { start } from '#server/start.ts'
import { personId } from './company/person-id.ts'
import { demoSamples } from './extension-points.ts'
import { foundCompany } from './found-company.ts'

/** Entry point of the product as a child process on the embedded database, for tests that kill it; prints its address. */
const env = readEnv()
// company without documents: the demo module's own seed is left out
const running = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), declarations, { pages: false,
  log: pino({ level: 'fatal' }) })
const { host } = running.composition
await transaction(host.db, async (db) => {
  if (await db.selectFrom('sys_user').select('id').where('id', '=', personId('admin')).executeTakeFirst()) return
  await foundCompany(db, host, await hashPassword(env.demoPassword, 10), demoSamples.in(serverPlugins))
})
process.on('SIGTERM', () => void running.close().then(() => process.exit(0)))
process.stdout.write(`listening ${running.address}\n`)
