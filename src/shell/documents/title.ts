import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Text } from '../text.tsx'
import { isReturned } from './lists.ts'
import type { DocumentsText } from './texts.ts'

export type TitleSource = Pick<DocumentRow, 'title' | 'titleEn' | 'processName'> & {
  readonly [Key in 'subject' | 'subjectEn']?: DocumentRow[Key] | undefined
}
type Language = Pick<Text, 'locale'>

/** A document's title in the current language. */
export const titleOf = ({ title, titleEn }: Pick<TitleSource, 'title' | 'titleEn'>,
  { locale }: Language): string => (locale === 'en' && titleEn ? titleEn : title)

interface TitleLines {
  readonly first: string
  readonly second: string | undefined
  /** The second part is a generated title. */
  readonly isGiven: boolean
}

/** The display name of a document: title, then subject; the other way round if the title is generated. */
export function titleLinesOf(row: TitleSource, language: Language): TitleLines {
  const title = titleOf(row, language)
  const subject = (language.locale === 'en' ? (row.subjectEn ?? row.subject) : row.subject) || undefined
  if (subject === undefined || isSaidBy(title, subject)) return { first: title, second: undefined, isGiven: false }
  return isTitleGiven(row) ? { first: subject, second: title, isGiven: true } : { first: title, second: subject, isGiven: false }
}

/** Returns whether a title repeats the subject: contains it, or shares at least half of its characters with the subject's beginning. */
function isSaidBy(title: string, subject: string): boolean {
  const [characters, said] = [[...title], [...subject]]
  const differs = characters.findIndex((character, at) => character !== said[at])
  const shared = differs === -1 ? characters.length : differs
  return title.includes(subject) || (shared >= 4 && shared * 2 >= characters.length)
}

/** Returns whether a title is generated from initiator and form: it ends with the form's name. */
export const isTitleGiven = ({ title, processName }: Pick<TitleSource, 'title' | 'processName'>): boolean =>
  processName !== '' && title.endsWith(processName)

/** Name of the node at which a document waits; empty if there is none. For a returned document, a text of its own. */
export function stepOf(row: Pick<DocumentRow, 'state' | 'nodeId' | 'nodeName' | 'nodeNameEn'>, { locale }: Language,
  { t }: Pick<DocumentsText, 't'>): string {
  if (isReturned(row)) return t('step.returned')
  return locale === 'cn' ? row.nodeName : row.nodeNameEn
}

/** Short name of a document's form. */
export const processOf = (
  { shortName, shortNameEn }: Pick<DocumentRow, 'shortName' | 'shortNameEn'>,
  { locale }: Language,
): string => locale === 'cn' ? shortName : shortNameEn
