import { splitName } from '#kernel/wording/names.ts'
import type { Locale } from '#kernel/wording/label.ts'
import { titleLinesOf } from '#shell/documents/title.ts'
import type { ReferenceCandidate } from '../types.ts'

/** The display name of a linked document, as in lists: its subject if the title only names form and initiator. */
export function linkName(record: ReferenceCandidate, locale: Locale): ReturnType<typeof titleLinesOf> {
  const { cn: title, en: titleEn } = splitName(record.name)
  const { cn: processName } = splitName(textOf(record['processName']) ?? '')
  return titleLinesOf({ title, titleEn, processName, subject: textOf(record['subject']), subjectEn: textOf(record['subjectEn']) }, {
    locale,
  })
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
