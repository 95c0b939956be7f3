import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import { limitsOf } from './loans.ts'
import './tables.ts'
import { bookDue, bookOverdue } from '../message-kinds.ts'

interface Due {
  readonly id: string
  readonly borrower_id: string
  readonly due_time: Date
  readonly book_name: string
  readonly business_key: string | null
}

/** Hourly job: marks overdue loans, and reminds borrowers some days before a book is due and daily while it is overdue. */
export const bookReminders: Job = {
  name: 'bookReminders',
  every: hours(1),
  async run({ db, at }) {
    await transaction(db, async (tx) => {
      const { remindDays } = await limitsOf(tx)
      await tx.updateTable('book_loan').set({ borrow_status: '3', version: sql`version + 1` }).where('borrow_status', '=', '2').where(
        'due_time',
        '<',
        at,
      ).execute()
      for (const loan of await dueBefore(tx, new Date(at.getTime() + hours(24 * remindDays)))) await remind(tx, loan, at)
    })
  },
}

/** Loans due before a time, at most 1000; the next hourly run handles the rest. */
async function dueBefore(db: Db, moment: Date): Promise<readonly Due[]> {
  const rows = await db
    .selectFrom('book_loan')
    .innerJoin('book', 'book.id', 'book_loan.book_id')
    .select(['book_loan.id', 'book_loan.borrower_id', 'book_loan.due_time', 'book.book_name', 'book_loan.business_key'])
    .where('book_loan.borrow_status', 'in', ['2', '3'])
    .where('book_loan.del_flag', '=', 0)
    .where('book_loan.due_time', '<', moment)
    .orderBy('book_loan.due_time')
    .limit(1000)
    .execute()
  return rows.flatMap(({ due_time: due, ...row }) => (due ? [{ ...row, due_time: due }] : []))
}

/** Sends one reminder before the due date, and one per day afterwards. */
async function remind(db: Db, { id, borrower_id: borrower, due_time: due, book_name: name, business_key: document }: Due,
  at: Date): Promise<void> {
  const late = Math.floor((at.getTime() - due.getTime()) / hours(24))
  const isLate = due < at
  await notify(db, {
    kind: isLate ? bookOverdue : bookDue,
    recipients: [borrower],
    at,
    document: document ?? undefined,
    blanks: { book: name.replaceAll('/', '／'), time: todayOf(due), d: Math.max(late, 1) },
    params: { urlPage: 'books/history' },
    once: isLate ? `${id} ${todayOf(at)}` : `${id} ${todayOf(due)}`,
  })
}
