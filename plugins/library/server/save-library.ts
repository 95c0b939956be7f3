import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import './tables.ts'

export interface NewLocation {
  readonly code: string
  readonly room: string
  readonly shelf: string
}

export interface NewBook {
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
export interface NewLoan {
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
