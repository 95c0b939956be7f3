import type { Text } from '../text.tsx'
import type { DocumentRow } from './lists.ts'

/** A document's title in the language of the screen. */
export const titleOf = ({ title, titleEn }: Pick<DocumentRow, 'title' | 'titleEn'>, { locale }: Pick<Text, 'locale'>): string => (locale === 'en' && titleEn ? titleEn : title)
