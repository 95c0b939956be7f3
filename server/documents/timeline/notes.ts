import type { Label, Locale } from '#kernel/wording/label.ts'

/** A note of the product as the history holds it: in both languages. */
export const noteOf = ({ cn, en }: Label): string => `${cn} / ${en}`

/**
 * A comment of the history for a reader: a note of the product in their language, what a person wrote as it is.
 * @param notes those of the modules' actions and of the form's follow-ups
 */
export function readNote(comment: string, notes: readonly Label[], locale: Locale): string {
  return notes.find((note) => noteOf(note) === comment)?.[locale] ?? comment
}
