import type { Label } from '#kernel/wording/label.ts'

/** The noun of a document of a form within a sentence: in English its name with a small first letter, unless an abbreviation begins it. */
export function documentNoun({ cn, en }: Label): Label {
  return { cn, en: /^[A-Z][a-z]/.test(en) ? en.charAt(0).toLowerCase() + en.slice(1) : en }
}
