import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { banks, payeeAccounts } from './bank-accounts.ts'

const keyword = z.strictObject({ keyword: z.string().trim().max(100).optional(), _t: z.unknown().optional() })

const account = z.strictObject({
  proceedsName: z.string().trim().min(1).max(100),
  proceedsAccount: z.string().transform((text) => text.replaceAll(/\s/g, '').toUpperCase()).pipe(z.string().regex(/^[A-Z0-9]{5,34}$/)),
  proceedsAccountType: z.enum(['1', '2']),
  currencyType: z.string().regex(/^[A-Z]{3}$/),
  bankName: z.string().trim().min(1).max(100),
  bankBranchNo: z.string().regex(/^\d{12}$/).nullish(),
  swiftNumber: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/).nullish(),
  bankAddress: z.string().trim().max(200).nullish(),
})

const byId = z.strictObject({ id: z.string().min(1).max(64) })

/** Calls for bank branches, and for the caller's own payee accounts. */
export function masterRoutes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()

  routes.get('/public/bank/list', { config: { access: signedIn, resource: 'bank' }, schema: { querystring: keyword } },
    ({ query }) => banks(db).list(query.keyword))

  const config = { access: signedIn, resource: 'payeeAccount' }

  routes.get('/oaserver/payeeAccount/list', { config, schema: { querystring: keyword.pick({ _t: true }) } },
    async ({ caller }) =>
      (await payeeAccounts(db).of(caller.id)).map((row) => ({
        id: row.id,
        proceedsName: row.account_name,
        proceedsAccount: row.account_no,
        proceedsAccountType: row.proceeds_account_type,
        currencyType: row.currency_type,
        bankName: row.bank,
        bankBranchNo: row.branch_no,
        swiftNumber: row.swift,
        bankAddress: row.address,
        payroll: row.is_payroll,
      })))

  routes.post('/oaserver/payeeAccount/save', { config: { ...config, repeats: 'once' }, schema: { body: account } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        const { body } = request
        const id = await payeeAccounts(tx).add({
          ownerType: 'user',
          ownerId: caller.id,
          by: caller.id,
          at,
          accountName: body.proceedsName,
          accountNo: body.proceedsAccount,
          bank: body.bankName,
          branchNo: body.bankBranchNo,
          swift: body.swiftNumber,
          address: body.bankAddress,
          accountType: body.proceedsAccountType,
          currency: body.currencyType,
        })
        return { id }
      }))

  routes.delete('/oaserver/payeeAccount/:id', { config: { ...config, repeats: 'once' }, schema: { params: byId } },
    (request) =>
      unitOfWork(host, request, async ({ db: tx, caller, at }) => {
        await payeeAccounts(tx).remove(caller.id, request.params.id, at)
        return true
      }))
}
