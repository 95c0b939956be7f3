import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { needs } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { adjust } from './adjust.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { type BudgetKey, keyText, monthOf } from '../ledger/key.ts'

const id = z.string().min(1).max(64)

const side = z.strictObject({ dept: id, cat: id, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) })

const input = z.strictObject({
  from: side,
  to: side,
  amount: z.string().regex(/^\d{1,16}(\.\d{1,2})?$/),
  reason: z.string().trim().min(1).max(500),
})

type AdjustmentSide = z.output<typeof side>

/** Budget is moved between months and lines of a year. */
export function adjustCall(app: FastifyInstance, host: Host): void {
  const config = { access: needs(can.adjust), resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().post('/budgetservice/budget/adjust', { config: { ...config, repeats: 'once' },
    schema: { body: input } }, (request) =>
    unitOfWork(host, request, async (now) => {
      const { body } = request
      const [from, to] = [keyOf('from', body.from), keyOf('to', body.to)]
      const amount = new Decimal(body.amount)
      if (!amount.gt(0)) refuse('amount', 'budgets.amountZero')
      if (keyText(from) === keyText(to)) refuse('to', 'budgets.sameLine')
      if (from.year !== to.year) refuse('to', 'budgets.otherYear')
      const made = await adjust(now, { from, to, amount, reason: body.reason })
      request.audited = { id: made.number, after: body }
      return made
    }))
}

function keyOf(side: 'from' | 'to', { dept, cat, month }: AdjustmentSide): BudgetKey {
  const parsed = monthOf(month)
  return parsed ? { department: dept, category: cat, ...parsed } : refuse(`${side}.month`, 'error.field.format')
}

function refuse(field: string, code: string): never {
  throw new Refused(code, {}, [{ field, code }])
}
