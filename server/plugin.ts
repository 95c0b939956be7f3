import type { FastifyInstance } from 'fastify'
import type { Contribution } from '#kernel/extension-point.ts'
import type { Form } from '#kernel/form.ts'
import type { Plugin } from '#kernel/plugin.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Storage } from './attachments/storage/storage.ts'
import type { ActionItemSource, Warning } from './extensions/action-items.ts'
import type { Db } from './database/tables.ts'
import type { NameUses } from './extensions/name-uses.ts'
import type { UsageSource } from './extensions/usages.ts'
import type { CallNames } from './http/audit/call-names.ts'
import type { Migration, MigrationSet } from './database/migrations.ts'
import type { Definitions } from './documents/definitions/definition-store.ts'
import type { DesignedForms, DocumentHost } from './documents/host.ts'
import type { DocumentAction, DocumentExtension } from './extensions/document-extension.ts'
import type { ServiceTaskKind } from './service-tasks/service-task.ts'
import type { PostingCall } from './postings/posting.ts'
import type { CompanySeals, WordTemplateSource } from './prints/print-sources.ts'
import type { ImportTemplateSource } from './imports/importer.ts'
import type { RecordRules } from './resources/rules.ts'
import type { DemoAccount } from './identity/pages/sign-in-pages.ts'
import type { Job } from './jobs/job.ts'
import type { ExternalCall } from './external/external-systems.ts'
import type { Clock, Host, ReferenceSource, RowScope, SyncSource } from './host.ts'

/** The server half of a module. */
export interface ServerPlugin {
  readonly id: string
  /** Its migrations, in a set with its id. */
  readonly migrations?: readonly Migration[]
  /** Further migration sets by their ids: those of modules that became part of this one. They run after all others. */
  readonly migrationSets?: readonly Pick<MigrationSet, 'id' | 'migrations'>[]
  readonly routes?: (app: FastifyInstance, host: Host) => void | Promise<void>
  /** Names of its calls for the audit log; a call without a name fails a test. */
  readonly callNames?: CallNames
  /** Sources of records by the kind that fields refer to, where no resource offers them, or to replace the derived source. */
  readonly references?: Readonly<Record<string, ReferenceSource>>
  /** Calls to other systems for forms, by their names in the declarations (`calls`). */
  readonly externalCalls?: Readonly<Record<string, ExternalCall>>
  /** Calls that post documents to other systems, likewise. */
  readonly postingCalls?: Readonly<Record<string, PostingCall>>
  /** Rules of its resources in addition to their declarations, by resource name. */
  readonly records?: Readonly<Record<string, RecordRules>>
  /** Like `records`, for rules that depend on the declarations or server halves of all modules. */
  readonly recordsAmong?: (plugins: readonly Plugin[], servers: readonly ServerPlugin[]) => Readonly<Record<string, RecordRules>>
  readonly extensions?: readonly DocumentExtension[]
  /** Its own actions on documents; its browser half has a button for each. */
  readonly documentActions?: readonly DocumentAction[]
  /** The source of Word templates for printing documents; at most one module provides it. */
  readonly wordTemplates?: WordTemplateSource
  /** The source of companies' own import templates; at most one module provides it. */
  readonly importTemplates?: ImportTemplateSource
  /** The seals of companies for printing completed documents; at most one module provides them. */
  readonly companySeals?: CompanySeals
  /** Row scopes other than those of its declared resources, by name. */
  readonly rowScopes?: Readonly<Record<string, RowScope>>
  /** Sources of usages of a unit or a person by its records, shown before a unit is moved or a person leaves. */
  readonly usages?: readonly UsageSource[]
  /** Finds its designs that use a dictionary or role, which is not deleted then. */
  readonly nameUses?: NameUses
  /** Action items of its records. */
  readonly actionItems?: readonly ActionItemSource[]
  /** Its warnings, counted in addition to overdue tasks. */
  readonly warnings?: readonly Warning[]
  /** Returns whether it is still creating past documents, so that figures are incomplete. */
  readonly isBackfilling?: (db: Db, host: Host) => Promise<boolean>
  /** Its periodic jobs. */
  readonly jobs?: readonly Job[]
  /** Service tasks at nodes of its flows. */
  readonly serviceTasks?: readonly ServiceTaskKind[]
  /** Other systems with which it synchronises. */
  readonly syncSources?: readonly SyncSource[]
  /** Checks of redundant data for `check:data`, which return mismatches. */
  readonly audits?: readonly DataAudit[]
  /** Readers of record owners by the kinds in `owners` of its declarations: ids of people by record id. */
  readonly owners?: Readonly<Record<RecordKind, (db: Db) => Promise<ReadonlyMap<string, string>>>>
  /** Its contributions to extension points of other server halves. */
  readonly contributes?: readonly Contribution[]
  /** Parts that depend on the declarations and contributions of all modules; they override parts of the same name. */
  readonly among?: (product: ModulesOfProduct) => Partial<Omit<ServerPlugin, 'id' | 'migrations' | 'migrationSets' | 'among'>>
  /**
   * Reads the module that the company has designed at run time. It is composed with the others at the start, and again after each change
   * ({@link Host.recompose}).
   */
  readonly designed?: (db: Db) => Promise<Plugin>
  /** Deletes the forms of that module; at most one module provides it. */
  readonly designedForms?: DesignedForms
  /** Forms of other modules as the company has added to them, read like `designed`: each takes the place of the shipped one of its key. */
  readonly amended?: (db: Db) => Promise<readonly Form[]>
  /** The publications of what the company designs. A process proves them when it is composed with them, or takes them back. */
  readonly publications?: (place: PublicationPlace) => DesignPublications
  /** Accounts listed on the sign-in page while DEMO is on. */
  readonly demoAccounts?: (db: Db) => Promise<readonly DemoAccount[]>
  /** Idempotent work at the start, after migrations (constants, menus). */
  readonly start?: (host: Host) => Promise<void>
  /** Fills an empty product with people and documents, with DEMO. */
  readonly seed?: (workplace: Workplace) => Promise<void>
}

/** A publication of a design, by its place in the design's history. */
export interface DesignPublication {
  /** Id of the module that the design belongs to. */
  readonly module: string
  /** Table of the design. */
  readonly of: string
  readonly design: string
  readonly seq: number
  readonly at: Date
}

/** The database of publications, and the clock by which they are taken back. */
export interface PublicationPlace {
  readonly db: Db
  readonly clock: Clock
}

/** Publications of designs, as a process that composes itself anew deals with them. */
export interface DesignPublications {
  /** Publications in force that no process was composed with yet. */
  unproved(): Promise<readonly DesignPublication[]>
  /** Notes that a process was composed with them. */
  prove(publications: readonly DesignPublication[]): Promise<void>
  /** Puts in force again what a process was composed with last; does nothing where the publication was proved meanwhile. */
  takeBack(publication: DesignPublication, reason: string): Promise<void>
}

/** The declarations and the server halves of all modules of a product. */
export interface ModulesOfProduct {
  readonly plugins: readonly Plugin[]
  readonly servers: readonly ServerPlugin[]
}

/** Completes server halves with their parts that depend on other modules. */
export const serversAmong = (plugins: readonly Plugin[], servers: readonly ServerPlugin[]): readonly ServerPlugin[] =>
  servers.map(({ among, ...server }) => (among ? { ...server, ...among({ plugins, servers }) } : server))

/** The services for actions on documents outside a call. */
export interface Workplace {
  readonly host: DocumentHost
  readonly flows: Definitions
  readonly storage: Storage
}

export interface DataAudit {
  readonly name: string
  /** Compares stored data with the data that they are derived from. */
  run(db: Db, host: Host): Promise<{ checked: number; mismatches: readonly string[] }>
}

/** Declares the server half of a module, without side effects on import. */
export function defineServer(plugin: ServerPlugin): ServerPlugin {
  return Object.freeze(plugin)
}
