import './tables.ts'
import './registers/tables.ts'
import { createHash } from 'node:crypto'
import { nowOf } from '#kernel/values/dates.ts'
import type { Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import type { FormPublication, PublicationFailure } from '../wire.ts'

/** An entry of the history of a design. */
interface Entry {
  readonly design: string
  readonly action: FormPublication['action']
  readonly version: number
  readonly content_hash: string
  readonly reason: string
  readonly by: string
  readonly at: Date
}

/** The history of publications of forms or of registers: only added to, each entry with the hash of the one before. */
function publicationsIn(table: 'form_design_publication' | 'register_design_publication') {
  // the tables have the same columns, so one type serves both
  const name = table as 'form_design_publication'
  return {
    /** Adds an entry. @returns its number */
    async record(db: Db, entry: Entry): Promise<number> {
      const last = await db.selectFrom(name).select(['seq', 'chain']).where('design', '=', entry.design).orderBy('seq', 'desc').limit(1)
        .executeTakeFirst()
      const seq = (last?.seq ?? 0) + 1
      await db.insertInto(name).values({ ...entry, seq, chain: linked(last?.chain ?? '', { ...entry, seq }) }).execute()
      return seq
    },

    /** The last publication, where it was taken back; what was put in force again has the same time and reason. */
    async failureOf(db: Db, design: string): Promise<PublicationFailure | undefined> {
      const latest = await db.selectFrom(name).select(['action', 'version', 'reason', 'at']).where('design', '=', design)
        .orderBy('seq', 'desc').limit(3).execute()
      const failed = latest.find(({ action, at, reason }) =>
        action === 'failed' && reason === latest[0]?.reason && at.getTime() === latest[0]?.at.getTime()
      )
      return failed && { version: failed.version, reason: failed.reason, at: nowOf(failed.at) }
    },

    /** The history of a design, the newest first. @throws Error where an entry does not follow from the one before */
    async historyOf(db: Db, directory: Pick<Directory, 'person'>, design: string): Promise<readonly FormPublication[]> {
      const entries = await db.selectFrom(name).selectAll().where('design', '=', design).orderBy('seq').execute()
      let previous = ''
      for (const entry of entries) {
        if (linked(previous, entry) !== entry.chain) throw new Error(`the history of the design ${design} was changed at ${entry.seq}`)
        previous = entry.chain
      }
      return entries.toReversed().map(({ version, chain, action, by, at, reason }) => ({ version, hash: chain, action,
        by: directory.person(by)?.name ?? by, at: at.toISOString(), reason })
      )
    },
  }
}

/** The reason comes last: it is the only part that may hold a line break. */
const linked = (previous: string, { design, seq, action, version, content_hash: hash, by, at, reason }: Entry & { readonly seq: number }) =>
  createHash('sha256').update([previous, design, seq, action, version, hash, by, at.toISOString(), reason].join('\n')).digest('hex')

export const formPublications = publicationsIn('form_design_publication')
export const registerPublications = publicationsIn('register_design_publication')
