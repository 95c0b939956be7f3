import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { Rule } from '#kernel/rules.ts'
import type { Label } from '#kernel/wording/label.ts'

/** A field by its key, or a column by `table.column`. */
type FieldPath = string

/** Attributes of a shipped field that a company may settle otherwise, beside its choices and whether it is hidden. */
export const settledAttributes = ['cn', 'en', 'hint', 'placeholder', 'default', 'required', 'span', 'section'] as const
export type SettledAttribute = (typeof settledAttributes)[number]

/**
 * One difference between a form as it is shipped and as the company has it. `was` is what the product had when the difference was made,
 * null where it had nothing; `kind` the kind of the field by then.
 */
export type OverlayPart =
  | { readonly of: 'attribute'; readonly path: FieldPath; readonly attribute: SettledAttribute; readonly kind: string;
    readonly was: unknown; readonly now: unknown }
  | { readonly of: 'hidden'; readonly path: FieldPath; readonly kind: string }
  /** A choice that is called otherwise, or that the company added. */
  | { readonly of: 'option'; readonly path: FieldPath; readonly value: string; readonly kind: string; readonly was: Label | null;
    readonly now: Label }
  /** A field or column of the company; its key begins with `own`. */
  | { readonly of: 'added'; readonly path: FieldPath; readonly field: FieldDefinition }
  | { readonly of: 'section'; readonly id: string; readonly was: Label; readonly now: Label }
  | { readonly of: 'rule'; readonly rule: Rule }
  /** The order of the fields of the form (`''`), or of the columns of a table. */
  | { readonly of: 'order'; readonly table: string; readonly keys: readonly string[] }
  /** A field of the company that its list shows, or that no print has. */
  | { readonly of: 'column' | 'omit'; readonly path: FieldPath }

/** A company's additions to a form of the product. */
export interface FormOverlay {
  /** Business type of the form. */
  readonly over: string
  /** The form as it was shipped when the additions were published last, or made first. */
  readonly base: Form
  readonly parts: readonly OverlayPart[]
}

/** Reasons for which the product needs fields of a form, by their paths: such a field can neither be hidden nor left empty. */
export type FieldNeeds = Readonly<Record<FieldPath, readonly Label[]>>

/**
 * A difference that a release does not fit together with: the field or table is gone, the field has another kind, the product has a field
 * or rule of the same key, both changed the same thing, the choice is gone, or the product needs the field by now.
 */
export interface OverlayQuestion {
  readonly id: string
  readonly why: 'gone' | 'kind' | 'taken' | 'both' | 'choiceGone' | 'needed'
  readonly part: OverlayPart
  /** Value of the product now; null where it has nothing. */
  readonly shipped: unknown
  /** The difference has no effect until it is settled; of what both changed, the company's stands. */
  readonly isInactive: boolean
  readonly reasons?: readonly Label[]
}
