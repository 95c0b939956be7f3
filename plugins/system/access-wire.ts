import type { ColumnAccess } from '#kernel/fields/disclosure.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'

/** Wire format of roles, shared by API and pages. */
export type ScopeCode = 1 | 2 | 3 | 4 | 5 | 6

/** Source of a role's holders: listed members, a field of the organisation, everyone, or the document. */
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
  /** Number of enabled holders. */
  readonly members: number
  /** Default scope; null if not set. */
  readonly dataScope: ScopeCode | null
}

/** Scope of a role for a resource, or its default (`*`). */
export interface Scope {
  readonly resource: string
  readonly scope: ScopeCode
  readonly withSub: boolean
  readonly deptIds: readonly string[]
}

/** Access of a role's holders to a column. */
export interface RoleColumn {
  /** Name of a resource, or `form:` and the key of a form. */
  readonly subject: string
  /** Name of the field, e.g. `items.amount` for a column of a table. */
  readonly field: string
  readonly access: ColumnAccess
}

/** A resource or form whose columns can be restricted. */
export interface ColumnSubject extends Label {
  readonly subject: string
  readonly kind: 'resource' | 'form'
  /** Permission to add records; null if not applicable. */
  readonly add: string | null
  readonly fields: readonly ColumnField[]
}

export interface ColumnField extends Label {
  readonly field: string
  /** Required when adding a record. */
  readonly required: boolean
  /** Available accesses. */
  readonly accesses: readonly ColumnAccess[]
}

export interface RoleDetail extends Role {
  readonly permissions: readonly string[]
  readonly scopes: readonly Scope[]
  readonly columns: readonly RoleColumn[]
}

/** Rights on one kind of record. */
export interface PermissionRow extends Label {
  /** Part before the last colon; the right itself if it has none. */
  readonly prefix: string
  readonly permissions: readonly { readonly permission: string; readonly action: string }[]
}

/** Rights of a menu area. */
export interface PermissionGroup extends Label {
  readonly id: string
  readonly rows: readonly PermissionRow[]
}

/** Scope that one role grants a person for a resource. */
export interface Reason {
  readonly role: string
  readonly scope: ScopeCode
  readonly withSub: boolean
  /** Origin: a scope for the resource, or the role's default. */
  readonly from: 'resource' | 'default'
  /** Number of departments; null for all. */
  readonly departments: number | null
}

/** Rows of a resource visible to a person, with the reasons. */
export interface ScopePreview extends Label {
  readonly resource: string
  readonly seen: number
  readonly all: number
  /** The person has the right to view the list. */
  readonly mayView: boolean
  /** Visible departments; null for all. */
  readonly departments: readonly { readonly id: string; readonly name: string }[] | null
  readonly reasons: readonly Reason[]
}

/** A menu entry in the catalogue of rights. */
export interface RoleMenu extends Label {
  readonly id: string
  /** M directory, C page, F button. */
  readonly type: 'M' | 'C' | 'F'
  /** Null if open to everyone, or for a directory. */
  readonly permission: string | null
  readonly children: readonly RoleMenu[]
}

/** An account in the wire format, without password or hash. */
export interface UserAnswer {
  readonly id: string
  readonly userName: string
  /** "中文/English" */
  readonly name: string
  readonly nickname: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly jobNumber: string | null
  readonly joiningDate: string | null
  readonly leavingDate: string | null
  readonly cardId: string | null
  readonly position: string | null
  /** Value of the dictionary `positionLevel`; null for an ordinary employee. */
  readonly positionLevel: string | null
  readonly avatar: string | null
  readonly locale: Locale
  readonly admin: boolean
  readonly enable: 0 | 1
  readonly departed: boolean
  /** yyyy-MM-dd HH:mm:ss */
  readonly lastLogin: string | null
  readonly version: number
  /** Main department first. */
  readonly departments: readonly { readonly id: string; readonly name: string; readonly code: string | null; readonly main: boolean }[]
  /** Roles for which the person is listed as a member. */
  readonly roles: readonly { readonly key: string; readonly name: string }[]
}

/** M directory, C page, F button. */
export type MenuType = 'M' | 'C' | 'F'

/** Path of the menu administration page. */
export const menuPage = '/system/menu'

/** A menu entry in the menu administration. */
export interface MenuNode {
  readonly id: string
  readonly parentId: string | null
  readonly type: MenuType
  readonly name: string
  readonly nameEn: string
  readonly icon: string | null
  readonly path: string | null
  /** Component of the registered page that it opens. */
  readonly component: string | null
  readonly perms: string | null
  /** The page keeps its state while another tab is active. */
  readonly keepAlive: boolean
  readonly visible: boolean
  readonly enable: boolean
  readonly version: number
  /** Declared by a module: restored at each start, so it can be disabled or hidden but not deleted. */
  readonly isDeclared: boolean
  readonly isMatch: boolean
  readonly children: readonly MenuNode[]
}

/** A registered page that an entry may open. */
export interface RegisteredPage {
  readonly component: string
  readonly path: string
  readonly cn: string
  readonly en: string
}
