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
  /** For the list of one type: a column of its form to order by, instead of `orders`. */
  readonly ownOrder?: { readonly column: ListedColumn; readonly asc: boolean }
}

/** The reader of a list, and the instant by which overdue tasks are found. */
export interface ListContext {
  readonly db: Db
  readonly reader: DocumentReader
  readonly at: Date
  /** The marks that modules declare; the counts of the to-do list include each. */
  readonly marks?: readonly string[]
  /** The reader's tasks that can be passed in a batch, where they were assessed. */
  readonly batchTasks?: readonly string[]
}

/** One row of any of the lists. */
export interface ListRow {
  readonly id: string
  readonly number: string
  readonly type: string
  /** Hashes of the pinned form and flow. */
  readonly form: string | null
  readonly flow: string
  /** Number of the pinned version of the flow; null in lists that are not about running flows. */
  readonly flow_version: number | null
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
  /** For the to-do list: the reader's own task and its node. */
  readonly task: string | null
  readonly node: string | null
  readonly node_cn: string | null
  readonly node_en: string | null
  readonly countersign: boolean
  /** Start of waiting: of the task, the copy, or the earliest current task. */
  readonly since: Date | null
  readonly due_at: Date | null
  readonly read: boolean
}

/** The documents of a list, joined with the task or copy through which the reader sees them. */
export type Query = SelectQueryBuilder<Tables, 'document', object>

/**
 * A query of documents, as filters and orders take it. They use columns of `document` only, which kysely's types cannot express for a
 * join.
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
  /** Nodes, at one of which it waits. */
  readonly node?: readonly string[]
  /** Whole days since it arrived at its current node. */
  readonly waited?: Age
  /** Marks that a document must have, all of them. */
  readonly marks?: readonly string[]
  /** Whether it was returned to an initiator whose account is disabled. */
  readonly initiatorGone?: boolean
  /** Whether it waits for nobody, or for somebody whose account is disabled. */
  readonly problem?: boolean
  /** Inclusive days, yyyy-MM-dd. */
  readonly from?: string
  readonly to?: string
  /** For the list of one type: conditions on columns of its form. */
  readonly own?: readonly ColumnCondition[]
  /** For the list of one type: columns whose text the keyword search includes. */
  readonly searched?: readonly string[]
}

/** A column of a form in `document_column`. */
export interface ListedColumn {
  /** `{type}.{field}` */
  readonly key: string
  readonly type: ColumnType
}

/** Condition on a column's value; the type of `value` depends on the kind of filter ({@link FilterKind}). */
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

/** Remarks to filter by; `batchPass`: tasks that can be passed in a batch. */
export const remarks = ['overdue', 'urged', 'batchPass'] as const
