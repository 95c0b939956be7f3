import type { Form } from './form.ts'
import type { FieldDefinition, MarkRole, ModuleRole } from './fields.ts'
import type { RoleHolder } from './fields/roles.ts'
import type { Label } from './wording/label.ts'
import type { MessageKind } from './message-kind.ts'
import type { OpinionFact } from './flow/opinion-facts.ts'
import type { Permission } from './permissions.ts'
import type { Resource } from './resource.ts'

export interface DictionaryItem extends Label {
  readonly value: string
  /** Explanation of the choice where its label is not enough. */
  readonly meaning?: Label
  /** Of a parameter: how its figure is entered and checked. */
  readonly measure?: Measure
}

/** The unit in which a parameter's figure is entered; a percentage is stored as the fraction that expressions read. */
export interface Measure {
  readonly field: FieldDefinition
  /** Behind the figure, where the kind of its field does not say it. */
  readonly unit?: Label
}

/** Parameters named `{row}.{value of a dictionary}`, shown as one table. */
export interface ParameterTable {
  /** Dictionary whose values are the columns. */
  readonly across: string
  readonly rows: readonly (Label & { readonly key: string })[]
}

/** A closed list of choices that an administrator may relabel, extend and disable. */
export interface Dictionary extends Label {
  readonly key: string
  readonly items: readonly DictionaryItem[]
  /** Its items are standards: their labels are figures that expressions read with `parameter(key, value)`. */
  readonly parameters?: true
  readonly table?: ParameterTable
}

/** A role with listed members; `sort` is its place among all roles, after them without it. */
export type DeclaredRole = Label & { readonly key: string; readonly sort?: number }

/** A group of the start page, under which forms are offered; they name it by its id. */
export type FormGroup = Label & { readonly id: string; readonly sort: number }

/**
 * Responsibilities of the members of a role, beside departments: each is listed with values of this dictionary,
 * or records of this name, and `role(key, { by, of })` asks those who hold the value of a field.
 */
export type RoleScope = Label & { readonly key: string }
  & ({ readonly dict: string; readonly to?: undefined } | { readonly to: string; readonly dict?: undefined })

/**
 * The people who answer for the records that are offered under a name, each for some: flows ask them with `ownerOf`. The label is what
 * such a person is called (project manager); the server half tells who they are.
 */
export interface RecordOwners extends Label {
  /** The name under which a resource `offers` the records. */
  readonly of: string
  /** Key, below `approval.`, of the module's text that says that a record has nobody; without it, the framework names record and owner. */
  readonly missing?: string
  /** No administrator stands in where a record has nobody: somebody has to be entered. */
  readonly demanded?: true
  /** Name of the rule in stored flows from before they asked with `ownerOf`. */
  readonly formerly?: string
}

/** Stands among a member's values for every value of a scope, future ones included. */
export const everyValue = '*'

/** An entry of the menu tree; a page entry exists only when its page does. */
export interface Menu extends Label {
  readonly id: string
  readonly parent?: string
  readonly icon?: string
  /** Route of the page; a directory has none. */
  readonly path?: string
  /** Shown to holders of this permission; without it, to everyone. */
  readonly needs?: Permission
  /** Resource whose data scope has to be everything: a log concerns everybody, so a part of it cannot be shown. */
  readonly wholeOf?: string
  /** Permissions of the page's buttons beyond those of its own kind (`needs`, or the resource at its path). */
  readonly buttons?: readonly Permission[]
  readonly sort: number
}

/** A page that has no entry in the menu by default; an administrator may give it one. */
export interface DeclaredPage extends Label {
  readonly path: string
}

/**
 * A mark of documents: shown as a pill on rows and pages of the documents whose switch in this role is on, and offered as a quick filter of
 * lists.
 */
export interface DocumentMark extends Label {
  readonly role: MarkRole
  readonly tone: 'red' | 'orange' | 'grey'
}

/**
 * A role of fields by which a module acts: the start refuses fields of other kinds in it, and a form or a table with several fields in it.
 */
export interface DeclaredFieldRole extends RoleHolder {
  readonly role: ModuleRole
  /** The detail of a document answers the list of such a table beside the values of its form, too. */
  readonly beside?: true
}

/**
 * An explanation that approvers owe at nodes of flows that name it (`explains`), such as why a budget was exceeded. The texts of its module
 * say under `approval.{key}Explanation` what is missing where it was not given.
 */
export interface ExplanationKind extends Label {
  readonly key: string
}

/** Texts by key; one language's keys are the other's. */
export type Texts = Readonly<Record<string, string>>

/** One module: its declarations. Pages and the server half are found by the composing world. */
export interface Plugin {
  readonly id: string
  /** Ids of the plugins whose declarations this one uses. */
  readonly requires: readonly string[]
  readonly permissions: readonly Permission[]
  readonly resources: readonly Resource[]
  readonly forms: readonly Form[]
  /** Groups of the start page, for its forms and those of plugins that require it. */
  readonly formGroups: readonly FormGroup[]
  /** Names of records beside its resources to which fields may refer; a server half brings their source. */
  readonly references: readonly string[]
  /** Names of calls to other systems that its forms make: choices, figures, postings. A server half brings the calls. */
  readonly calls: readonly string[]
  readonly menus: readonly Menu[]
  /** Pages beside those of the menu, the resources and the forms. */
  readonly pages: readonly DeclaredPage[]
  readonly dictionaries: readonly Dictionary[]
  /** Roles that its flows and forms name, beside those of every product; an administrator lists their members. */
  readonly roles: readonly DeclaredRole[]
  readonly roleScopes: readonly RoleScope[]
  /** The people who answer for the records of its resources, for flows to ask. */
  readonly owners: readonly RecordOwners[]
  /** Roles of fields beside those of the framework, for its own forms and those of modules that require it. */
  readonly fieldRoles: readonly DeclaredFieldRole[]
  readonly documentMarks: readonly DocumentMark[]
  readonly explanationKinds: readonly ExplanationKind[]
  readonly opinionFacts: readonly OpinionFact[]
  /** Messages that its server half sends. */
  readonly messageKinds: readonly MessageKind[]
  /** Header fields of its forms that the picker of documents tells of every document: null where a document has no such field. */
  readonly linkAttributes: readonly string[]
  readonly locales: { readonly cn: Texts; readonly en: Texts }
}

/** Declares a module for browser and server; nothing happens on import. */
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
    documentMarks: [],
    explanationKinds: [],
    opinionFacts: [],
    messageKinds: [],
    linkAttributes: [],
    locales: { cn: {}, en: {} },
    ...plugin,
  })
}

/** The names under which modules offer records to fields, each once. */
export const offeredReferences = (plugins: readonly Pick<Plugin, 'resources' | 'references'>[]): readonly string[] => [
  ...new Set(plugins.flatMap(({ resources, references }) => [...resources.flatMap(({ offers }) => offers ?? []), ...references])),
]
