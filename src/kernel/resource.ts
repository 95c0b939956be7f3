import type { Fields } from './fields.ts'
import type { Label } from './wording/label.ts'
import type { Permission } from './permissions.ts'

/**
 * A kind of master record, as data: the host serves its API, the shell renders its list and dialog.
 */
export interface Resource extends Label {
  /** Name of a single record in titles and messages (“Add company car”). @default the name of the resource */
  readonly singular: Label
  /** Name in lower camel case; also the last path segment of its API, `{base}/{name}/page`, unless `calls` is set. */
  readonly name: string
  /** Base path of its API, e.g. `/budgetservice`. */
  readonly base: string
  /** Last path segment of its API if it is not the name, e.g. `book/history`. */
  readonly calls?: string
  /** Path of its page in the shell. */
  readonly path: string
  /** Database table; its columns are the field keys in snake case. */
  readonly table: string
  /** Set where a company designed it at run time: the name of its page, and of its calls. */
  readonly designed?: { readonly page: string }
  /** Page that shows one record in full, an address with a query that `id` is added to; rows of the list lead there. */
  readonly detailPath?: string
  /** Key of the unique field that identifies a record to users. */
  readonly key: string
  /** Fields by key, in the order of the dialog. */
  readonly fields: Fields
  /** Fields computed by the database table: displayed and filterable, never written. */
  readonly derived?: readonly string[]
  /** Fields from which hidden ones could be derived, e.g. `unpaidAmount: ['amount']`: hidden from readers who may not see those. */
  readonly reveals?: Readonly<Record<string, readonly string[]>>
  /** Columns of the list, in order. */
  readonly columns: readonly string[]
  /** Fields offered in the search form. */
  readonly filters: readonly string[]
  /** Fields searched by the keyword. */
  readonly search: readonly string[]
  /**
   * Order of the list unless the reader chooses one.
   * @default by `key`
   */
  readonly sort: readonly { readonly field: string; readonly descending?: true }[]
  /** Rights for its calls; a call without a right does not exist. */
  readonly can: { readonly view: Permission; readonly add?: Permission; readonly edit?: Permission; readonly enable?: Permission;
    readonly export?: Permission; readonly import?: Permission; readonly delete?: Permission; readonly sync?: Permission }
  /**
   * Fields that need a permission to be read and written. They are excluded from search, sorting, filters, import and the attributes of
   * options.
   */
  readonly confidential?: Readonly<Record<string, Permission>>
  /** Key of the boolean field that disables a record, i.e. removes it from pickers. */
  readonly enable?: string
  /** Fields that can be set for many records at once, with the permission to edit. */
  readonly batch?: readonly string[]
  /** Name under which fields refer to these records (`reference({ to })`). @default not referable */
  readonly offers?: string
  /** Fields returned with an option and readable in expressions (`expenseCategory.requiresLink`), in addition to id and key. */
  readonly optionFields?: readonly string[]
  /** With `can.sync`: key of the synchronisation that updates these records, e.g. `SAP_COST_CENTERS`. */
  readonly sync?: string
  /** With `can.import`: how records are imported from a workbook. */
  readonly import?: ResourceImport
  /** Additional columns of an export, after those of the import template. @default the columns of the list */
  readonly export?: { readonly columns?: readonly string[] }
  /** Row scope: the records that a person may see, in every call. */
  readonly scope: 'everyone' | ResourceScope
}

/** Base path of a resource's calls. */
export const pathOfCalls = ({ base, name, calls = name }: Pick<Resource, 'base' | 'name' | 'calls'>): string => `${base}/${calls}`

/** The fields that determine who sees a record; any one of them suffices. */
export interface ResourceScope {
  /** Key of the field with the department or departments, matched against the user's row scope. */
  readonly departments?: string
  /** Records without a department are visible to everybody. */
  readonly emptyMeansAll?: true
  /** Owner, who sees the record regardless of their row scope: `createBy`, or the key of a field with a person or people. */
  readonly owner?: string
  /** Permission to see records by department. Without it, users see only their own records and those shared with them. */
  readonly othersNeed?: Permission
  /** Key of the choice by which an owner shares a record: `dept` with its departments, `all` with everybody who may view. */
  readonly sharedBy?: string
}

/** The row scope of a resource; undefined where everybody with the permission sees all records. */
export const scopeOf = ({ scope }: Pick<Resource, 'scope'>): ResourceScope | undefined => (scope === 'everyone' ? undefined : scope)

/** A column of an import template. */
export interface ResourceImportColumn extends Partial<Label> {
  /** Key of the field; its label is the default header. */
  readonly field: string
  /** The template marks the column, and a row without a value is refused. */
  readonly required?: true
  /** Reference: whether cells hold the record's code, or its name (people only). @default a code or an exact name */
  readonly by?: 'code' | 'name'
  /** Value of the example row in the template. */
  readonly example?: string | Label
  /** Headers of earlier templates, which are still accepted. */
  readonly formerly?: readonly string[]
}

/** Import of records from a workbook. */
export interface ResourceImport {
  /** Columns of the template, in order. */
  readonly columns: readonly ResourceImportColumn[]
  /** Fields that together identify an existing record; empty: every row is a new record. */
  readonly match: readonly string[]
  /** Two fields of `match` that are an unordered pair: swapped values match too. */
  readonly unordered?: readonly [string, string]
  /** Treatment of a row whose record exists. */
  readonly onMatch: 'update' | 'refuse'
  /** Constants for every imported record, e.g. its source. */
  readonly sets?: Readonly<Record<string, unknown>>
  /** A single invalid row refuses the whole file. */
  readonly allOrNothing?: true
  /** Sentences on the notes sheet of the template. */
  readonly notes?: readonly Label[]
}

type DefaultAttribute = 'singular' | 'search' | 'sort' | 'filters'

type ResourceInput = Omit<Resource, DefaultAttribute> & Partial<Pick<Resource, DefaultAttribute>>

/** Declares a kind of master record. `singular` defaults to its name; `search` and `sort` to its key. */
export function defineResource<const R extends ResourceInput>(resource: R): R & Resource {
  const { cn, en, key } = resource
  return Object.freeze({ singular: { cn, en }, search: [key], sort: [{ field: key }], filters: [], ...resource }) as R & Resource
}

/** The plural name of a resource, if it declares a singular one (“Vehicles”, “Vehicle”); else undefined. */
export const namedInPlural = ({ cn, en, singular }: Pick<Resource, 'cn' | 'en' | 'singular'>): Label | undefined =>
  singular.en === en ? undefined : { cn, en }
