import { describeForm, type FormDescription } from '#kernel/wording/describe.ts'
import { type DroppedField, droppedFields } from '#kernel/fields/dropped-fields.ts'
import { type DocumentHost, formOf } from '../host.ts'
import type { ReadDocument } from '../read-document.ts'

/** The difference between the version that a document was filed with and the one that its reader's pages know. */
export interface VersionOnPage {
  /** The form that it was filed with; null where that is the one in force, which the pages have. */
  readonly definition: FormDescription | null
  /** The fields that filing it again would leave behind; those that the reader is not shown are not named. */
  readonly dropped: readonly DroppedField[]
}

/** Returns the form that a document was filed with, where it is not the form in force, and the fields that the form in force dropped. */
export function versionOnPage(host: DocumentHost, { form, value, access }: Pick<ReadDocument, 'form' | 'value' | 'access'>): VersionOnPage {
  const current = formOf(host, form.key)
  if (form === current) return { definition: null, dropped: [] }
  return { definition: describeForm(form), dropped: droppedFields(form, current, value).filter(({ path }) => access(path) !== 'hidden') }
}
