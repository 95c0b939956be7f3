import { splitName } from '#kernel/names.ts'
import type { Text } from '../text.tsx'
import type { DocumentRow } from './lists.ts'

type Titled = Pick<DocumentRow, 'title' | 'titleEn' | 'subject' | 'subjectEn'>
type Language = Pick<Text, 'locale'>

/** A document's title in the language of the screen. */
export const titleOf = ({ title, titleEn }: Pick<Titled, 'title' | 'titleEn'>, { locale }: Language): string => (locale === 'en' && titleEn ? titleEn : title)

/** What a document is about, where its title does not say so already. */
export function subjectOf(row: Titled, language: Language): string | undefined {
  const subject = language.locale === 'en' ? (row.subjectEn ?? row.subject) : row.subject
  return subject && !titleOf(row, language).includes(subject) ? subject : undefined
}

/** Whether a title tells only who filed which type, as the product writes it: its subject can stand in its place where there is room for one. */
export const isTitleGiven = ({ title, applyerUser, processName }: Pick<DocumentRow, 'title' | 'applyerUser' | 'processName'>): boolean =>
  applyerUser !== null && title.startsWith(splitName(applyerUser.name).cn) && title.endsWith(processName)
