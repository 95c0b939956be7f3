import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import './tables.ts'

/** The books that somebody wants, and for which document. */
export interface Reservation {
  readonly books: readonly string[]
  readonly borrower: string
  readonly department: string | null
  readonly document: { readonly id: string; readonly number?: string }
  readonly by: string
  readonly at: Date
}

export interface LoanPeriod {
  readonly from: Date
  readonly due: Date
}

/** The return of a book. */
export interface Return {
  /** The time of the return, which may be entered. */
  readonly at: Date
  /** The time of the action. */
  readonly now: Date
  readonly isLost: boolean
  readonly compensation?: string | null
  readonly by: string
}

const open = ['1', '2', '3']

/** Books that are reserved, handed out and taken back. Works inside the transaction of whoever acts. */
export const loans = (db: Db) => ({
  /** Holds what a person borrows until the transaction ends, so that two of their documents are counted one after the other. */
  async lockBorrower(borrower: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`library/${borrower}`}, 0))`.execute(db)
  },

  /** Counts the books that a person holds or waits for, apart from one document, and how many of them are overdue. */
  async held(borrower: string, { except, at }: { except: string; at: Date }): Promise<{ held: number; overdue: number }> {
    const row = await db
      .selectFrom('book_loan')
      .select([
        sql<number>`count(*)::int`.as('held'),
        sql<number>`(count(*) filter (where borrow_status in ('2', '3') and due_time < ${at}))::int`.as('overdue'),
      ])
      .where('borrower_id', '=', borrower)
      .where('borrow_status', 'in', open)
      .where('del_flag', '=', 0)
      .where(sql<SqlBool>`business_key is distinct from ${except}`)
      .executeTakeFirstOrThrow()
    return row
  },

  /** Names of the books among these that nobody can borrow now; what this document has reserved counts as free. */
  async unavailable(books: readonly string[], document: string): Promise<ReadonlyMap<string, string>> {
    if (books.length === 0) return new Map()
    const rows = await db
      .selectFrom('book')
      .select(['id', 'book_name'])
      .where('id', 'in', [...books])
      .where((eb) =>
        eb.or([eb('del_flag', '<>', 0), eb.and([
          eb('book_status', '<>', '1'),
          eb.not(
            eb.exists(
              eb.selectFrom('book_loan').select('book_loan.id').whereRef('book_loan.book_id', '=', 'book.id').where('business_key', '=',
                document).where('borrow_status', '=', '1')
                .where('book_loan.del_flag', '=', 0),
            ),
          ),
        ])])
      )
      .execute()
    return new Map(rows.map(({ id, book_name: name }) => [id, name]))
  },

  /** Reserves books for a document, instead of those that it had reserved. Answers the books that somebody else was faster with. */
  async reserve({ books, borrower, department, document, by, at }: Reservation): Promise<readonly string[]> {
    await this.release(document.id)
    if (books.length === 0) return []
    const free = await db.selectFrom('book').select(['id', 'book_no']).where('id', 'in', [...books]).where('book_status', '=', '1').where(
      'del_flag',
      '=',
      0,
    ).orderBy('id')
      .forUpdate().execute()
    const taken = books.filter((book) => !free.some(({ id }) => id === book))
    if (taken.length > 0) return taken
    await db.updateTable('book').set({ book_status: '5', version: sql`version + 1` }).where('id', 'in', [...books]).execute()
    await db.insertInto('book_loan').values(free.map(({ id, book_no }) => ({
      id: newId(),
      book_id: id,
      book_no,
      borrower_id: borrower,
      department_id: department,
      borrow_status: '1',
      business_key: document.id,
      business_no: document.number ?? null,
      create_by: by,
      update_by: by,
      create_time: at,
      update_time: at,
    }))).execute()
    return []
  },

  /** Gives up what a document has reserved and nobody took away yet. */
  async release(document: string): Promise<void> {
    const rows = await db.deleteFrom('book_loan').where('business_key', '=', document).where('borrow_status', '=', '1').returning('book_id')
      .execute()
    if (rows.length > 0)
      await db.updateTable('book').set({ book_status: '1', version: sql`version + 1` }).where('id', 'in',
        rows.map(({ book_id }) => book_id)).where('book_status', '=', '5')
        .execute()
  },

  /** The reserved books of a document leave the library. */
  async handOut(document: string, { from, due }: LoanPeriod, { by, at }: Pick<Reservation, 'by' | 'at'>): Promise<void> {
    const rows = await db
      .updateTable('book_loan')
      .set({ borrow_status: '2', borrow_time: from, due_time: due, update_by: by, update_time: at, version: sql`version + 1` })
      .where('business_key', '=', document)
      .where('borrow_status', '=', '1')
      .returning(['book_id', 'borrower_id'])
      .execute()
    for (const { book_id: id, borrower_id: borrower } of rows) {
      await db.updateTable('book').set({ book_status: '2', borrower, borrow_time: from, due_time: due, return_time: null,
        version: sql`version + 1` }).where('id', '=', id)
        .execute()
    }
  },

  /** Takes back the books that are still out of a document, or of one loan. Answers how many books did. */
  async takeBack(which: { readonly document: string } | { readonly loan: string },
    { at, now, isLost, compensation = null, by }: Return): Promise<number> {
    const rows = await db
      .updateTable('book_loan')
      .set({ borrow_status: isLost ? '5' : '4', return_time: sql`greatest(${at}, coalesce(borrow_time, ${at}))`, compensation,
        update_by: by, update_time: now, version: sql`version + 1` })
      .where('borrow_status', 'in', open)
      .where('del_flag', '=', 0)
      .where((eb) => ('loan' in which ? eb('id', '=', which.loan) : eb('business_key', '=', which.document)))
      .returning('book_id')
      .execute()
    if (rows.length === 0) return 0
    await db
      .updateTable('book')
      .set({ book_status: isLost ? '3' : '1', borrower: null, borrow_time: null, due_time: null, return_time: at,
        version: sql`version + 1` })
      .where('id', 'in', rows.map(({ book_id: id }) => id))
      .execute()
    return rows.length
  },
})
