import type { Logger } from 'pino'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Simulation } from '#kernel/flow/design-analysis.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Directory } from '#approval/directory.ts'
import type { NamedRecord } from '#approval/wire/filed-document.ts'
import type { ActionItemSource, Warning } from './extensions/action-items.ts'
import type { Db } from './database/tables.ts'
import type { Definitions } from './documents/definitions/definition-store.ts'
import type { NameUses } from './extensions/name-uses.ts'
import type { UsageSource } from './extensions/usages.ts'
import type { Env } from './env.ts'
import type { ExternalSystems } from './external/external-systems.ts'
import type { Caller } from './identity/caller.ts'
import type { ImportTemplateSource } from './imports/importer.ts'
import type { CallNamer } from './http/audit/call-names.ts'
import type { DirectoryHints } from './identity/organisation/directory.ts'
import type { Organisation } from './identity/organisation/organisation.ts'
import type { DepartmentScopes } from './identity/rights/scope.ts'
import type { SyncKind } from './sync-log/sync-runs.ts'

/** The host as passed to a plugin's server half; there are no globals. */
export interface Host {
  readonly db: Db
  readonly env: Env
  readonly log: Logger
  /** Every plugin's declarations, checked. */
  readonly plugins: readonly Plugin[]
  /** Those that the company designed at run time. */
  readonly designed: readonly Plugin[]
  /** The forms among them that the company has added to. */
  readonly amended: readonly AmendedForm[]
  /**
   * Recomposes the product after the company has changed its own definitions, and resolves once this process uses it. Other processes are
   * notified by {@link announceDesigned}.
   */
  readonly recompose: () => Promise<void>
  /** The definitions pinned by documents. */
  readonly definitions: Definitions
  /** Files a document that is not stored, by any form; see {@link TriedFiling}. @throws Refused for a malformed value */
  readonly tryFiling: (db: Db, filing: FilingInput) => Promise<TriedFiling>
  readonly references: References
  /** Calls to other systems for forms. */
  readonly external: ExternalSystems
  readonly clock: Clock
  /** The organisation as seen by the transaction. */
  readonly directory: (db: Db, businessType?: string, hints?: DirectoryHints) => Promise<Directory>
  /** The label ("中文/English") of a dictionary value; null for an unknown value. With `version` the cache is validated without a read. */
  readonly dictionary: (db: Db, version?: string) => Promise<(key: string, value: string) => string | null>
  /** Working days. `version` as above. */
  readonly calendar: (db: Db, version?: string) => Promise<WorkingCalendar>
  /** Departments whose rows of a resource the caller may see; their own rows are always visible. */
  readonly departments: DepartmentScopes
  /** All people, units and permissions, as seen by the transaction. */
  readonly organisation: (db: Db) => Promise<Organisation>
  /** Resources with a row scope, by the name under which it is requested. */
  readonly rowScopes: ReadonlyMap<string, RowScope>
  /** Sources of usages of a unit or a person: documents, flows and modules. */
  readonly usages: readonly UsageSource[]
  /** Finders of the company's designs that use a dictionary or role: flows and modules. */
  readonly nameUses: readonly NameUses[]
  /** Action items of the modules' records. */
  readonly actionItems: readonly ActionItemSource[]
  /** The modules' warnings. */
  readonly warnings: readonly Warning[]
  /** Returns whether a module is still creating past documents, so that figures are incomplete. */
  readonly isBackfilling: (db: Db) => Promise<boolean>
  /** Names of the calls of the host and every module, for the audit log. */
  readonly callNames: CallNamer
  /** The source of companies' own import templates. */
  readonly importTemplates?: ImportTemplateSource | undefined
  /** Configured sources of synchronisation. */
  readonly syncSources: ReadonlyMap<SyncKind, SyncSource>
}

/** A form of a module, as it is shipped and as the company has it. */
export interface AmendedForm {
  /** Id of the module. */
  readonly plugin: string
  readonly shipped: Form
  readonly inForce: Form
}

/** A resource whose rows are restricted by row scope. */
export interface RowScope extends Label {
  /** Permission to see any rows; absent where everybody has rows of their own. */
  readonly needs?: Permission
  /** Permission to see rows of others; without it only own rows are visible, regardless of the row scope. */
  readonly othersNeed?: Permission
  /** Returns whether the caller may call the list, where that depends on more than a permission (heads see their departments' budgets). */
  admits?(host: Pick<Host, 'departments'>, db: Db, caller: Caller): Promise<boolean>
  /** Counts all rows, and those that a person's lists show, by the same conditions as the lists. */
  count(host: Pick<Host, 'departments' | 'clock'>, db: Db, caller: Caller): Promise<ScopeCount>
}

export interface ScopeCount {
  readonly seen: number
  readonly all: number
}

/** A document that is not stored. */
export interface FilingInput {
  /** Any form, in force or not. */
  readonly form: Form
  readonly value: FormValue
  readonly caller: Caller
}

/** The outcome of filing a document that is not stored. */
export interface TriedFiling extends Pick<Simulation, 'steps' | 'refusal'> {
  /** Problems that the checks of filing find in the value. */
  readonly problems: readonly FieldProblem[]
}

/** The clock, injected so that the demo company and tests can set the time. */
export interface Clock {
  now(): Date
}

/** A master record for expressions, pickers and labels; attributes by wire name. */
export interface ReferenceRecord extends NamedRecord {
  /** The code by which workbooks identify it, if any. */
  readonly code?: string | null
}

export interface ReferenceQuery {
  readonly keyword?: string
  readonly current: number
  readonly size: number
  /** Values of other fields by key, by which candidates are narrowed. */
  readonly context: Readonly<Record<string, unknown>>
  /** Key of the form that offers them; absent for a record's dialog, a filter or a template. */
  readonly form?: string | undefined
  /** The day of the choice, for records with a period of validity. */
  readonly today: string
}

/** The caller of a reference query, with their row scope. */
export interface ReferenceReader {
  readonly caller: Caller
  readonly departments: Host['departments']
}

/** The records of one kind: a kind of the host (department, currency …), or the target of references (supplier …). */
export interface ReferenceSource {
  /** The label of the key of its records (a plate, a code), for pickers; by default a number. */
  readonly keyLabel?: Label | undefined
  /** Whether its records have no name but the key. */
  readonly isNameless?: boolean
  /** The dictionaries of its records' attributes, by attribute; calls answer the label of an item as `{attribute}Name`. */
  readonly dictionaries?: Readonly<Record<string, string>>
  /**
   * Finds records including disabled ones, which existing documents show. With a reader, only records that they may see; without one, all
   * records (for rules). `owner`: the document with the reference, whose own share is left out of figures.
   */
  find(db: Db, ids: readonly string[], reader?: ReferenceReader, owner?: string): Promise<readonly ReferenceRecord[]>
  /**
   * Returns whether `find` is restricted for a person: then a document with such a reference shows what `find` returns, and only the
   * label of other records. Without it, `find` is the same for everybody.
   */
  isLimited?(caller: Caller): boolean
  /** Returns whether `find` leaves out records for a person, and not only attributes of them. By default the same as `isLimited`. */
  omitsRecords?(caller: Caller): boolean
  /** Enabled records that a person may choose. */
  candidates(db: Db, query: ReferenceQuery, reader: ReferenceReader): Promise<{ records: readonly ReferenceRecord[]; total: number }>
  /**
   * Enabled records in the caller's row scope whose code, or one of whose names, equals one of these texts, as written in a workbook.
   * Without it, the kind cannot be imported.
   */
  named?(db: Db, names: readonly string[], reader: ReferenceReader): Promise<readonly ReferenceRecord[]>
}

export interface References {
  source(kind: RecordKind): ReferenceSource | undefined
}

/** Another system with which data are synchronised; registered by the synchronising module. */
export interface SyncSource extends Label {
  readonly kind: SyncKind
  /** Returns whether it is configured: otherwise it cannot be started. */
  isConfigured(env: Env): boolean
  /** Synchronises now and logs the run; `by` started it. */
  run(host: Host, by: string): Promise<void>
}
