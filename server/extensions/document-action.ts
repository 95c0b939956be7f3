import { z } from 'zod'
import type { DocumentStatus } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'

/**
 * A module's own action on documents, beside those of the approval: one call that writes into a document and leaves a note in its
 * history. What follows from the change is up to the extensions (`onFollowUp`). Its browser half draws the button under the same id.
 */
export interface DocumentAction<Place extends object = object, Input = unknown> {
  /** Its name in the product: where it is offered, the detail of a document has its place under it. */
  readonly id: string
  /** Last word of the call: `/oaserver/:businessType/{call}`. */
  readonly call: string
  /** Right of those who may do it; a form offers the action by naming the right among its `permissions`. */
  readonly needs: Permission
  /** Statuses of documents that it is done to. */
  readonly during: readonly DocumentStatus[]
  /** Fields of the call, beside the document's `businessKey`. */
  readonly input: z.ZodRawShape
  /** The note in the history, in both languages. */
  readonly note: Label
  /** Key of the sentence that answers the call. */
  readonly answer: string
  /** The part of a form that it acts on, as the browser half is given it; undefined where the form has none. */
  placeIn(form: Form): Place | undefined
  /** The value that it leaves. @throws Refused */
  write(value: FormValue, place: Place, input: Input): FormValue
}

/** Types the input of an action by the fields of its call. */
export const defineDocumentAction = <Place extends object, const Shape extends z.ZodRawShape>(
  action: DocumentAction<Place, z.output<z.ZodObject<Shape>>> & { readonly input: Shape },
): DocumentAction => Object.freeze(action)
