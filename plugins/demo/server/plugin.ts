import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import { transaction } from '#server/database/transaction.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { defineServer, type Workplace } from '#server/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { canPost } from '#plugins/sap/permissions.ts'
import { anchorOf, beginHistory, demoHistory, isHistoryPending } from './history/job.ts'
import { accounts } from './company/accounts.ts'
import { personId } from './company/person-id.ts'
import { demoSamples, type DemoSamples } from './extension-points.ts'
import { foundCompany } from './found-company.ts'
import { historyMigrations } from './history/migrations.ts'
import { liveThrough } from './life.ts'
import { startGateway } from './sap/gateway.ts'
import { sapMigrations } from './sap/migrations.ts'
import { mannerInput, setManner } from './sap/answer.ts'
import { reversePayment } from './sap/post.ts'

const params = z.strictObject({ documentNo: z.string().regex(/^\d{1,15}$/) })

/** Route to reverse a payment in the simulated SAP, which has no user interface of its own. */
function reversingCall(app: FastifyInstance, { db, clock }: Pick<Host, 'db' | 'clock'>): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/sap/demonstration/:documentNo/reverse', {
    config: { access: needs(canPost.retry), resource: 'sap', repeats: 'harmless' },
    schema: { params, body: z.strictObject({}).optional() },
  }, async (request) => {
    const { documentNo } = request.params
    if (!(await reversePayment(db, documentNo, clock.now()))) throw new Missing('error.missing')
    request.audited = { id: documentNo }
    return true
  })
}

/** Route that makes the simulated SAP slow, refuse postings or lose responses for some minutes, to demonstrate failures. */
function mannerCall(app: FastifyInstance, { db, clock }: Pick<Host, 'db' | 'clock'>): void {
  app.withTypeProvider<ZodTypeProvider>().post('/oaserver/sap/demonstration/manner', {
    config: { access: needs(canPost.retry), resource: 'sap', repeats: 'harmless' },
    schema: { body: mannerInput },
  }, async ({ body }) => {
    await setManner(db, body, clock.now())
    return true
  })
}

export default defineServer({
  id: 'demo',
  callNames: {
    operations: { '/oaserver/sap/demonstration/:documentNo/reverse': { cn: '冲销', en: 'Reverse' },
      '/oaserver/sap/demonstration/manner': { cn: '设置演示SAP', en: 'Set up the SAP demo' } },
  },
  migrations: [...sapMigrations, ...historyMigrations],
  isBackfilling: isHistoryPending,
  demoAccounts: async (db) => ((await isSeeded(db)) ? accounts : []),
  among({ servers }) {
    const samples = demoSamples.in(servers)
    return {
      jobs: [demoHistory(samples)],
      async routes(app, host) {
        if (!host.env.demo) return
        for (const each of samples) {
          const stop = await each.standIn?.(host)
          if (stop) app.addHook('onClose', stop)
        }
        if (host.env.sap) return
        reversingCall(app, host)
        mannerCall(app, host)
        const close = await startGateway(host)
        app.addHook('onClose', close)
      },
      seed: (workplace) => seed(workplace, samples),
    }
  },
})

/** Seeds an empty product once, in one transaction: company, master data, then a year of documents. */
async function seed(workplace: Workplace, samples: readonly DemoSamples[]): Promise<void> {
  const { host } = workplace
  await transaction(host.db, async (db) => {
    if (await hasPeople(db)) return
    // generating stories leaves the transaction idle for longer than the timeout of API calls on slow machines
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    const anchor = anchorOf(host.env, host.clock.now())
    // fixed clock: all data refers to one instant, and midnight cannot pass in between
    const standing: Workplace = { ...workplace, host: { ...host, clock: { now: () => anchor } } }
    await foundCompany(db, standing.host, await hashPassword(host.env.demoPassword, host.env.passwordCost), samples)
    await liveThrough(standing, db, samples)
    await beginHistory(db)
  })
}

async function isSeeded(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').where('id', '=', personId('admin')).executeTakeFirst()) !== undefined
}

async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('sys_user').select('id').limit(1).executeTakeFirst()) !== undefined
}
