import type { RowScope } from '#server/host.ts'
import { readable, readerOf } from './scope.ts'

/** Row scope of documents, for the comparison of all and visible ones. */
export const documentScope: RowScope = {
  cn: '单据',
  en: 'Documents',
  async count(host, db, caller) {
    const counted = db.selectFrom('document').select((eb) => eb.fn.countAll<string>().as('count'))
    const seen = await counted.where(readable(await readerOf(host, db, caller))).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}
