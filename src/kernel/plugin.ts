import type { Contribution, ExtensionPoint } from './extension-point.ts'
import type { Form } from './form.ts'
import type { ModuleKind } from './kinds/module-kind.ts'
import type { FieldDefinition, MarkRole, ModuleRole } from './fields.ts'
import type { RoleHolder } from './fields/roles.ts'
import type { Label } from './wording/label.ts'
import type { OpinionFact } from './flow/opinion-facts.ts'
import type { Permission } from './permissions.ts'
import type { Resource } from './resource.ts'

/** The category of a message in the message centre; users choose the channels per category. */
export const messageTypes = ['APPROVE', 'CC', 'COMMENT', 'COMMENT_AT', 'JOURNEY'] as const

export type MessageType = (typeof messageTypes)[number]

/** A kind of message that a module sends, in addition to those about actions on documents. */
export interface MessageKind {
  /** Lower camel case; unique among host and modules; stored with each message. */
  readonly key: string
  readonly type: MessageType
  /** Name of an icon, as in menus. */
  readonly icon?: string
  readonly title: Label
  /** Template; placeholders (`{name}`) are filled when it is sent. */
  readonly content: Label
}

/** Declares a kind of message that a module sends. */
export const defineMessageKind = (kind: MessageKind): MessageKind => Object.freeze(kind)

export interface DictionaryItem extends Label {
  readonly value: string
  /** Explanation shown with the choice. */
  readonly meaning?: Label
  /** Parameter: how it is entered and validated. */
  readonly measure?: Measure
}

/** The input of a parameter. A percentage is stored as a fraction, the form in which expressions read it. */
export interface Measure {
  readonly field: FieldDefinition
  /** Unit displayed after the number, where the field's kind does not imply it. */
  readonly unit?: Label
}

/** Displays parameters named `{row}.{value of a dictionary}` as one table. */
export interface ParameterTable {
  /** Key of the dictionary whose values are the columns. */
  readonly across: string
  readonly rows: readonly (Label & { readonly key: string })[]
}

/** A list of choices that an administrator may relabel, extend and disable. */
export interface Dictionary extends Label {
  readonly key: string
  readonly items: readonly DictionaryItem[]
  /** Its items are parameters: their labels are the values that expressions read with `parameter(key, value)`. */
  readonly parameters?: true
  readonly table?: ParameterTable
}

/** A role with listed members. `sort` is its position among all roles. @default at the end */
export type DeclaredRole = Label & { readonly key: string; readonly sort?: number }

/** A group of forms on the start page; forms refer to it by id. */
export type FormGroup = Label & { readonly id: string; readonly sort: number }

/**
 * A dimension by which members of a role are assigned, in addition to departments: each member is listed with values of this dictionary, or
 * with records offered under this name. `role(key, { by, of })` selects the members with the value of a field.
 */
export type RoleScope = Label & { readonly key: string }
  & ({ readonly dict: string; readonly to?: undefined } | { readonly to: string; readonly dict?: undefined })

/**
 * Declares that records offered under a name have owners, whom flows ask with `ownerOf`. The label names the function of such a person,
 * e.g. project manager; the server half resolves the person.
 */
export interface RecordOwners extends Label {
  /** Name under which a resource `offers` the records. */
  readonly of: string
  /** Locale key, below `approval.`, of the message for a record without owner. @default a generic message */
  readonly missing?: string
  /** A record without owner is an error; administrators do not decide instead. */
  readonly demanded?: true
  /** Former name of the rule, for flows stored before `ownerOf` existed. */
  readonly formerly?: string
}

/** Wildcard among a member's values: every value of the scope, including future ones. */
export const everyValue = '*'

/** An entry of the menu tree; a page entry exists only when its page does. */
export interface Menu extends Label {
  readonly id: string
  readonly parent?: string
  readonly icon?: string
  /** Route of the page; absent for a directory. */
  readonly path?: string
  /** Permission to see the entry. @default visible to everybody */
  readonly needs?: Permission
  /** Name of the resource for which the user needs an unrestricted row scope: logs cannot be shown in part. */
  readonly wholeOf?: string
  /** Permissions of buttons on the page, in addition to `needs` and those of the resource at its path. */
  readonly buttons?: readonly Permission[]
  readonly sort: number
}

/** A page without menu entry by default; an administrator may add one. */
export interface DeclaredPage extends Label {
  readonly path: string
}

/**
 * A document mark: displayed as a pill on rows and pages of documents whose switch with this role is on, and offered as a quick filter in
 * lists.
 */
export interface DocumentMark extends Label {
  readonly role: MarkRole
  readonly tone: 'red' | 'orange' | 'grey'
}

/**
 * A field role that a module acts on. Start-up fails for fields of other kinds with the role, and for several fields with it in one form or
 * table.
 */
export interface DeclaredFieldRole extends RoleHolder {
  readonly role: ModuleRole
  /** The detail call also returns the rows of such a table outside the form value. */
  readonly beside?: true
}

/**
 * A kind of explanation that approvers have to give at nodes that name it (`explains`), e.g. why a budget was exceeded. The refusal text is
 * the module's `approval.{key}Explanation`.
 */
export interface ExplanationKind extends Label {
  readonly key: string
}

/** Texts by locale key. Both languages have the same keys. */
export type Texts = Readonly<Record<string, string>>

/** The declarations of a module. Its pages and server half are found by the composition. */
export interface Plugin {
  readonly id: string
  /** Ids of the plugins whose declarations it uses. */
  readonly requires: readonly string[]
  readonly permissions: readonly Permission[]
  readonly resources: readonly Resource[]
  readonly forms: readonly Form[]
  /** Groups of the start page, for forms of this plugin and of those that require it. */
  readonly formGroups: readonly FormGroup[]
  /** Names of referable records that are not resources; the server half supplies them. */
  readonly references: readonly string[]
  /** Names of the calls to other systems that its forms make; the server half implements them. */
  readonly calls: readonly string[]
  readonly menus: readonly Menu[]
  /** Pages that are not those of a menu entry, resource or form. */
  readonly pages: readonly DeclaredPage[]
  readonly dictionaries: readonly Dictionary[]
  /** Roles that its flows and forms name, in addition to the framework's; an administrator lists their members. */
  readonly roles: readonly DeclaredRole[]
  readonly roleScopes: readonly RoleScope[]
  /** Owners of its records, for flows. */
  readonly owners: readonly RecordOwners[]
  /** Field roles, for forms of this plugin and of those that require it. */
  readonly fieldRoles: readonly DeclaredFieldRole[]
  /** Field kinds, for this plugin and those that require it; the browser half renders them. */
  readonly kinds: readonly ModuleKind[]
  /** Names of components that fields may use instead of their kind's; the browser half supplies them. */
  readonly fieldComponents: readonly string[]
  readonly documentMarks: readonly DocumentMark[]
  readonly explanationKinds: readonly ExplanationKind[]
  readonly opinionFacts: readonly OpinionFact[]
  /** Messages that its server half sends. */
  readonly messageKinds: readonly MessageKind[]
  /** Keys of header fields that the document picker returns with every document; null where a document lacks the field. */
  readonly linkAttributes: readonly string[]
  /** Extension points that it publishes. */
  readonly publishes: readonly ExtensionPoint<unknown>[]
  /** Contributions to its own extension points, or to those of modules that it requires. */
  readonly contributes: readonly Contribution[]
  readonly locales: { readonly cn: Texts; readonly en: Texts }
}

/** Declares a module, for browser and server. Pure: importing it has no side effect. */
export function definePlugin(plugin: Pick<Plugin, 'id'> & Partial<Plugin>): Plugin {
  return Object.freeze({
    requires: [],
    permissions: [],
    resources: [],
    forms: [],
    formGroups: [],
    references: [],
    calls: [],
    menus: [],
    pages: [],
    dictionaries: [],
    roles: [],
    roleScopes: [],
    owners: [],
    fieldRoles: [],
    kinds: [],
    fieldComponents: [],
    documentMarks: [],
    explanationKinds: [],
    opinionFacts: [],
    messageKinds: [],
    linkAttributes: [],
    publishes: [],
    contributes: [],
    locales: { cn: {}, en: {} },
    ...plugin,
  })
}

/** The distinct names under which modules offer records to fields. */
export const offeredReferences = (plugins: readonly Pick<Plugin, 'resources' | 'references'>[]): readonly string[] => [
  ...new Set(plugins.flatMap(({ resources, references }) => [...resources.flatMap(({ offers }) => offers ?? []), ...references])),
]
