import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '#kernel/values/dates.ts'
import { Decimal } from 'decimal.js'
import { moneyText } from '#kernel/values/money.ts'
import { permits } from '#kernel/permissions.ts'
import { readerOf } from '#server/documents/visibility/scope.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { balanceOf, entryPage, type EntryFilter } from './entries.ts'
import { monthOf } from './key.ts'
import { budgetScope, demandScope } from '../grid/row-scope.ts'

const id = z.string().min(1).max(64)

/** Entry kinds by wire name. */
const kinds = { OCCUPY: 'occupy', RELEASE: 'release', SPEND: 'spend', REFUND: 'refund', TRANSFER: 'transfer', ADJUST: 'adjust' } as const

const month = z.int().min(1).max(12)

const filters = z.strictObject({
  departmentId: id.optional(),
  categoryId: id.optional(),
  year: z.int().min(2000).max(2200).optional(),
  /** 1–12 of the year, or yyyy-MM. */
  month: z.union([month, z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)]).optional(),
  fromMonth: month.optional(),
  toMonth: month.optional(),
  entryType: z.enum(['OCCUPY', 'RELEASE', 'SPEND', 'REFUND', 'TRANSFER', 'ADJUST']).optional(),
  businessKey: id.optional(),
})

const input = filters.extend({ current: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(200).default(20) })

/** Routes for ledger entries, and for the caller's rights on budgets. */
export function ledgerRoutes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.post('/budgetservice/budget/ledger/page', { config: { access: signedIn, reads: true, resource: 'budget' },
    schema: { body: input } }, async ({ body, caller }) => {
    const { current, size, ...conditions } = body
    const filter = filterOf(conditions, await demandScope(host, db, caller))
    const page = await entryPage(db, { ...filter, reader: await readerOf(host, db, caller), current, size })
    const balance = await balanceOf(db, filter)
    const planned = balance && new Decimal(balance.planned)
    return {
      ...page,
      ...balance,
      records: page.records.map(({ running, effect, ...entry }) => ({
        ...entry,
        entryType: entry.entryType.toUpperCase(),
        happenTime: nowOf(entry.happenTime),
        /** Change of the available amount, and the available amount afterwards. */
        change: moneyText(new Decimal(effect)),
        balance: planned ? moneyText(planned.plus(running)) : null,
      })),
    }
  })

  const mine = { config: { access: signedIn, resource: 'budget' }, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }
  routes.get('/budgetservice/permission/mine', mine, async ({ caller }) => {
    const scope = await budgetScope(host, db, caller)
    return { canViewAll: scope === 'all', departmentIds: scope === 'all' ? [] : scope, canEdit: permits(caller.permissions, can.edit) }
  })
}

function filterOf(
  { departmentId: department, categoryId: category, businessKey: document, entryType, year, month: oneMonth, fromMonth, toMonth }: z.output<
    typeof filters
  >,
  scope: EntryFilter['scope'],
): EntryFilter {
  const time = typeof oneMonth === 'string' ? monthOf(oneMonth) : { year, month: oneMonth }
  return { scope, department, category, document, kind: entryType && kinds[entryType], ...time, fromMonth, toMonth }
}
