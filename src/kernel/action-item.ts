import type { Label } from './wording/label.ts'

/** Something that somebody has to see to, as calls answer it; words in both languages, for the number that there is. */
export interface ActionItemAnswer extends Label {
  readonly id: string
  /** The page where it is handled, with the filters that show it. */
  readonly path: string
  readonly count: number
  readonly isFailure: boolean
}
