import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Text } from '../text.tsx'
import { isReturned } from './lists.ts'
import type { DocumentsText } from './text.ts'

export type TitleSource = Pick<DocumentRow, 'title' | 'titleEn' | 'processName'> & {
  readonly [Key in 'subject' | 'subjectEn']?: DocumentRow[Key] | undefined
}
type Language = Pick<Text, 'locale'>

/** A document's title in the language of the screen. */
export const titleOf = ({ title, titleEn }: Pick<TitleSource, 'title' | 'titleEn'>,
  { locale }: Language): string => (locale === 'en' && titleEn ? titleEn : title)

interface TitleLines {
  readonly first: string
  readonly second: string | undefined
  /** The second part is a title that the product made up. */
  readonly isGiven: boolean
}

/** The name of a document in a list: its title and what it is about, or the other way round where the title only says who filed what. */
export function titleLinesOf(row: TitleSource, language: Language): TitleLines {
  const title = titleOf(row, language)
  const subject = (language.locale === 'en' ? (row.subjectEn ?? row.subject) : row.subject) || undefined
  if (subject === undefined || isSaidBy(title, subject)) return { first: title, second: undefined, isGiven: false }
  return isTitleGiven(row) ? { first: subject, second: title, isGiven: true } : { first: title, second: subject, isGiven: false }
}

/** Returns whether a title tells the subject: it holds it, or most of it is the subject's beginning. */
function isSaidBy(title: string, subject: string): boolean {
  const [characters, said] = [[...title], [...subject]]
  const differs = characters.findIndex((character, at) => character !== said[at])
  const shared = differs === -1 ? characters.length : differs
  return title.includes(subject) || (shared >= 4 && shared * 2 >= characters.length)
}

/** Returns whether a title tells only who filed which type, as the product writes it: it ends with the name of the process. */
export const isTitleGiven = ({ title, processName }: Pick<TitleSource, 'title' | 'processName'>): boolean =>
  processName !== '' && title.endsWith(processName)

/** The step that a document waits at, empty where it waits at none; one that was returned waits for its initiator's changes. */
export function stepOf(row: Pick<DocumentRow, 'state' | 'nodeId' | 'nodeName' | 'nodeNameEn'>, { locale }: Language,
  { t }: Pick<DocumentsText, 't'>): string {
  if (isReturned(row)) return t('step.returned')
  return locale === 'cn' ? row.nodeName : row.nodeNameEn
}

/** The name of a document's process where there is little room. */
export const processOf = (
  { shortName, shortNameEn }: Pick<DocumentRow, 'shortName' | 'shortNameEn'>,
  { locale }: Language,
): string => locale === 'cn' ? shortName : shortNameEn
