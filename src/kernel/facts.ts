import type { DateText, DateTimeText } from './fields.ts'
import type { RecordKind } from './record-kinds.ts'

/** The facts about the world around a form that an evaluation may read; browser and server hand them in alike. */
export interface FormFacts {
  /** The day in Shanghai, yyyy-MM-dd. */
  readonly today: DateText
  /** The moment in Shanghai, yyyy-MM-dd HH:mm:ss. */
  readonly now: DateTimeText
  /** At a node: the people whose rows somebody fills in who acts there, themselves and those whose assignment they hold. */
  readonly actsFor?: readonly string[]
  /** The record that an id of a reference, link or attachment names, with `name` ("中文/English") and its attributes. */
  reference(kind: RecordKind, id: string): Readonly<Record<string, unknown>> | undefined
  /** The label ("中文/English") of a dictionary's value; null when the dictionary has no such value. */
  dict?(key: string, value: string): string | null
}
