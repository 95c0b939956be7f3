import type { Label } from './wording/label.ts'

/** An action item as calls answer it: a number of records to handle, with its label in both languages. */
export interface ActionItemAnswer extends Label {
  readonly id: string
  /** Path of the page that lists these records, filters included. */
  readonly path: string
  readonly count: number
  readonly isFailure: boolean
}
