import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { records } from '#server/resources/records.ts'
import { book, bookFields } from '../book.ts'
import { bookRules, numbersTaken } from './book-rules.ts'

/** Adds the book of a completed document to the library. */
export const adding: DocumentExtension = {
  concerns: ['bookAdd'],

  check: taken,

  async onCompleted({ db, value, actor, at }) {
    const known = Object.fromEntries(Object.keys(bookFields).map((key) => [key, value[key] ?? null]))
    await records(book, bookRules).insert(db, { ...known, bookStatus: '1' }, { by: actor.id, at })
  },
}

async function taken({ db, value }: DocumentStep): Promise<FieldProblem[]> {
  const { bookNo, quantity } = value
  if (typeof bookNo !== 'string' || bookNo === '') return []
  return (await numbersTaken(db, bookNo, Number(quantity ?? 1))) ? [{ field: 'bookNo', code: 'library.numberExists' }] : []
}
