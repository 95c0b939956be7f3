import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import './tables.ts'
import { canBook, canBorrow } from '../permissions.ts'
import { limitsOf, loans } from './loans.ts'

const byId = z.strictObject({ id: z.string().min(1).max(64) })
const language = z.strictObject({ _t: z.unknown().optional() })

/** Calls of books beyond the generic ones: categories, renewal, and return of a loan without a document. */
export function routes(app: FastifyInstance, host: Host): void {
  const { db, dictionary, plugins } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const kinds = plugins.flatMap(({ dictionaries }) => dictionaries).find(({ key }) => key === 'bookCategory')?.items ?? []

  typed.get('/oaserver/book/types', { config: { access: needs(canBook.view), resource: 'book' }, schema: { querystring: language } },
    async () => {
      const label = await dictionary(db)
      return kinds.map(({ value }) => ({ value, label: label('bookCategory', value) })).filter((kind) => kind.label !== null)
    })

  typed.post('/oaserver/book/:id/renew', { config: { access: signedIn, resource: 'book', repeats: 'once' },
    schema: { params: byId, body: z.strictObject({}).optional() } },
    (request) => unitOfWork(host, request, async (context) => ({ dueTime: nowOf(await renew(context, request.params.id)) })))

  const returned = z.strictObject({ lost: z.boolean().default(false) }).default({ lost: false })
  typed.post('/oaserver/book/:id/return', { config: { access: needs(canBorrow.edit), resource: 'book', repeats: 'once' },
    schema: { params: byId, body: returned } }, (request) =>
    unitOfWork(host, request, async (context) => {
      await takeBack(context, request.params.id, request.body.lost)
      return true
    }))
}

interface RenewalRequest {
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

const isOut = (status: string) => status === '2' || status === '3'

/** Extends a loan that is not overdue, up to the allowed number of renewals. Returns the new due time. @throws Forbidden, Refused */
async function renew({ db, caller, at }: RenewalRequest, book: string): Promise<Date> {
  const loan = await openLoan(db, book)
  if (loan.borrower_id !== caller.id && !permits(caller.permissions, canBorrow.edit)) throw new Forbidden('library.notYours')
  if (!isOut(loan.borrow_status) || !loan.due_time) throw new Refused('library.loanEnded')
  const { renewals, renewDays } = await limitsOf(db)
  if (loan.renew_count >= renewals) throw new Refused('library.renewedAlready')
  if (loan.due_time <= at) throw new Refused('library.overdueNotRenewed')
  const due = new Date(loan.due_time.getTime() + renewDays * 24 * 3_600_000)
  await db.updateTable('book_loan').set({ due_time: due, renew_count: loan.renew_count + 1, update_by: caller.id, update_time: at,
    version: sql`version + 1` }).where('id', '=', loan.id).execute()
  await db.updateTable('book').set({ due_time: due, version: sql`version + 1` }).where('id', '=', book).execute()
  return due
}

/** Returns a book lent without a document. @throws Refused for a loan with a document, which is returned at its node */
async function takeBack({ db, caller, at }: RenewalRequest, book: string, isLost: boolean): Promise<void> {
  const loan = await openLoan(db, book)
  if (loan.business_no !== null) throw new Refused('library.byDocument', { no: loan.business_no })
  await loans(db).takeBack({ loan: loan.id }, { at, now: at, isLost, by: caller.id })
}

/** Open loan of a book, locked until the transaction ends. @throws Missing, Refused */
async function openLoan(db: Db, book: string) {
  const known = await db.selectFrom('book').select('id').where('id', '=', book).where('del_flag', '=', 0).forUpdate().executeTakeFirst()
  if (!known) throw new Missing('error.missing')
  const loan = await db.selectFrom('book_loan').selectAll().where('book_id', '=', book).where('borrow_status', 'in', ['1', '2', '3']).where(
    'del_flag',
    '=',
    0,
  ).forUpdate()
    .executeTakeFirst()
  if (!loan) throw new Refused('library.loanEnded')
  return loan
}
