import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { administerPermission, administratorRole } from '#approval/administrator.ts'
import { Forbidden } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { DepartmentScope } from '#server/identity/rights/scope.ts'
import type { Host } from '#server/host.ts'
import { unsearchedSubjects } from '../store/subjects.ts'

/** A reader of documents, with everything that widens what they see. */
export interface DocumentReader {
  readonly id: string
  /** Business types whose documents of other people they may see. */
  readonly types: 'all' | readonly string[]
  readonly departments: DepartmentScope
  /** A reader who keeps the books sees what a department bears as well as what it files. */
  readonly keepsBooks?: boolean
  /** Workflow administrators repair what others filed, and so read each document. */
  readonly administers?: boolean
  /** Types whose documents of other people are not found by what they are about. */
  readonly unsearched?: readonly string[]
}

/** The data scope of documents is asked for by this name. */
const resource = 'document'

/** Returns what decides which documents a person reads and finds. */
export async function readerOf(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<DocumentReader> {
  return { id: caller.id, types: viewableTypes(caller), departments: await host.departments(db, caller, resource),
    keepsBooks: keepsBooks(caller), administers: administersFlows(caller), unsearched: unsearchedSubjects(caller.columns) }
}

/** Returns whether a person has the rights of those who keep the books: any of finance, to look at least. */
export const keepsBooks = ({ permissions }: Pick<Caller, 'permissions'>): boolean =>
  [...permissions].some((permission) => /^(\*|finance:[^:]+:(view|\*))$/.test(permission))

/** Returns whether a person repairs the approvals of others: the same question that the engine asks. */
export const administersFlows = ({ permissions, roles }: Pick<Caller, 'permissions' | 'roles'>): boolean =>
  permits(permissions, administerPermission) || roles.includes(administratorRole)

/** For routes of workflow administrators, before the body is read. @throws Forbidden */
export async function demandFlowAdministrator({ caller }: { readonly caller: Caller }): Promise<void> {
  if (!administersFlows(caller)) throw new Forbidden('error.forbidden')
}

function viewableTypes(caller: Caller): 'all' | string[] {
  if (caller.permissions.has('*')) return 'all'
  return [...caller.permissions].flatMap((permission) => /^form:(.+):(?:view|\*)$/.exec(permission)?.[1] ?? [])
}

/**
 * The documents that a person may read, as a condition on `document`: their own, those they had a part in,
 * and others' by right and department. Every read of documents starts from it.
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

/** People who handed a task on, were substituted or lost it still read the document. */
const handedOn = (person: string): Expression<SqlBool> =>
  sql<SqlBool>`(
  document.id in (select event.document from document_event event where event.type = 'transferred' and event.payload ->> 'from' = ${person})
  or document.id in (select stood.document from task stood where stood.owner = ${person}))`

/** People mentioned in a comment of the document. */
const mentioned = (person: string): Expression<SqlBool> =>
  sql<
    SqlBool
  >`document.id in (select event.document from document_event event where event.type = 'commented'
    and event.payload -> 'mentioned' ? ${person})`

/** Returns whether the caller may read a document. */
export async function mayRead({ host, db, caller }: { host: Pick<Host, 'departments'>; db: Db; caller: Caller },
  document: string): Promise<boolean> {
  const reader = await readerOf(host, db, caller)
  return (await db.selectFrom('document').select('id').where('id', '=', document).where(readable(reader)).executeTakeFirst()) !== undefined
}

/** Other people's documents that the caller's rights and departments open. */
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

/** The condition that one of these patterns matches what a document is about, as far as the reader is shown that. */
export const hasSubject = (patterns: readonly string[], { id, unsearched = [] }: DocumentReader): RawBuilder<boolean> => {
  const shown = unsearched.length > 0
    ? sql` and (document.type <> all(${unsearched}::text[]) or ${id} in (document.starter, document.applicant))`
    : sql``
  return sql<
    boolean
  >`((document.subject ilike any(${patterns}::text[]) or document.subject_en ilike any(${patterns}::text[])
    or document.subject_pinyin like any(${patterns}::text[]))${shown})`
}
