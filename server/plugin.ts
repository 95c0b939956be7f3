import type { Storage } from './attachments/storage/storage.ts'
import type { ActionItemSource } from './extensions/action-items.ts'
import type { FastifyInstance } from 'fastify'
import type { Plugin } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Db } from './database/tables.ts'
import type { UsageSource } from './extensions/usages.ts'
import type { CallNames } from './http/audit/call-names.ts'
import type { Migration } from './database/migrations.ts'
import type { Definitions } from './documents/definitions/definition-store.ts'
import type { DocumentHost } from './documents/host.ts'
import type { DocumentAction } from './extensions/document-action.ts'
import type { DocumentExtension } from './extensions/document-extension.ts'
import type { ServiceTaskKind } from './service-tasks/service-task.ts'
import type { PostingCall } from './postings/posting.ts'
import type { CompanySeals } from './prints/seal.ts'
import type { ImportTemplateSource } from './imports/own-template/source.ts'
import type { WordTemplateSource } from './prints/word/source.ts'
import type { RecordRules } from './resources/rules.ts'
import type { DemoAccount } from './identity/accounts/demo-account.ts'
import type { Job } from './jobs/job.ts'
import type { Warning } from './messages/warning.ts'
import type { ExternalCall } from './external/external-call.ts'
import type { Host, ReferenceSource, RowScope, SyncSource } from './host.ts'

/** The server half of a module. */
export interface ServerPlugin {
  readonly id: string
  readonly migrations?: readonly Migration[]
  readonly routes?: (app: FastifyInstance, host: Host) => void | Promise<void>
  /** Names of its calls for the audit log; a call without a name fails a test. */
  readonly callNames?: CallNames
  /** Sources of records by the name under which fields refer to them, where no resource offers them or more is to be said of them. */
  readonly references?: Readonly<Record<string, ReferenceSource>>
  /** Calls to other systems on behalf of forms, by the names that its declarations have (`calls`). */
  readonly externalCalls?: Readonly<Record<string, ExternalCall>>
  /** The calls that post results of documents to other systems, likewise. */
  readonly postingCalls?: Readonly<Record<string, PostingCall>>
  /** Rules of its resources, by resource name, beyond their declarations. */
  readonly records?: Readonly<Record<string, RecordRules>>
  /** The same for rules that depend on what all modules declare. */
  readonly recordsAmong?: (plugins: readonly Plugin[]) => Readonly<Record<string, RecordRules>>
  readonly extensions?: readonly DocumentExtension[]
  /** Its own actions on documents; a button of its browser half stands for each. */
  readonly documentActions?: readonly DocumentAction[]
  /** The source of the Word templates that documents are printed with; one module brings it. */
  readonly wordTemplates?: WordTemplateSource
  /** The source of companies' own import templates; one module brings it. */
  readonly importTemplates?: ImportTemplateSource
  /** The seals of companies, which completed documents are printed with; one module brings them. */
  readonly companySeals?: CompanySeals
  /** Subjects of data scopes beside its declared resources, by the name that the scope is asked for. */
  readonly rowScopes?: Readonly<Record<string, RowScope>>
  /** Usages of a unit or a person by its records: shown before a unit moves or a person leaves. */
  readonly usages?: readonly UsageSource[]
  /** Action items of its records. */
  readonly actionItems?: readonly ActionItemSource[]
  /** Its counts among a person's warnings, beside their overdue tasks. */
  readonly warnings?: readonly Warning[]
  /** Returns whether it is still writing documents of earlier days: figures of them are not whole yet. */
  readonly isBackfilling?: (db: Db, host: Host) => Promise<boolean>
  /** Its recurring jobs. */
  readonly jobs?: readonly Job[]
  /** Service tasks at nodes of its flows. */
  readonly serviceTasks?: readonly ServiceTaskKind[]
  /** Other systems that it synchronises with. */
  readonly syncSources?: readonly SyncSource[]
  /** Figures that `check:data` recounts: names the mismatches it finds. */
  readonly audits?: readonly DataAudit[]
  /** The people who answer for the records of each name in `owners` of its declarations: ids of people by those of the records. */
  readonly owners?: Readonly<Record<RecordKind, (db: Db) => Promise<ReadonlyMap<string, string>>>>
  /** Accounts that the sign-in page offers while DEMO is on. */
  readonly demoAccounts?: (db: Db) => Promise<readonly DemoAccount[]>
  /** Idempotent start-up work after migrations (constants, menus). */
  readonly start?: (host: Host) => Promise<void>
  /** Fills an empty product with people and documents, while DEMO is on. */
  readonly seed?: (workplace: Workplace) => Promise<void>
}

/** The parts with which documents are acted on outside a call. */
export interface Workplace {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly storage: Storage
}

export interface DataAudit {
  readonly name: string
  /** Compares what is stored with what it follows from. */
  run(db: Db, host: Host): Promise<{ checked: number; mismatches: readonly string[] }>
}

/** Declares the server half of a module; nothing happens on import. */
export function defineServer(plugin: ServerPlugin): ServerPlugin {
  return Object.freeze(plugin)
}
