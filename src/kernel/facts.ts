import type { DateText, DateTimeText } from './fields.ts'
import type { RecordKind } from './record-kinds.ts'

/** Facts outside the form that an evaluation may read. Browser and server supply them in the same shape. */
export interface FormFacts {
  /** The current date in Asia/Shanghai, yyyy-MM-dd. */
  readonly today: DateText
  /** The current date and time in Asia/Shanghai, yyyy-MM-dd HH:mm:ss. */
  readonly now: DateTimeText
  /** At a node: ids of the people whose rows the user fills in, i.e. the user and those whose assignments the user holds. */
  readonly actsFor?: readonly string[]
  /** The record with an id, with its `name` ("中文/English") and attributes; undefined if it is unknown. */
  reference(kind: RecordKind, id: string): Readonly<Record<string, unknown>> | undefined
  /** The label ("中文/English") of a dictionary value; null when the dictionary has no such value. */
  dict?(key: string, value: string): string | null
}
