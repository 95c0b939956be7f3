import { sql, type SqlBool } from 'kysely'
import { instantOf } from '#kernel/values/dates.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { parametersOf } from '#server/identity/dictionaries.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import './tables.ts'

/** Books to be reserved for a borrower, and the document that reserves them. */
interface Reservation {
  readonly books: readonly string[]
  readonly borrower: string
  readonly department: string | null
  readonly document: { readonly id: string; readonly number?: string }
  readonly by: string
  readonly at: Date
}

interface LoanPeriod {
  readonly from: Date
  readonly due: Date
}

/** Return of books. */
interface Return {
  /** Time of the return; may be entered by the librarian. */
  readonly at: Date
  /** The time of the action. */
  readonly now: Date
  readonly isLost: boolean
  readonly compensation?: string | null
  readonly by: string
}

const open = ['1', '2', '3']

/** Reservations, loans and returns. Runs in the caller's transaction. */
export const loans = (db: Db) => ({
  /** Takes an advisory lock on the borrower until the transaction ends, so that concurrent documents are counted one after the other. */
  async lockBorrower(borrower: string): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`library/${borrower}`}, 0))`.execute(db)
  },

  /** Number of books that a person has reserved or borrowed, except by one document, and how many are overdue. */
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

  /** Names of the unavailable books among these, by id; the document's own reservations count as available. */
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

  /** Replaces a document's reservations. Returns the books already taken; nothing is reserved then. */
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

  /** Deletes a document's reservations that have not been handed out. */
  async release(document: string): Promise<void> {
    const rows = await db.deleteFrom('book_loan').where('business_key', '=', document).where('borrow_status', '=', '1').returning('book_id')
      .execute()
    if (rows.length > 0)
      await db.updateTable('book').set({ book_status: '1', version: sql`version + 1` }).where('id', 'in',
        rows.map(({ book_id }) => book_id)).where('book_status', '=', '5')
        .execute()
  },

  /** Turns a document's reservations into loans. */
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

  /** Ends the open loans of a document, or one loan. Returns the number of books. */
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

/** Defaults of limits without a parameter. */
const defaults = { loanDays: 30, maxLoans: 3, renewals: 1, renewDays: 15, remindDays: 3 } as const

type LoanLimits = Readonly<Record<keyof typeof defaults, number>>

/** Limits of borrowing from the dictionary `libraryRule`, or their defaults. */
export async function limitsOf(db: Db): Promise<LoanLimits> {
  const standard = await parametersOf(db, 'libraryRule')
  const figures = Object.entries(defaults).map(([limit, usual]) => [limit, standard(limit)?.toNumber() ?? usual])
  return Object.fromEntries(figures) as LoanLimits
}

/** Reserves books when a document is filed, and hands them out and takes them back at its nodes. */
export const borrowing: DocumentExtension = {
  concerns: ['bookBorrow'],

  async prepare({ node, value }) {
    if (node === 'start') return { borrowStatus: '1' }
    if (node === 'handOut') return { borrowStatus: '2' }
    return node === 'giveBack' ? { borrowStatus: value['bookCondition'] === '3' ? '5' : '4' } : {}
  },

  check: async (step) => (step.node === 'start' ? [...(await unavailable(step)), ...(await beyondLimits(step))] : []),

  /**
   * Checks again under the borrower's lock, and reserves with row locks, so that two documents cannot take the same copy. @throws Refused
   */
  async onSubmit(step) {
    const { db, value, document, actor, at } = step
    const borrower = text(value['borrower'])
    await loans(db).lockBorrower(borrower)
    const beyond = await beyondLimits(step)
    if (beyond[0]) throw new Refused(beyond[0].code, beyond[0].parameters, beyond)
    const department = step.directory.person(borrower)?.departments[0] ?? null
    const taken = await loans(db).reserve({ books: booksOf(value), borrower, department, document, by: actor.id, at })
    if (taken.length === 0) return
    const problems = await unavailable(step)
    throw new Refused(problems[0]?.code ?? 'library.notBorrowable', problems[0]?.parameters, problems)
  },

  async onPass({ db, node, value, document, actor, at }) {
    if (node === 'handOut')
      await loans(db).handOut(document.id, { from: instant(value['borrowTime']) ?? at, due: instant(value['plannedReturnTime']) ?? at }, {
        by: actor.id,
        at,
      })
  },

  async onCompleted({ db, value, document, actor, at }) {
    await loans(db).takeBack({ document: document.id }, {
      at: instant(value['returnTime']) ?? at,
      now: at,
      isLost: value['bookCondition'] === '3',
      compensation: text(value['compensation']) || null,
      by: actor.id,
    })
  },

  async onReleased({ db, document, actor, at }) {
    await loans(db).release(document.id)
    await loans(db).takeBack({ document: document.id }, { at, now: at, isLost: false, by: actor.id })
  },

  /** Refuses a withdrawal while the books are handed out. */
  withdrawalRefusal: async ({ value }) => (value['borrowStatus'] === '2' ? { code: 'library.handedOut', parameters: {} } : undefined),
}

/** Problems for rows with a book that is not available. */
async function unavailable({ db, value, document }: DocumentStep): Promise<FieldProblem[]> {
  const taken = await loans(db).unavailable(booksOf(value), document.id)
  return rowsAt(value, 'books').flatMap((row, index): FieldProblem[] => {
    const name = taken.get(text(row['bookNo']))
    return name === undefined ? [] : [{ field: `books.${index}.bookNo`, code: 'library.notBorrowable', parameters: { name } }]
  })
}

async function beyondLimits({ db, value, document, at }: DocumentStep): Promise<FieldProblem[]> {
  const borrower = text(value['borrower'])
  if (borrower === '') return []
  const [{ maxLoans }, { held, overdue }] = [await limitsOf(db), await loans(db).held(borrower, { except: document.id, at })]
  return [
    ...(held + booksOf(value).length > maxLoans ? [{ field: 'books', code: 'library.tooMany', parameters: { n: maxLoans } }] : []),
    ...(overdue > 0 ? [{ field: 'borrower', code: 'library.hasOverdue' }] : []),
  ]
}

const booksOf = (value: FormValue): string[] => rowsAt(value, 'books').map((row) => text(row['bookNo'])).filter((id) => id !== '')

const instant = (value: unknown): Date | null => (typeof value === 'string' ? instantOf(value) : null)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
