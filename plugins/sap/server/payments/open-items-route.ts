import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { formPermissions } from '#kernel/form.ts'
import { needs } from '#server/http/access.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { canOpenItems } from '#plugins/sap/permissions.ts'
import { sapPayment } from '#plugins/sap/types/sapPayment/index.ts'
import { sapClient } from '../client.ts'
import { withRefusals } from '../failure.ts'
import '../tables.ts'
import { askVendor } from '../vendor-facts.ts'
import type { OpenItem } from '../wire.ts'
import { questionOf, sameItem } from './paid.ts'

const openItemsQuery = z.object({ sapCompanyCode: z.string().max(20), supplier: z.string().max(64), currencyType: z.string().max(3) })

/** Call of a vendor's open items as rows of a payment, with the header values that SAP proposes. */
export function openItemsCall(app: FastifyInstance, host: Host): void {
  app.withTypeProvider<ZodTypeProvider>().get('/oaserver/sap/openItems', {
    config: { access: needs(formPermissions(sapPayment.key).add, canOpenItems.view), resource: 'sap' },
    schema: { querystring: openItemsQuery },
  }, async ({ query }) => {
    const { currencyType, ...value } = query
    const question = await questionOf(host.db, value)
    if (!question) throw new Refused('sap.chooseFirst')
    const { vendor, items } = await withRefusals(() => askVendor({ env: host.env, client: sapClient(host.env) }, question))
    if (!vendor) throw new Refused('sap.missing')
    const held = await heldItems(host.db, question.companyCode)
    const free = items.filter((item) => item.currency === currencyType && !held.some((other) => sameItem(item, other)))
    return { rows: free.map(rowOf), set: { purchaseGroup: vendor.purchaseGroup ?? null, payMethod: vendor.payMethod ?? null } }
  })
}

/** Items of payments in approval. */
async function heldItems(db: Db, company: string) {
  const rows = await db.selectFrom('sap_claimed_item').select(['document_no as documentNo', 'fiscal_year as fiscalYear', 'line']).where(
    'company_code',
    '=',
    company,
  ).execute()
  return rows
}

const rowOf = ({ documentNo, fiscalYear, line, reference, postingDate, dueDate, amount, openAmount }: OpenItem) => ({
  rowId: `${documentNo}-${fiscalYear}-${line}`,
  sapDocNo: documentNo,
  fiscalYear,
  lineNo: line,
  reference: reference ?? null,
  postingDate,
  dueDate,
  subtotal: amount,
  openAmount,
})
