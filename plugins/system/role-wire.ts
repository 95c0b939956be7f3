import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import type { Label } from '#kernel/wording/label.ts'

/** Shapes of roles on the wire, shared by the calls and the pages. */
export type ScopeCode = 1 | 2 | 3 | 4 | 5 | 6

/** The source of a role's holders: listed members, a field of the organisation, everyone, or the document. */
type Holders = 'members' | 'head' | 'vicePresident' | 'generalManager' | 'everyone' | 'document'

export interface Role {
  readonly id: string
  readonly key: string
  /** "中文/English" */
  readonly name: string
  readonly sort: number
  readonly enable: boolean
  readonly builtIn: boolean
  readonly remark: string | null
  readonly version: number
  readonly holders: Holders
  /** Enabled people who hold it. */
  readonly members: number
  /** Its scope where nothing else is said. */
  readonly dataScope: ScopeCode | null
}

/** The scope that a role gives for a resource, or for every other (`*`). */
export interface Scope {
  readonly resource: string
  readonly scope: ScopeCode
  readonly withSub: boolean
  readonly deptIds: readonly string[]
}

/** The access of a role's holders to one column. */
export interface RoleColumn {
  /** A resource's name, or `form:` and a form's key. */
  readonly subject: string
  /** `items.amount` for a column of a row table. */
  readonly field: string
  readonly access: ColumnAccess
}

/** Something whose columns a role can be shown less of. */
export interface ColumnSubject extends Label {
  readonly subject: string
  readonly kind: 'resource' | 'form'
  /** Permission to add records; null where that is no matter. */
  readonly add: string | null
  readonly fields: readonly ColumnField[]
}

export interface ColumnField extends Label {
  readonly field: string
  /** Required when a record is added. */
  readonly required: boolean
  /** The choices that it allows. */
  readonly accesses: readonly ColumnAccess[]
}

export interface RoleDetail extends Role {
  readonly permissions: readonly string[]
  readonly scopes: readonly Scope[]
  readonly columns: readonly RoleColumn[]
}

/** Rights on one kind of thing. */
export interface PermissionRow extends Label {
  /** Before the last colon; of a right without colons, the right itself. */
  readonly prefix: string
  readonly permissions: readonly { readonly permission: string; readonly action: string }[]
}

/** Rights by the part of the menu that they belong to. */
export interface PermissionGroup extends Label {
  readonly id: string
  readonly rows: readonly PermissionRow[]
}

/** The scope that a role gives one person for one resource. */
export interface Reason {
  readonly role: string
  readonly scope: ScopeCode
  readonly withSub: boolean
  /** Set for the resource itself, or the role's default. */
  readonly from: 'resource' | 'default'
  /** Null: all. */
  readonly departments: number | null
}

/** The rows that a person sees of one resource, and why. */
export interface ScopePreview extends Label {
  readonly resource: string
  readonly seen: number
  readonly all: number
  /** Without the right to view, there is no list to see rows in. */
  readonly mayView: boolean
  /** Null: all. */
  readonly departments: readonly { readonly id: string; readonly name: string }[] | null
  readonly reasons: readonly Reason[]
}

/** An entry of the menu as a role is given it. */
export interface RoleMenu extends Label {
  readonly id: string
  /** M directory, C page, F button. */
  readonly type: 'M' | 'C' | 'F'
  /** Null: open to everyone, or a directory. */
  readonly permission: string | null
  readonly children: readonly RoleMenu[]
}
