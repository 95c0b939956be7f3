import type { Label, Locale } from '#kernel/label.ts'

/** What the history says where rows went off budget or came back. */
export const offBudgetNote: Label = { cn: '预算外状态已变更', en: 'Off-budget status changed' }

const notes: readonly Label[] = [offBudgetNote]

/** A note of the product as the history holds it: in both languages. */
export const noteOf = ({ cn, en }: Label): string => `${cn} / ${en}`

/** A comment of the history for a reader: a note of the product in their language, what a person wrote as it is. */
export function readNote(comment: string, locale: Locale): string {
  return notes.find((note) => noteOf(note) === comment)?.[locale] ?? comment
}
