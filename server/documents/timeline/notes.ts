import type { Label, Locale } from '#kernel/wording/label.ts'

/** The note of the history where rows went off budget or came back. */
export const offBudgetNote: Label = { cn: '预算外状态已变更', en: 'Off-budget status changed' }

/** A note of the product as the history holds it: in both languages. */
export const noteOf = ({ cn, en }: Label): string => `${cn} / ${en}`

/**
 * A comment of the history for a reader: a note of the product in their language, what a person wrote as it is.
 * @param notes those of the document's form
 */
export function readNote(comment: string, notes: readonly Label[], locale: Locale): string {
  return [offBudgetNote, ...notes].find((note) => noteOf(note) === comment)?.[locale] ?? comment
}
