import { instantOf } from '../values/dates.ts'
import type { Label } from '../wording/label.ts'

/**
 * A fact that an opinion has to state where its flow requires it (`opinionMustContain: ['arrivalTime']`). The pass dialog has an input for
 * it and writes the line 【title：value】; the same typed by hand, with or without brackets and colon, is accepted too. The refusal text is
 * the module's `approval.opinion{Key}`.
 */
export interface OpinionFact extends Label {
  readonly key: string
  /** Name of the line. Not translated, because other systems parse it. */
  readonly title: string
  /** Regular expression of the value. @default a date and time, yyyy-MM-dd HH:mm */
  readonly pattern?: string
  /** Of a date and time: the minutes before now at which it may lie at the earliest. @default it may lie at any time */
  readonly notBefore?: number
  /** Description of the allowed values. */
  readonly hint?: Label
}

const minute = String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}`

const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Returns whether a text is a valid value of the fact. */
export const isValueOf = ({ pattern }: OpinionFact, text: string): boolean =>
  pattern === undefined ? instantOf(`${text}:00`) !== null : new RegExp(`^(?:${pattern})$`).test(text)

/** Returns whether a value of the fact lies earlier than it may. @param at the time of the decision */
export function isEarly({ notBefore }: OpinionFact, text: string, at: Date): boolean {
  const stated = notBefore === undefined ? null : instantOf(`${text}:00`)
  return stated !== null && stated.getTime() < at.getTime() - (notBefore ?? 0) * 60_000
}

/** Extracts the value of a fact from an opinion, written by the dialog or by hand; empty if it is absent. */
export function statedIn(opinion: string, fact: OpinionFact): string {
  const typed = new RegExp(String.raw`${literal(fact.title)}\s?[：:]?\s?(${fact.pattern ?? minute})`)
  return (factPattern(fact).exec(opinion) ?? typed.exec(opinion))?.[1] ?? ''
}

/** Matches the line written by the dialog; group 1 is the value. */
export const factPattern = ({ title }: OpinionFact): RegExp => new RegExp(`\\n?【${literal(title)}：([^】]*)】`)

/** Locale key of the refusal for a missing fact, without the prefix `approval.`. */
export const missingCode = ({ key }: OpinionFact): string => `opinion${key.charAt(0).toUpperCase()}${key.slice(1)}`
