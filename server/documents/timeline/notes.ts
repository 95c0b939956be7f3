import type { Label, Locale } from '#kernel/wording/label.ts'

/** A note of the product as stored in the history: in both languages. */
export const noteOf = ({ cn, en }: Label): string => `${cn} / ${en}`

/**
 * A comment as shown to its reader: notes of the product in their language, other comments unchanged.
 * @param notes those of the modules' actions and of the form's follow-ups
 */
export function readNote(comment: string, notes: readonly Label[], locale: Locale): string {
  return notes.find((note) => noteOf(note) === comment)?.[locale] ?? comment
}
