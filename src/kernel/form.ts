import type { Fields, Feel } from './fields.ts'
import type { Flow } from './flow.ts'
import type { Label } from './label.ts'
import type { Permission } from './permissions.ts'
import type { Rule } from './rules.ts'

/** What a document does to the budget: which amount of which rows on which key. */
export interface BudgetEffect {
  /** `spending` occupies at submission and spends at completion; `application` stays occupied for its claim. */
  readonly class: 'spending' | 'application'
  /** Table field whose rows carry the amounts; without it, the header carries one amount. */
  readonly rows?: string
  /** Field (of the row, with `rows`) of each part of the key. */
  readonly department: string
  readonly category: string
  /** Header field with the budget month, yyyy-MM-dd of its first day. */
  readonly month: string
  /** FEEL of the amount in RMB, in the row's context. */
  readonly amount: Feel
  /** Row field whose value "1" takes the row out of the budget. */
  readonly offBudget?: string
}

export interface Section extends Label {
  readonly id: string
}

/** A business type that is filed for approval, as data. */
export interface Form extends Label {
  readonly key: string
  /** Add and edit path; the detail path is `{path}-detail` unless given. */
  readonly path: string
  readonly detailPath: string
  /** Prefix of the document number. */
  readonly prefix: string
  readonly group: string
  readonly icon: string
  readonly terminals: readonly ('web' | 'mini')[]
  /** Whether a completed document may still be revoked or edited. */
  readonly abortAfterCompletion: boolean
  readonly sections: readonly Section[]
  readonly fields: Fields
  readonly rules: readonly Rule[]
  readonly flow: Flow
  readonly budget?: BudgetEffect
  /** Field with the document's amount in RMB, for lists and conditions. */
  readonly amount?: string
  /** Fields shown as columns of the type's own list, beside the common ones. */
  readonly columns: readonly string[]
  /** Who may void documents of the type; without it, holders of the general right. */
  readonly voidPermission?: Permission
  /** Beyond `form:{key}:add|view|export`. */
  readonly permissions: readonly Permission[]
}

type FormInput = Omit<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'> &
  Partial<Pick<Form, 'detailPath' | 'terminals' | 'abortAfterCompletion' | 'sections' | 'rules' | 'columns' | 'permissions'>>

export function defineForm<const F extends FormInput>(form: F): F & Form {
  return Object.freeze({
    detailPath: `${form.path}-detail`,
    terminals: ['web', 'mini'],
    abortAfterCompletion: false,
    sections: [],
    rules: [],
    columns: [],
    permissions: [],
    ...form,
  }) as F & Form
}

/** The permissions that every form has. */
export const formPermissions = (key: string) => ({
  add: `form:${key}:add`,
  view: `form:${key}:view`,
  export: `form:${key}:export`,
})
