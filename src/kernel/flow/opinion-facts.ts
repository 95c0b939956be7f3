import type { Label } from '../wording/label.ts'

/**
 * A fact that an opinion has to state where its flow says so (`opinionMustContain: ['arrivalTime']`). The dialog that passes a document
 * has an input for it and writes it as a line 【title：value】; typed by hand, with or without brackets and colon, it is as good. The texts
 * of its module say under `approval.opinion{Key}` what is missing.
 */
export interface OpinionFact extends Label {
  readonly key: string
  /** Name of the line; other systems read it, so it is the same in every language. */
  readonly title: string
  /** Pattern of a code; without it, the fact is a date and time to the minute. */
  readonly pattern?: string
  /** The values that the pattern allows, in words. */
  readonly hint?: Label
}

const minute = String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}`

const literal = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Returns whether a text is a value of the fact. */
export const isValueOf = ({ pattern = minute }: OpinionFact, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text)

/** The value that an opinion states: in a line of the dialog, or as somebody types it; empty where it states none. */
export function statedIn(opinion: string, fact: OpinionFact): string {
  const typed = new RegExp(String.raw`${literal(fact.title)}\s?[：:]?\s?(${fact.pattern ?? minute})`)
  return (factPattern(fact).exec(opinion) ?? typed.exec(opinion))?.[1] ?? ''
}

/** The line that the dialog writes, with its value. */
export const factPattern = ({ title }: OpinionFact): RegExp => new RegExp(`\\n?【${literal(title)}：([^】]*)】`)

/** Key of the sentence that says that a fact is missing, without `approval.` before it. */
export const missingCode = ({ key }: OpinionFact): string => `opinion${key.charAt(0).toUpperCase()}${key.slice(1)}`
