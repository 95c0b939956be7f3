import { z } from 'zod'
import type { DocumentStatus } from '#approval/types.ts'
import type { Form } from '#kernel/form.ts'
import type { Permission } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Label } from '#kernel/wording/label.ts'

/**
 * A module's own action on documents: one call that writes into a document and adds a note to its history. Extensions handle its effects
 * (`onFollowUp`). Its browser half renders the button under the same id.
 */
export interface DocumentAction<Place extends object = object, Input = unknown> {
  /** Id of the action, under which the detail of a document contains its place. */
  readonly id: string
  /** Last segment of the call: `/oaserver/:businessType/{call}`. */
  readonly call: string
  /** Permission for the action; a form offers the action by listing it in `permissions`. */
  readonly needs: Permission
  /** Statuses of documents in which it is available. */
  readonly during: readonly DocumentStatus[]
  /** Fields of the call in addition to the document's `businessKey`. */
  readonly input: z.ZodRawShape
  /** The note for the history, in both languages. */
  readonly note: Label
  /** Locale key of the message that answers the call. */
  readonly answer: string
  /** The part of a form to which it applies, as passed to the browser half; undefined where the form has none. */
  placeIn(form: Form): Place | undefined
  /** Returns the new value. @throws Refused */
  write(value: FormValue, place: Place, input: Input): FormValue
}

/** Infers the input of an action from the fields of its call. */
export const defineDocumentAction = <Place extends object, const Shape extends z.ZodRawShape>(
  action: DocumentAction<Place, z.output<z.ZodObject<Shape>>> & { readonly input: Shape },
): DocumentAction => Object.freeze(action)
