import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { signedIn } from '#server/http/access.ts'
import { read } from '../detail.ts'
import { accountPaths } from '../values/account-numbers.ts'
import { type DocumentRouteContext, readContext, typed } from './context.ts'
import { id } from './inputs.ts'

const params = z.strictObject({ businessType: z.string().max(64), businessKey: id })
/** `field` is a path such as `payeeLines.proceedsAccount`, `row` the row of a table. */
const place = z.strictObject({ field: z.string().max(128), row: id.optional() })

/** Reveals one full account number of a document to its initiator or to those who pay it; every call is recorded in the audit log. */
export function accountNumberRoutes(app: FastifyInstance, calls: DocumentRouteContext): void {
  typed(app).post('/oaserver/:businessType/:businessKey/account/reveal', {
    config: { access: signedIn, resource: 'document', repeats: 'secret' },
    schema: { params, body: place },
  }, async (request) => {
    const { params: { businessType, businessKey }, body } = request
    const { form, access, shown } = await read(readContext(calls, request), businessKey)
    if (form.key !== businessType) throw new Forbidden('documents.notReadable')
    if (!accountPaths(form.fields).includes(body.field) || ['masked', 'hidden'].includes(access(body.field)))
      throw new Forbidden('documents.accountNotReadable')
    const account = heldAt(shown, body)
    if (typeof account !== 'string') throw new Missing('documents.accountMissing')
    // the audit log identifies the number without containing it
    request.audited = { id: businessKey, after: body }
    return { account }
  })
}

function heldAt(value: FormValue, { field, row }: z.infer<typeof place>): unknown {
  const [table = '', column] = field.split('.')
  return column === undefined ? value[table] : rowsAt(value, table).find((each) => rowIdOf(each) === row)?.[column]
}
