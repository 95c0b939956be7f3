import { sql, type SqlBool } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { demandEnteredLengths } from '#server/resources/input.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { book } from '../book.ts'
import './tables.ts'

/** States borrowed and reserved, which only loans set and clear. */
const away = ['2', '5']

/** Rules of books: numbers several copies, and protects reserved and borrowed books from deletion and renumbering. */
export const bookRules: RecordRules = {
  async prepare(step) {
    demandEnteredLengths(step, { fields: book.fields, most: { bookName: 30 } })
    return step.before ? changed(step, step.before) : added(step)
  },

  async afterWrite({ db, value, before, by, at }, change) {
    if (change === 'deleted' && isAway(value)) throw new Refused('library.borrowedKept')
    if (change === 'written' && !before) await addCopies(db, value, { by, at })
  },

  constraints: { book_no: { code: 'library.numberExists', fields: ['bookNo'] } },

  /** Forms offer available books only. */
  narrow: () => sql<SqlBool>`book_status = '1'`,
}

/** Rules of shelves: a shelf with books cannot be deleted. */
export const locationRules: RecordRules = {
  inUse: async (db, id) =>
    (await db.selectFrom('book').select('id').where('location', '=', id).where('del_flag', '=', 0).limit(1).executeTakeFirst()) !==
      undefined,
}

/** Returns whether any number of the copies is already used. */
export async function numbersTaken(db: Db, number: string, copies: number): Promise<boolean> {
  const row = await db.selectFrom('book').select('id').where('del_flag', '=', 0).where('book_no', 'in', numbersOf(number, copies)).limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const numbersOf = (number: string, copies: number): string[] =>
  copies > 1 ? Array.from({ length: copies }, (_, index) => `${number}-${index + 1}`) : [number]

const isAway = (value: FormValue): boolean => away.includes(String(value['bookStatus']))

async function added({ db, value }: RecordStep): Promise<FormValue> {
  const copies = Number(value['quantity'] ?? 1)
  const number = String(value['bookNo'] ?? '')
  if (isAway(value)) throw refused('bookStatus', 'library.statusByLoan')
  if (copies > 1 && (await numbersTaken(db, number, copies))) throw refused('bookNo', 'library.numberExists')
  return { quantity: copies, bookNo: numbersOf(number, copies)[0], bookStatus: value['bookStatus'] ?? '1' }
}

async function changed({ value }: RecordStep, before: FormValue): Promise<FormValue> {
  if (value['bookStatus'] !== before['bookStatus'] && (isAway(value) || isAway(before))) throw refused('bookStatus', 'library.statusByLoan')
  if (value['bookNo'] !== before['bookNo'] && isAway(before)) throw refused('bookNo', 'library.borrowedNumber')
  return { quantity: before['quantity'] }
}

/** Inserts the other copies after the first one was written. */
async function addCopies(db: Db, value: FormValue, { by, at }: Pick<RecordStep, 'by' | 'at'>): Promise<void> {
  const copies = Number(value['quantity'] ?? 1)
  if (copies <= 1) return
  const [first = '', ...others] = numbersOf(String(value['bookNo']).replace(/-1$/, ''), copies)
  const row = await db.selectFrom('book').selectAll().where('book_no', '=', first).where('del_flag', '=', 0).executeTakeFirstOrThrow()
  await db.insertInto('book').values(
    others.map((number) => ({ ...row, id: newId(), book_no: number, cover: [], create_by: by, update_by: by, create_time: at,
      update_time: at })
    ),
  )
    .execute()
}

const refused = (field: string, code: string) => new Refused(code, {}, [{ field, code }])

interface NewLocation {
  readonly code: string
  readonly room: string
  readonly shelf: string
}

interface NewBook {
  readonly number: string
  readonly name: string
  readonly author: string
  readonly category: string
  readonly type: string
  readonly price: string
  /** Code of the shelf. */
  readonly location: string
}

/** Loan without a document; without `returned` it is still open. */
interface NewLoan {
  readonly book: string
  readonly borrower: string
  readonly department: string
  readonly from: Date
  readonly due: Date
  readonly returned?: Date
  readonly isLost?: boolean
}

interface Library {
  readonly locations: readonly NewLocation[]
  readonly books: readonly NewBook[]
  readonly loans: readonly NewLoan[]
  readonly by: string
  readonly at: Date
}

/** Fills an empty library with bulk inserts. Returns the ids of the books by number. */
export async function saveLibrary(db: Db, { locations, books, loans, by, at }: Library): Promise<ReadonlyMap<string, string>> {
  const signed = { create_by: by, update_by: by, create_time: at, update_time: at }
  const places = await db.insertInto('book_location').values(locations.map((location) => ({ ...location, id: newId(), ...signed })))
    .returning(['id', 'code']).execute()
  const placeOf = new Map(places.map(({ id, code }) => [code, id]))
  const open = new Map(loans.filter(({ returned }) => !returned).map((loan) => [loan.book, loan]))
  const lost = new Set(loans.filter(({ isLost }) => isLost).map(({ book }) => book))
  const rows = await db.insertInto('book').values(books.map((book) => {
    const loan = open.get(book.number)
    return {
      id: newId(),
      book_no: book.number,
      book_name: book.name,
      author: book.author,
      book_category: book.category,
      book_type: book.type,
      book_source: '1',
      price: book.price,
      location: placeOf.get(book.location) ?? '',
      book_status: statusOf(loan !== undefined, lost.has(book.number)),
      borrower: loan?.borrower ?? null,
      borrow_time: loan?.from ?? null,
      due_time: loan?.due ?? null,
      ...signed,
    }
  })).returning(['id', 'book_no']).execute()
  const ids = new Map(rows.map(({ id, book_no: number }) => [number, id]))
  if (loans.length > 0) {
    await db.insertInto('book_loan').values(loans.map((loan) => ({
      id: newId(),
      book_id: ids.get(loan.book) ?? '',
      book_no: loan.book,
      borrower_id: loan.borrower,
      department_id: loan.department,
      borrow_time: loan.from,
      due_time: loan.due,
      return_time: loan.returned ?? null,
      borrow_status: loanStatus(loan),
      ...signed,
    }))).execute()
  }
  return ids
}

function statusOf(isOut: boolean, isLost: boolean): string {
  if (isLost) return '3'
  return isOut ? '2' : '1'
}

function loanStatus({ returned, isLost = false }: NewLoan): string {
  if (!returned) return '2'
  return isLost ? '5' : '4'
}
