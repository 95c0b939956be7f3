import type { ColumnType, Generated } from 'kysely'
import type { DocumentState } from '#approval/types.ts'
import type { FormBody } from '#kernel/wording/describe.ts'
import type { Flow } from '#kernel/flow.ts'
import type { ColumnType as ListColumnKind } from '#kernel/fields/list-columns.ts'
import type { SubjectPart } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { ApprovalSettings } from '#kernel/flow/approval-settings.ts'
import type { PublicationKind } from '#kernel/flow/design.ts'
import type { ExpectedStep } from '#kernel/flow/design-analysis.ts'

/** A json column: values come out parsed and go in as text. */
type Json<Value> = ColumnType<Value, string, string>

interface DefinitionTable {
  kind: 'form' | 'flow'
  /** The business type. */
  key: string
  /** Hash of the body, to which documents are pinned. */
  hash: string
  /** Hash of the canonical body; null until the start has computed it. */
  content: Generated<string | null>
  version: number
  body: Json<FormBody | Flow>
  state: 'draft' | 'published' | 'stopped'
  /** The author, or `product` for shipped definitions. */
  by: string
  at: Generated<Date>
}

interface CurrentDefinitionTable {
  kind: 'form' | 'flow'
  key: string
  hash: string
  /** The person who put it in force, or `product` for a shipped version. */
  by: Generated<string>
  at: Generated<Date>
  /** The shipped version with which the company's own was last compared. */
  base: string | null
  /** When filing was stopped; null: not stopped. */
  stopped_at: Generated<Date | null>
}

/** The definitions shipped by this release, in force or not. */
interface ShippedDefinitionTable {
  kind: 'form' | 'flow'
  key: string
  hash: string
  at: Generated<Date>
}

/** Append-only; each entry's hash covers the previous one. */
interface FlowPublicationTable {
  key: string
  seq: number
  choice: PublicationKind
  before: string
  after: string
  shipped: string
  reason: string
  by: string
  at: Date
  chain: string
}

interface FlowDraftTable {
  id: string
  key: string
  name: string
  /** The version that it is based on. */
  base: string
  revision: number
  created_by: string
  created_at: Date
  changed_by: string
  changed_at: Date
  /** When it was published or discarded; null while open. */
  ended_at: Generated<Date | null>
}

/** Every save of a draft; append-only. */
interface FlowDraftRevisionTable {
  draft: string
  revision: number
  body: Json<Flow>
  content: string
  by: string
  at: Date
}

/** Append-only. */
interface FlowDraftCommentTable {
  id: string
  draft: string
  node: string | null
  text: string
  by: string
  at: Date
}

interface FlowScenarioTable {
  id: string
  key: string
  name: string
  person: string
  value: Json<FormValue>
  expected: Json<readonly ExpectedStep[]>
  revision: Generated<number>
  changed_by: string
  changed_at: Date
  removed_at: Generated<Date | null>
}

interface ApprovalSettingTable {
  /** Always 1: there is one row at most. */
  id: Generated<number>
  body: Json<ApprovalSettings>
  version: number
  changed_by: string
  changed_at: Date
}

interface DocumentTable {
  id: string
  number: string
  type: string
  /** Hashes of the pinned form and flow. Null: filed before forms had versions, not pinned yet. */
  form: Generated<string | null>
  flow: string
  title: string
  title_en: string
  /** The subject by the form in force; empty where the form declares none. */
  subject: Generated<string>
  subject_en: Generated<string>
  /** Full pinyin and initials of the Chinese subject, for the search. */
  subject_pinyin: Generated<string>
  /** Full pinyin and initials of the title, for the search. */
  pinyin: Generated<string>
  state: 'inApproval' | 'completed' | 'refused' | 'revoked' | 'voided'
  round: number
  /** Incremented by each action; used to detect concurrent changes. */
  revision: number
  value: Json<FormValue>
  process: Json<DocumentState>
  /** RMB; for lists. */
  amount: string | null
  /** The amount that linking documents may consume: the document's amount, unless its form declares another one. */
  claimable: Generated<string | null>
  starter: string
  applicant: string
  /** The applicant's department at filing, which determines the row scope of lists. */
  department: string
  current_nodes: Json<readonly CurrentNode[]>
  started_at: Date
  ended_at: Date | null
  updated_at: Date
  /** The end of its history: number and hash of the last entry. */
  history_seq: number
  history_hash: string
  /** Number of urges in this round. */
  urged: Generated<number>
  /** The marks derived from its value, by the roles of its form's fields. */
  marks: Generated<readonly string[]>
  /** Cost-bearing departments of header and rows, derived from the value. */
  bearing: ColumnType<readonly string[], string | undefined, string>
}

/** A node with running tasks. */
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
  /** Chains each entry to the previous one, so that changes of the history can be detected. */
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
  /** The person whom the holder of the task substitutes for. */
  owner: string | null
  /** The absent person for whom the holder has the task. */
  held_for: string | null
  state: 'waiting' | 'running' | 'suspended' | 'done' | 'cancelled'
  result: string | null
  origin: string
  arrived_at: Date | null
  /** When it becomes overdue, counted in working hours; null without a time limit. */
  due_at: Date | null
  /** The last overdue day (1, 3, 7) of which its assignee was notified. */
  overdue_told: Generated<number>
  /** Whether its assignee was notified when its time was over, where the node says so. */
  due_reminded: Generated<boolean>
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
  /** Whether the owner consumes the target, or a part of it. */
  claims: Generated<boolean>
  /** The consumed share, in the unit of the target's `claimable`; null: all of it. */
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

/** A field that a form declares as a column of its own list, with the progress of filling in stored documents. */
interface ListColumnTable {
  type: string
  field: string
  kind: ListColumnKind
  state: 'ready' | 'filling' | 'clearing' | 'withdrawn'
}

/** A document's value of such a column. */
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

/** The declaration by which the subjects of a type were computed, and the progress. */
interface DocumentSubjectTable {
  type: string
  declared: Json<readonly SubjectPart[]>
  /** The last document that was updated; null: all are. */
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
  /** When its owner removed it; it can still be restored. */
  removed_at: Date | null
  created_at: Generated<Date>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    definition: DefinitionTable
    definition_current: CurrentDefinitionTable
    definition_shipped: ShippedDefinitionTable
    flow_publication: FlowPublicationTable
    flow_draft: FlowDraftTable
    flow_draft_revision: FlowDraftRevisionTable
    flow_draft_comment: FlowDraftCommentTable
    flow_scenario: FlowScenarioTable
    approval_setting: ApprovalSettingTable
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
