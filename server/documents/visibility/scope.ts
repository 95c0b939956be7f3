import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { Forbidden } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { administerPermission, administratorRole } from '#approval/administrator.ts'
import { system } from '#approval/event.ts'
import { isParticipant } from '#approval/state.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Host, RowScope } from '#server/host.ts'
import { unsearchedSubjects } from '../store/subjects.ts'

/** A reader of documents, with everything that extends their row scope. */
export interface DocumentReader {
  readonly id: string
  /** Business types of which they may see other people's documents. */
  readonly types: 'all' | readonly string[]
  readonly departments: DepartmentScope
  /** Accountants also see documents of which a department bears costs. */
  readonly keepsBooks?: boolean
  /** Workflow administrators may read every document, since they repair approvals. */
  readonly administers?: boolean
  /** Types for which the search by subject excludes other people's documents. */
  readonly unsearched?: readonly string[]
}

/** Name of the resource whose row scope applies to documents. */
const resource = 'document'

/** Returns the inputs of a person's row scope for documents. */
export async function readerOf(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<DocumentReader> {
  return { id: caller.id, types: viewableTypes(caller), departments: await host.departments(db, caller, resource),
    keepsBooks: keepsBooks(caller), administers: administersFlows(caller), unsearched: unsearchedSubjects(caller.columns) }
}

/** Returns whether a person is an accountant: they have any view permission of finance. */
export const keepsBooks = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  [...permissions].some((permission) => /^(\*|finance:[^:]+:(view|\*))$/.test(permission))

/** Returns whether a person administers workflows; the same check as the engine's. */
export const administersFlows = ({ permissions, roles }: Pick<Caller, 'permissions' | 'roles'>): boolean =>
  permits(permissions, administerPermission) || roles.includes(administratorRole)

/** Check for routes of workflow administrators, before the body is read. @throws Forbidden */
export async function demandFlowAdministrator({ caller }: { readonly caller: Caller }): Promise<void> {
  if (!administersFlows(caller)) throw new Forbidden('error.forbidden')
}

function viewableTypes(caller: Caller): 'all' | string[] {
  if (caller.permissions.has('*')) return 'all'
  return [...caller.permissions].flatMap((permission) => /^form:(.+):(?:view|\*)$/.exec(permission)?.[1] ?? [])
}

/**
 * The documents that a person may read, as a condition on `document`: their own, those in which they had a part, and others' by
 * permission and department. Every read of documents uses it.
 */
export function readable(reader: DocumentReader) {
  return (eb: ExpressionBuilder<Tables, 'document'>): Expression<SqlBool> =>
    eb.or([
      eb('document.starter', '=', reader.id),
      eb('document.applicant', '=', reader.id),
      eb.exists(
        eb.selectFrom('task').select(sql`1`.as('one')).whereRef('task.document', '=', 'document.id').where('task.assignee', '=', reader.id),
      ),
      eb.exists(
        eb.selectFrom('cc').select(sql`1`.as('one')).whereRef('cc.document', '=', 'document.id').where('cc.person', '=', reader.id),
      ),
      handedOn(reader.id),
      mentioned(reader.id),
      ...(reader.administers ? [eb.lit(true)] : []),
      othersReadable(reader)(eb),
    ])
}

/** Condition that a person transferred a task, was substituted, or lost it by reassignment; they can still read the document. */
const handedOn = (person: string): Expression<SqlBool> =>
  sql<SqlBool>`(
  document.id in (select event.document from document_event event where event.type = 'transferred' and event.payload ->> 'from' = ${person})
  or document.id in (select stood.document from task stood where stood.owner = ${person}))`

/** Condition that a person was mentioned in a comment. */
const mentioned = (person: string): Expression<SqlBool> =>
  sql<
    SqlBool
  >`document.id in (select event.document from document_event event where event.type = 'commented'
    and event.payload -> 'mentioned' ? ${person})`

/** Returns whether a person without a part in the document was mentioned in a comment on it. For a participant it makes no difference. */
export async function isMentionedIn(db: Db, { id, process }: { readonly id: string; readonly process: DocumentState },
  person: string): Promise<boolean> {
  if (person === system || isParticipant(process, person)) return false
  const found = await db.selectFrom('document').select('id').where('id', '=', id).where(mentioned(person)).executeTakeFirst()
  return found !== undefined
}

/** Returns whether the caller may read a document. */
export async function mayRead({ host, db, caller }: { host: Pick<Host, 'departments'>; db: Db; caller: Caller },
  document: string): Promise<boolean> {
  const reader = await readerOf(host, db, caller)
  return (await db.selectFrom('document').select('id').where('id', '=', document).where(readable(reader)).executeTakeFirst()) !== undefined
}

/** Condition for other people's documents, by permissions and departments. */
export function othersReadable({ types, departments, keepsBooks: isBookkeeper = false }: DocumentReader) {
  return (eb: ExpressionBuilder<Tables, 'document'>): Expression<SqlBool> => {
    const parts: Expression<SqlBool>[] = []
    if (types !== 'all') parts.push(sql<SqlBool>`document.type = any(${types})`)
    if (departments !== 'all') parts.push(inDepartments(departments, isBookkeeper))
    return parts.length > 0 ? eb.and(parts) : eb.lit(true)
  }
}

const inDepartments = (departments: readonly string[], isBookkeeper: boolean): Expression<SqlBool> =>
  isBookkeeper
    ? sql<SqlBool>`(document.department = any(${departments}) or document.bearing ?| ${departments}::text[])`
    : sql<SqlBool>`document.department = any(${departments})`

/** Condition that one of these patterns matches the subject, where the reader may see it. */
export const hasSubject = (patterns: readonly string[], { id, unsearched = [] }: DocumentReader): RawBuilder<boolean> => {
  const shown = unsearched.length > 0
    ? sql` and (document.type <> all(${unsearched}::text[]) or ${id} in (document.starter, document.applicant))`
    : sql``
  return sql<
    boolean
  >`((document.subject ilike any(${patterns}::text[]) or document.subject_en ilike any(${patterns}::text[])
    or document.subject_pinyin like any(${patterns}::text[]))${shown})`
}

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
