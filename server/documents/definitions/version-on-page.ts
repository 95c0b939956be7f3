import { describeForm, type FormDescription } from '#kernel/wording/describe.ts'
import { type DroppedField, droppedFields } from '#kernel/fields/dropped-fields.ts'
import { type DocumentHost, formOf } from '../host.ts'
import type { ReadDocument } from '../read-document.ts'

/** Differences between the pinned version of a document and the version known to the reader's pages. */
export interface VersionOnPage {
  /** The pinned form; null where it is the one in force, which the pages have. */
  readonly definition: FormDescription | null
  /** Fields that resubmitting would drop; without those withheld from the reader. */
  readonly dropped: readonly DroppedField[]
}

/** Returns the pinned form of a document, where it is not the form in force, and the fields that the form in force dropped. */
export function versionOnPage(host: DocumentHost, { form, value, access }: Pick<ReadDocument, 'form' | 'value' | 'access'>): VersionOnPage {
  const current = formOf(host, form.key)
  if (form === current) return { definition: null, dropped: [] }
  return { definition: describeForm(form), dropped: droppedFields(form, current, value).filter(({ path }) => access(path) !== 'hidden') }
}
