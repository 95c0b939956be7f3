import type { FieldDefinition } from '#kernel/fields.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { titleLinesOf } from '#shell/documents/title.ts'
import type { Http } from '#providers/http.ts'
import { type CandidatePage, pickerSize, type Sought } from '../picker/candidates.ts'
import type { ReferenceCandidate } from '../types.ts'

/** A document that may be linked, in the answer of the picker's call. */
export interface Linkable extends ReferenceCandidate {
  readonly parentId: string
  /** Title, "中文/English". */
  readonly label: string
  readonly description: string
  readonly processName: string
  /** Subject; null if it is hidden from the user. */
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly businessType: string
  readonly state: number
  readonly starter: string
  readonly starterName: string | null
  readonly period: readonly [string, string] | null
  /** Amounts in RMB, decimal text. */
  readonly amount: string | null
  readonly remaining: string | null
  /** Number of a live document that consumes it. */
  readonly claimedBy: string | null
}

/** Loads a page of the documents that a link field accepts and the user may read; newest first. */
export const linkableDocuments = (http: Http, { links = [], linkStates = ['completed'], own }: FieldDefinition,
  { label, current }: Sought) =>
  http.query<CandidatePage<Linkable>>('/workflow/getProcess', { current, size: pickerSize, label, links, linkStates, own: own === true }, {
    quiet: true,
  })

/** The display name of a linked document, as in lists: its subject if the title only names form and initiator. */
export function linkName(record: ReferenceCandidate, locale: Locale): ReturnType<typeof titleLinesOf> {
  const { cn: title, en: titleEn } = splitName(record.name)
  const { cn: processName } = splitName(textOf(record['processName']) ?? '')
  return titleLinesOf({ title, titleEn, processName, subject: textOf(record['subject']), subjectEn: textOf(record['subjectEn']) }, {
    locale,
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
