import { sql } from 'kysely'
import { Forbidden, Missing, Refused } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { canBorrow } from '../permissions.ts'
import { limitsOf } from './limits.ts'
import { loans } from './loans.ts'
import './tables.ts'

interface RenewalRequest {
  readonly db: Db
  readonly caller: Caller
  readonly at: Date
}

const isOut = (status: string) => status === '2' || status === '3'

/** Lengthens the loan of a book before it is due, as often as the library allows. Answers when it is due now. */
export async function renew({ db, caller, at }: RenewalRequest, book: string): Promise<Date> {
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

/** Takes back a book that was lent without a document; one with a document comes back at its node. */
export async function takeBack({ db, caller, at }: RenewalRequest, book: string, isLost: boolean): Promise<void> {
  const loan = await openLoan(db, book)
  if (loan.business_no !== null) throw new Refused('library.byDocument', { no: loan.business_no })
  await loans(db).takeBack({ loan: loan.id }, { at, now: at, isLost, by: caller.id })
}

/** The loan of a book that is not over, locked until the transaction ends. @throws Missing, Refused */
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
