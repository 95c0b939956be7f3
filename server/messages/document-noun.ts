import type { Label } from '#kernel/wording/label.ts'

/**
 * The noun for a document within a sentence: in English the form's name with a lower-case initial, unless it begins with an abbreviation.
 */
export function documentNoun({ cn, en }: Label): Label {
  return { cn, en: /^[A-Z][a-z]/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en }
}
