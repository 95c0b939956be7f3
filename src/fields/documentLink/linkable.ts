import type { Http } from '#providers/http.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { pickerSize, type CandidatePage, type Sought } from '../picker/page.ts'
import type { ReferenceCandidate } from '../types.ts'

/** A document that may be linked, as the picker's call answers it. */
export interface Linkable extends ReferenceCandidate {
  readonly parentId: string
  /** "中文/English" */
  readonly label: string
  readonly description: string
  readonly processName: string
  /** The subject, where the caller is shown that. */
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly businessType: string
  readonly state: number
  readonly starter: string
  readonly starterName: string | null
  readonly period: readonly [string, string] | null
  /** Decimal texts in RMB. */
  readonly amount: string | null
  readonly remaining: string | null
  /** Number of a live document that claims it. */
  readonly claimedBy: string | null
}

/** A page of what a link field accepts, of those that the person may read; latest first. */
export const linkableDocuments = (http: Http, { links = [], linkStates = ['completed'], own }: FieldDefinition,
  { label, current }: Sought) =>
  http.query<CandidatePage<Linkable>>('/workflow/getProcess', { current, size: pickerSize, label, links, linkStates, own: own === true }, {
    quiet: true,
  })
