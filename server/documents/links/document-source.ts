import { sql } from 'kysely'
import type { Form } from '#kernel/form.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { containingEither } from '#server/identity/organisation/search-text.ts'
import type { Host, ReferenceQuery, ReferenceRecord, ReferenceSource } from '#server/host.ts'
import { type DocumentFigures, recordOf } from '../store/document-record.ts'
import { takenOf } from './other-consumption.ts'
import { subjectFor } from '../lists/rows.ts'
import { hasSubject, readable, type DocumentReader, readerOf } from '../visibility/scope.ts'

interface SourceContext {
  readonly departments: Host['departments']
  readonly forms: ReadonlyMap<string, Form>
}

/** The subject of a document, as it is stored. */
interface SubjectTexts {
  readonly subject: string
  readonly subject_en: string
}

/** The documents that a link may name; narrows the documents that the caller may read. */
interface LinkFilter {
  /** Business types; empty: any. */
  readonly links: readonly string[]
  readonly states: readonly Tables['document']['state'][]
  /** Only those that the caller filed or applied for. */
  readonly own: boolean
  /** The document that is being changed, since a document may not link to itself. */
  readonly except: string | undefined
}

/**
 * Reference source of the `documentLink` kind. A caller finds documents in their row scope; without a caller (rules, derived values) all
 * documents are found.
 */
export function documentSource({ departments, forms }: SourceContext): ReferenceSource {
  const records = (rows: readonly (DocumentFigures & SubjectTexts)[], caller?: Caller): ReferenceRecord[] =>
    rows.map((row) => ({ ...recordOf(row, forms.get(row.type), caller), ...(caller && subjectFor({ host: { forms }, caller }, row)) }))
  const scoped = async (db: Db, caller: Caller) => readable(await readerOf({ departments }, db, caller))
  return {
    async find(db, ids, reader, owner) {
      const caller = reader?.caller
      if (ids.length === 0) return []
      const query = withFigures(db.selectFrom('document').where('document.id', 'in', [...ids]), owner)
      return records(await (caller ? query.where(await scoped(db, caller)) : query).execute(), caller)
    },
    async candidates(db, query, { caller }) {
      const reader = await readerOf({ departments }, db, caller)
      const found = narrowed(db, query, reader).where(readable(reader))
      const { total } = await found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
      const rows = await withFigures(found, narrowingOf(query.context).except).orderBy('document.started_at', 'desc').orderBy('document.id')
        .limit(query.size).offset(
          (query.current - 1) * query.size,
        ).execute()
      return { records: records(rows, caller), total: Number(total) }
    },
  }
}

function narrowed(db: Db, { keyword, context }: ReferenceQuery, reader: DocumentReader) {
  const { links, states, own, except } = narrowingOf(context)
  const either = containingEither(keyword ?? '')
  const contains = (column: 'title' | 'title_en' | 'number') => sql<boolean>`${sql.ref(`document.${column}`)} ilike any(${either}::text[])`
  return db.selectFrom('document')
    .where('document.state', 'in', [...states])
    .$if(links.length > 0, (query) => query.where('document.type', 'in', [...links]))
    .$if(own, (query) => query.where((eb) => eb.or([eb('document.starter', '=', reader.id), eb('document.applicant', '=', reader.id)])))
    .$if(except !== undefined, (query) => query.where('document.id', '<>', except ?? ''))
    .$if(keyword !== undefined,
      (query) => query.where((eb) => eb.or([contains('title'), contains('title_en'), contains('number'), hasSubject(either, reader)])))
}

const linkable = ['inApproval', 'completed'] as const

function narrowingOf({ links, linkStates, own, except }: ReferenceQuery['context']): LinkFilter {
  const states = linkable.filter((state) => texts(linkStates).includes(state))
  return { links: texts(links), states: states.length > 0 ? states : linkable, own: own === true,
    except: typeof except === 'string' ? except : undefined }
}

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((text) => typeof text === 'string') : [])

/** Adds the bindings and consumption by live documents other than `except`. */
function withFigures(query: ReturnType<typeof narrowed>, except: string | undefined) {
  return query
    .leftJoinLateral(takenOf(except), (join) => join.onTrue())
    .select([
      'document.id',
      'document.number',
      'document.type',
      'document.title',
      'document.title_en',
      'document.subject',
      'document.subject_en',
      'document.state',
      'document.starter',
      'document.applicant',
      'document.department',
      'document.started_at',
      'document.ended_at',
      'document.amount',
      'document.claimable',
      'document.value',
      'live.owners',
      'live.taken',
      'live.claimed_by',
    ])
}
