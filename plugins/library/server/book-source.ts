import type { Db } from '#server/database/tables.ts'
import type { ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { referenceSource } from '#server/resources/reference-source.ts'
import { book } from '../book.ts'
import { bookRules } from './book-rules.ts'
import './tables.ts'

const derived = referenceSource(book, bookRules)

/** Books as references in forms: named by title, with the code and room of their shelf. */
export const bookSource: ReferenceSource = {
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
