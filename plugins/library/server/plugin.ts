import type { FieldProblem } from '#kernel/errors.ts'
import { defineServer } from '#server/plugin.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { records } from '#server/resources/records.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { referenceSource } from '#server/resources/reference-source.ts'
import { bookRules, locationRules, numbersTaken } from './book-rules.ts'
import { borrowing } from './loans.ts'
import { migrations } from './migrations.ts'
import { bookReminders } from './reminders.ts'
import { routes } from './routes.ts'
import { book, bookFields } from '../book.ts'
import './tables.ts'
import { samples } from './samples.ts'

const derived = referenceSource(book, bookRules)

/** Books as references in forms: named by title, with the code and room of their shelf. */
const bookSource: ReferenceSource = {
  ...derived,
  find: async (db, ids, reader) => shelved(db, await derived.find(db, ids, reader)),
  async candidates(db, query, reader) {
    const { records, total } = await derived.candidates(db, query, reader)
    return { records: await shelved(db, records), total }
  },
}

async function shelved(db: Db, records: readonly ReferenceRecord[]): Promise<ReferenceRecord[]> {
  if (records.length === 0) return []
  const places = await db.selectFrom('book_location').select(['id', 'code', 'room']).where('id', 'in', [
    ...new Set(records.map(({ location }) => String(location))),
  ]).execute()
  const named = new Map(places.map(({ id, code, room }) => [id, `${code} ${room}`]))
  return records.map((record) => ({ ...record, name: String(record['bookName'] ?? record.code).replaceAll('/', '／'),
    locationName: named.get(String(record['location'])) ?? null, decimals: ['price'] })
  )
}

/** Adds the book of a completed document to the library. */
const adding: DocumentExtension = {
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

export default defineServer({
  id: 'library',
  contributes: [samples],
  callNames: {
    operations: { '/oaserver/book/:id/renew': { cn: '续借', en: 'Renew' }, '/oaserver/book/:id/return': { cn: '归还', en: 'Return' } },
  },
  migrations,
  routes,
  records: { book: bookRules, bookLocation: locationRules },
  references: { book: bookSource },
  extensions: [borrowing, adding],
  jobs: [bookReminders],
})
