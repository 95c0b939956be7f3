import type { Fields } from './fields.ts'
import type { Label } from './wording/label.ts'
import type { Permission } from './permissions.ts'

/**
 * A kind of master-data record, as data: the host serves its calls, the shell draws its list and dialog.
 */
export interface Resource extends Label {
  /**
   * One of the records in titles and sentences (“Add company car”), where the name of the resource is a plural; the name of the resource
   * without it.
   */
  readonly singular: Label
  /** Lower camel case; also the last part of its calls, `{base}/{name}/page`, unless `calls` names it. */
  readonly name: string
  /** Base path of its calls, e.g. `/budgetservice`. */
  readonly base: string
  /** Last part of its calls where that is not the name, e.g. `book/history`. */
  readonly calls?: string
  /** Path of its page in the shell. */
  readonly path: string
  /** Table in the database; columns are the snake case of the field keys. */
  readonly table: string
  /** Field that names a record for people; unique. */
  readonly key: string
  readonly fields: Fields
  /** Fields that the table works out itself: shown and filtered by, never written. */
  readonly derived?: readonly string[]
  /** Fields by which others can be worked out (`unpaidAmount` reveals `amount`): whoever is not shown one of those is not shown them. */
  readonly reveals?: Readonly<Record<string, readonly string[]>>
  readonly columns: readonly string[]
  readonly filters: readonly string[]
  /** Fields searched by the keyword. */
  readonly search: readonly string[]
  readonly sort: readonly { readonly field: string; readonly descending?: true }[]
  readonly can: { readonly view: Permission; readonly add?: Permission; readonly edit?: Permission; readonly enable?: Permission;
    readonly export?: Permission; readonly import?: Permission; readonly delete?: Permission; readonly sync?: Permission }
  /**
   * Fields that only holders of a right see and may enter: in no list's search, order or filter, in no import, and no attribute of an
   * option.
   */
  readonly confidential?: Readonly<Record<string, Permission>>
  /** Boolean field that takes a record out of the pickers without deleting it. */
  readonly enable?: string
  /** Fields that can be set for many records of the list at once, by whoever may edit one. */
  readonly batch?: readonly string[]
  /** The name under which fields refer to these records (`reference({ to })`); without it, no form chooses from them. */
  readonly offers?: string
  /** Fields that an option shows and that expressions read (`expenseCategory.requiresLink`), beside id and key. */
  readonly optionFields?: readonly string[]
  /** With `can.sync`: which synchronisation brings these records up to date, `SAP_COST_CENTERS`. */
  readonly sync?: string
  /** With `can.import`: how records are read from a workbook. */
  readonly import?: ResourceImport
  /** Fields of an exported row, after those of the template; without it, the columns of the list. */
  readonly export?: { readonly columns?: readonly string[] }
  /** The records that a person sees, in every call about them; every resource has to declare it. */
  readonly scope: 'everyone' | ResourceScope
}

/** Path of a resource's calls. */
export const pathOfCalls = ({ base, name, calls = name }: Pick<Resource, 'base' | 'name' | 'calls'>): string => `${base}/${calls}`

/** The fields that decide who sees a record; of several, each is enough. */
export interface ResourceScope {
  /** Field of the department, or the departments, that those of a caller's data scope are compared with. */
  readonly departments?: string
  /** A record that names no department is everybody's. */
  readonly emptyMeansAll?: true
  /** People who see the record whatever their data scope is: its creator (`createBy`), or the person or people of a field. */
  readonly owner?: string
  /**
   * Right without which the departments of a caller's data scope open nothing: whoever lacks it sees their own records, and those shared
   * with them.
   */
  readonly othersNeed?: Permission
  /** Choice by which an owner shares a record: `dept`, with the people of its departments; `all`, with everybody who may view. */
  readonly sharedBy?: string
}

/** The limit on a resource's records; undefined where everybody with the right to view sees them all. */
export const scopeOf = ({ scope }: Pick<Resource, 'scope'>): ResourceScope | undefined => (scope === 'everyone' ? undefined : scope)

/** A column of a resource's template. */
export interface ResourceImportColumn extends Partial<Label> {
  /** A field of the resource; its label is the header where the column has none. */
  readonly field: string
  readonly required?: true
  /** Of a reference: the cell holds the record's code, or its name for people only. Without it: a code or an exact name. */
  readonly by?: 'code' | 'name'
  readonly example?: string | Label
  /** Headings of earlier templates: files that were made with them are read as before. */
  readonly formerly?: readonly string[]
}

/** Import of records from a workbook. */
export interface ResourceImport {
  readonly columns: readonly ResourceImportColumn[]
  /** Fields that together tell which record a row means; none: every row is a new one. */
  readonly match: readonly string[]
  /** Two fields of `match` that may stand in either order: a pair is the same pair the other way round. */
  readonly unordered?: readonly [string, string]
  /** The treatment of a row whose record exists already. */
  readonly onMatch: 'update' | 'refuse'
  /** Values of every new record of a file, e.g. that it came from one. */
  readonly sets?: Readonly<Record<string, unknown>>
  /** One wrong row, and nothing is written. */
  readonly allOrNothing?: true
  readonly notes?: readonly Label[]
}

type DefaultAttribute = 'singular' | 'search' | 'sort' | 'filters'

type ResourceInput = Omit<Resource, DefaultAttribute> & Partial<Pick<Resource, DefaultAttribute>>

/** Declares a kind of master record; without `singular`, `search` or `sort` its name and key serve. */
export function defineResource<const R extends ResourceInput>(resource: R): R & Resource {
  const { cn, en, key } = resource
  return Object.freeze({ singular: { cn, en }, search: [key], sort: [{ field: key }], filters: [], ...resource }) as R & Resource
}

/** The name of all records of a resource, where its declaration tells one from all (“Vehicles”, “Vehicle”); else the list is called so. */
export const namedInPlural = ({ cn, en, singular }: Pick<Resource, 'cn' | 'en' | 'singular'>): Label | undefined =>
  singular.en === en ? undefined : { cn, en }
