import type { ColumnType, Generated } from 'kysely'
import type { DocumentState } from '#approval/types.ts'
import type { FormBody } from '#kernel/wording/describe.ts'
import type { Flow } from '#kernel/flow.ts'
import type { ColumnType as ListColumnKind } from '#kernel/fields/list-columns.ts'
import type { SubjectPart } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FlowChoice } from '#kernel/flow/flow-version.ts'

/** A json column: values come out parsed and go in as text. */
type Json<Value> = ColumnType<Value, string, string>

interface DefinitionTable {
  kind: 'form' | 'flow'
  /** The business type. */
  key: string
  /** Of the body: documents are pinned to it for life. */
  hash: string
  version: number
  body: Json<FormBody | Flow>
  state: 'draft' | 'published' | 'stopped'
  /** A person, or `product` for what it ships. */
  by: string
  at: Generated<Date>
}

interface CurrentDefinitionTable {
  kind: 'form' | 'flow'
  key: string
  hash: string
  /** A person, or `product` where what is shipped is in force. */
  by: Generated<string>
  at: Generated<Date>
  /** The shipped version that a company's own was last compared with. */
  base: string | null
}

/** The definitions that the product ships now, in force or not. */
interface ShippedDefinitionTable {
  kind: 'form' | 'flow'
  key: string
  hash: string
  at: Generated<Date>
}

/** Only added to. */
interface DefinitionDecisionTable {
  id: Generated<string>
  kind: 'form' | 'flow'
  key: string
  choice: FlowChoice
  before: string
  after: string
  shipped: string
  by: string
  at: Date
}

interface DocumentTable {
  id: string
  number: string
  type: string
  /** Versions of the form and the flow that it was filed with. Null: from before forms had versions, not pinned yet. */
  form: Generated<string | null>
  flow: string
  title: string
  title_en: string
  /** The subject, by the form in force; empty where that says nothing. */
  subject: Generated<string>
  subject_en: Generated<string>
  /** Full pinyin and initials of the Chinese subject, written with it. */
  subject_pinyin: Generated<string>
  /** Full pinyin and initials of the title, written with it. */
  pinyin: Generated<string>
  state: 'inApproval' | 'completed' | 'refused' | 'revoked' | 'voided'
  round: number
  /** Rises with every action; what a reader saw is compared with it. */
  revision: number
  value: Json<FormValue>
  process: Json<DocumentState>
  /** RMB, for lists. */
  amount: string | null
  /** The amount that documents that link to it may claim of it: the amount, unless its form says otherwise. */
  claimable: Generated<string | null>
  starter: string
  applicant: string
  /** The applicant's department when it was filed: lists are scoped by it. */
  department: string
  current_nodes: Json<readonly CurrentNode[]>
  started_at: Date
  ended_at: Date | null
  updated_at: Date
  /** The end of its history: the last entry's number and hash. */
  history_seq: number
  history_hash: string
  /** The number of times that the people who have to act were urged in this round. */
  urged: Generated<number>
  /** The marks that its value sets, by the roles of its form's fields. */
  marks: Generated<readonly string[]>
  /** Departments that its value says bear it, of header and rows; likewise. */
  bearing: ColumnType<readonly string[], string | undefined, string>
}

/** A node that waits for somebody now. */
export interface CurrentNode {
  readonly id: string
  readonly cn: string
  readonly en: string
  readonly people: readonly string[]
}

interface DocumentEventTable {
  document: string
  seq: number
  round: number
  type: string
  by: string
  at: Date
  payload: Json<unknown>
  /** Links each entry to the one before it, so that a changed history shows. */
  hash: string
}

interface TaskTable {
  id: string
  document: string
  node: string
  node_cn: string
  node_en: string
  round: number
  assignee: string
  /** The assigned person, where another person holds the task. */
  owner: string | null
  state: 'waiting' | 'running' | 'suspended' | 'done' | 'cancelled'
  result: string | null
  origin: string
  arrived_at: Date | null
  /** When it becomes overdue, counted in working hours; null where the flow sets no limit. */
  due_at: Date | null
  /** The last day of being overdue (1, 3, 7) of which its holder was notified. */
  overdue_told: Generated<number>
  finished_at: Date | null
  read: Generated<boolean>
}

interface CcTable {
  document: string
  person: string
  node: string | null
  source: 'auto' | 'manual'
  added_at: Date
  read_at: Date | null
}

interface DocumentLinkTable {
  owner: string
  target: string
  field: string
  binds: boolean
  /** True where the owner uses up the target, or a part of it. */
  claims: Generated<boolean>
  /** The share of it, in what the target counts what it has to give; null: all of it. */
  claimed: string | null
}

interface NumberSequenceTable {
  prefix: string
  day: string
  last: number
}

interface NumberFreeTable {
  prefix: string
  day: string
  number: number
}

/** A field that a form declares as a column of its own list, and how far the stored documents are filled in. */
interface ListColumnTable {
  type: string
  field: string
  kind: ListColumnKind
  state: 'ready' | 'filling' | 'clearing' | 'withdrawn'
}

/** A document's value of one such column. */
interface DocumentColumnTable {
  document: string
  /** `{type}.{field}` */
  key: string
  kind: ListColumnKind
  value: unknown
  text: string | null
  number: string | null
  moment: string | null
  started_at: Date
}

/** The declaration by which the subjects of a type are filled in, and how far that is. */
interface DocumentSubjectTable {
  type: string
  declared: Json<readonly SubjectPart[]>
  /** The last document that is; null: all are. */
  filled_to: string | null
}

interface SavedViewTable {
  id: string
  owner: string
  page: string
  name: string
  query: string
  columns: ColumnType<{ readonly shown: Readonly<Record<string, boolean>>; readonly widths: Readonly<Record<string, number>> } | null,
    string | null, string | null>
  role: string | null
  /** When its owner removed it, which they may still undo. */
  removed_at: Date | null
  created_at: Generated<Date>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    definition: DefinitionTable
    definition_current: CurrentDefinitionTable
    definition_shipped: ShippedDefinitionTable
    definition_decision: DefinitionDecisionTable
    document: DocumentTable
    document_event: DocumentEventTable
    task: TaskTable
    cc: CcTable
    document_link: DocumentLinkTable
    list_column: ListColumnTable
    document_column: DocumentColumnTable
    document_subject: DocumentSubjectTable
    saved_view: SavedViewTable
    number_sequence: NumberSequenceTable
    number_free: NumberFreeTable
  }
}
