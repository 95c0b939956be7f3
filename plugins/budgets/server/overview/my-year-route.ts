import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import { todayOf } from '#kernel/values/dates.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { Decimal } from 'decimal.js'

/** Call of the caller's claims of this year, by the month in which they were filed: approved, and still in approval. RMB. */
export function myYearCall(app: FastifyInstance, { db, clock, plugins }: Host): void {
  const types = plugins.flatMap(({ forms = [] }) => forms).flatMap(({ key, budget }) => (budget?.class === 'spending' ? [key] : []))
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/myYear', { config: { access: signedIn, resource: 'budget' },
    schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ caller }) => {
    const year = Number(todayOf(clock.now()).slice(0, 4))
    const claimed = await claimedBy(db, caller.id, { year, types })
    const months = Array.from({ length: 12 }, (_, index) => sumsOf(claimed.filter(({ month }) => month === index + 1)))
    return { year, upToMonth: Number(todayOf(clock.now()).slice(5, 7)), ...sumsOf(claimed), months }
  })
}

interface ClaimAmount {
  readonly month: number
  readonly state: 'completed' | 'inApproval'
  readonly amount: string
}

async function claimedBy(db: Db, person: string, { year, types }: { year: number; types: readonly string[] }): Promise<ClaimAmount[]> {
  const { rows } = await sql<ClaimAmount>`
    select extract(month from started_at at time zone 'Asia/Shanghai')::int as month, state, coalesce(sum(amount), 0)::text as amount
    from document
    where starter = ${person} and type = any(${types}::text[]) and state in ('completed', 'inApproval')
      and started_at >= make_timestamptz(${year}, 1, 1, 0, 0, 0, 'Asia/Shanghai') and started_at < make_timestamptz(${
    year + 1
  }, 1, 1, 0, 0, 0, 'Asia/Shanghai')
    group by 1, 2`.execute(db)
  return rows
}

const sumsOf = (claimed: readonly ClaimAmount[]) => ({ approved: sumOf(claimed, 'completed'), waiting: sumOf(claimed, 'inApproval') })

const sumOf = (claimed: readonly ClaimAmount[], state: ClaimAmount['state']): string =>
  moneyText(claimed.reduce((sum, each) => (each.state === state ? sum.plus(each.amount) : sum), new Decimal(0)))
