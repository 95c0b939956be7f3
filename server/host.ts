import type { Logger } from 'pino'
import type { ActionItemSource } from './extensions/action-items.ts'
import type { Directory } from '#approval/directory.ts'
import type { NamedRecord } from '#approval/wire/filed-document.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Db } from './database/tables.ts'
import type { Definitions } from './documents/definitions/definition-store.ts'
import type { UsageSource } from './extensions/usages.ts'
import type { Env } from './env.ts'
import type { ExternalSystems } from './external/external-systems.ts'
import type { Caller } from './identity/caller.ts'
import type { ImportTemplateSource } from './imports/own-template/source.ts'
import type { CallNamer } from './http/audit/call-names.ts'
import type { DirectoryHints } from './identity/directory-hints.ts'
import type { Organisation } from './identity/organisation/organisation.ts'
import type { DepartmentScopes } from './identity/rights/scope.ts'
import type { Warning } from './messages/warning.ts'
import type { SyncKind } from './sync-log/sync-runs.ts'

/** The host as a plugin's server half is given it; there are no globals. */
export interface Host {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  /** Every plugin's declarations, checked. */
  readonly plugins: readonly Plugin[]
  /** The definitions that documents were filed with. */
  readonly definitions: Definitions
  readonly references: References
  /** Calls to other systems on behalf of forms. */
  readonly external: ExternalSystems
  readonly clock: Clock
  /** The organisation as the transaction sees it. */
  readonly directory: (db: Db, businessType?: string, hints?: DirectoryHints) => Promise<Directory>
  /**
   * The label ("中文/English") of a dictionary's value; null when it has no such value. `version` spares asking whether the known ones still
   * hold.
   */
  readonly dictionary: (db: Db, version?: string) => Promise<(key: string, value: string) => string | null>
  /** The days that are worked. `version` as above. */
  readonly calendar: (db: Db, version?: string) => Promise<WorkingCalendar>
  /** Departments whose rows of a resource the caller sees; their own rows they always see. */
  readonly departments: DepartmentScopes
  /** Everyone, every unit and every right, as the transaction sees them. */
  readonly organisation: (db: Db) => Promise<Organisation>
  /** Subjects of data scopes, by the name that the scope is asked for. */
  readonly rowScopes: ReadonlyMap<string, RowScope>
  /** Usages of a unit or a person by documents, flows and every module. */
  readonly usages: readonly UsageSource[]
  /** Action items of the modules' records. */
  readonly actionItems: readonly ActionItemSource[]
  /** The modules' counts among a person's warnings. */
  readonly warnings: readonly Warning[]
  /** Returns whether a module is still writing documents of earlier days: figures of them are not whole yet. */
  readonly isBackfilling: (db: Db) => Promise<boolean>
  /** Names of the calls of the host and every module, for the audit log. */
  readonly callNames: CallNamer
  /** The source of companies' own import templates. */
  readonly importTemplates?: ImportTemplateSource | undefined
  /** Sources of synchronisation that are set up here. */
  readonly syncSources: ReadonlyMap<SyncKind, SyncSource>
}

/** Rows that a person sees as far as the data scopes of their roles reach. */
export interface RowScope extends Label {
  /** Without it nobody sees any; left out where a few rows are everybody's own. */
  readonly needs?: Permission
  /** Without it a person sees their own rows only, whatever departments their roles open. */
  readonly othersNeed?: Permission
  /**
   * Returns whether the list answers the caller at all, where that follows from more than a right (heads see their departments' budgets).
   */
  admits?(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<boolean>
  /** Counts the rows there are, and those that a person's lists show: by the very conditions of the lists. */
  count(host: Pick<Host, 'departments' | 'clock'>, db: Db, caller: Caller): Promise<ScopeCount>
}

export interface ScopeCount {
  readonly seen: number
  readonly all: number
}

/** The time, injected so that the demo company and the tests can live in their own. */
export interface Clock {
  now(): Date
}

/** A master record as expressions, pickers and labels see it; attributes by wire name. */
export interface ReferenceRecord extends NamedRecord {
  /** The code by which a workbook names it, if it has one. */
  readonly code?: string | null
}

export interface ReferenceQuery {
  readonly keyword?: string
  readonly current: number
  readonly size: number
  /** Values of other fields that narrow the candidates, by their keys. */
  readonly context: Readonly<Record<string, unknown>>
  /** The day on which they are chosen, for records that can be chosen for a time. */
  readonly today: string
}

/** The person who asks for records, with their row scope. */
export interface ReferenceReader {
  readonly caller: Caller
  readonly departments: Host['departments']
}

/** The records of one name: a kind of the host's own (department, currency …), or what references are `to` (supplier …). */
export interface ReferenceSource {
  /** The label of what its records are known by (a plate, a code), for the list that is chosen from; a number without it. */
  readonly keyLabel?: Label | undefined
  /** Its records are called by nothing but that. */
  readonly isNameless?: boolean
  /** The dictionaries of its records' attributes, by attribute; calls answer the label of an item as `{attribute}Name`. */
  readonly dictionaries?: Readonly<Record<string, string>>
  /**
   * Disabled records are found too: old documents still show them. For a reader, of what is not for everybody only what they may see;
   * without one, everything (rules are judged by it). `owner`: the document that names them, for figures that leave its own share out.
   */
  find(db: Db, ids: readonly string[], reader?: ReferenceReader, owner?: string): Promise<readonly ReferenceRecord[]>
  /**
   * Returns whether `find` shows a person less than everything: then a document that names such a record shows them what `find` does, and
   * of what it does not find the label. Without it, everybody is shown the same.
   */
  isLimited?(caller: Caller): boolean
  /** Enabled records that a person may choose. */
  candidates(db: Db, query: ReferenceQuery, reader: ReferenceReader): Promise<{ records: readonly ReferenceRecord[]; total: number }>
  /**
   * Enabled records within the caller's scope whose code, or one of whose names, is exactly one of these texts, as a
   * workbook spells them. Without it, the kind cannot stand in an import.
   */
  named?(db: Db, names: readonly string[], reader: ReferenceReader): Promise<readonly ReferenceRecord[]>
}

export interface References {
  source(kind: RecordKind): ReferenceSource | undefined
}

/** Another system that something is synchronised with; registered by whoever synchronises. */
export interface SyncSource extends Label {
  readonly kind: SyncKind
  /** Returns whether it is set up here: only then may a run be asked for. */
  isConfigured(env: Env): boolean
  /** Synchronises now and keeps its own run in the log; `by` asked for it. */
  run(host: Host, by: string): Promise<void>
}
