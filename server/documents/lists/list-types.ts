import type { SelectQueryBuilder } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import type { FilterKind } from '#kernel/kinds/kind.ts'
import type { Age } from '#kernel/values/ages.ts'
import type { ColumnType } from '#kernel/fields/list-columns.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import type { DocumentReader } from '../visibility/scope.ts'
import type { CurrentNode } from '../tables.ts'

/** The five views of documents. */
export type ListName = 'todo' | 'handled' | 'initiated' | 'copied' | 'all'

export interface ListQuery extends ListFilter {
  readonly current: number
  readonly size: number
  readonly orders: readonly ListSort[]
  /** Of the list of one type: a column of its form that it is sorted by, instead of `orders`. */
  readonly ownOrder?: { readonly column: ListedColumn; readonly asc: boolean }
}

/** The reader of a list, and the instant: what is overdue depends on it. */
export interface ListContext {
  readonly db: Db
  readonly reader: DocumentReader
  readonly at: Date
  /** The marks that modules declare: the figures of the to-do list count the documents with each. */
  readonly marks?: readonly string[]
  /** The reader's tasks that may be passed together, where they were judged. */
  readonly batchTasks?: readonly string[]
}

/** One row of any of the lists. */
export interface ListRow {
  readonly id: string
  readonly number: string
  readonly type: string
  /** Versions of form and flow, by their hashes. */
  readonly form: string | null
  readonly flow: string
  readonly title: string
  readonly title_en: string
  readonly subject: string
  readonly subject_en: string
  readonly state: DocumentStatus
  readonly amount: string | null
  readonly starter: string
  readonly applicant: string
  readonly department: string
  readonly current_nodes: readonly CurrentNode[]
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly urged: number
  readonly marks: readonly string[]
  /** Of the to-do list: the reader's own task and its node. */
  readonly task: string | null
  readonly node: string | null
  readonly node_cn: string | null
  readonly node_en: string | null
  readonly countersign: boolean
  /** Since when it waits: the task, the copy, or whoever has it now. */
  readonly since: Date | null
  readonly due_at: Date | null
  readonly read: boolean
}

/** The documents of a list, joined with the task or copy that brings them there. */
export type Query = SelectQueryBuilder<Tables, 'document', object>

/**
 * A query of documents as all that filter and order them take it. They name columns of `document` only, which the types of kysely cannot
 * say of a join.
 */
export const documentQuery = <Joined extends Tables, From extends keyof Joined>(query: SelectQueryBuilder<Joined, From, object>): Query =>
  query as unknown as Query

export type Remark = (typeof remarks)[number]

export interface ListFilter extends Partial<Readonly<Record<Remark, boolean>>> {
  readonly businessNo?: string
  readonly title?: string
  readonly keyword?: string
  readonly businessTypes?: readonly string[]
  readonly state?: number
  readonly initiator?: string
  readonly departments?: readonly string[]
  /** Nodes at one of which it waits. */
  readonly node?: readonly string[]
  /** Whole days since it came to where it waits. */
  readonly waited?: Age
  /** Marks that a document has to carry, all of them. */
  readonly marks?: readonly string[]
  /** Returned for change to somebody whose account is disabled. */
  readonly initiatorGone?: boolean
  /** Inclusive days, yyyy-MM-dd. */
  readonly from?: string
  readonly to?: string
  /** Of the list of one type: what it is narrowed to by columns of its form. */
  readonly own?: readonly ColumnCondition[]
  /** Likewise: columns whose text the keyword is looked for in. */
  readonly searched?: readonly string[]
}

/** A column of a form in `document_column`. */
export interface ListedColumn {
  /** `{type}.{field}` */
  readonly key: string
  readonly type: ColumnType
}

/** The condition on a column's value; the shape of `value` follows from the kind of filter ({@link FilterKind}). */
export interface ColumnCondition {
  readonly column: ListedColumn
  readonly filter: FilterKind
  readonly value: unknown
}

/** A column by its name on the wire. */
export interface ListSort {
  readonly column: string
  readonly asc: boolean
}

/** Remarks that a list may be narrowed to; `batchPass`: tasks that may be passed together. */
export const remarks = ['overdue', 'urged', 'batchPass'] as const
