import { referenceTo } from '#kernel/fields.ts'

/** One copy of a book of the library, by its id. */
export const book = referenceTo('book', { shows: { locationName: { cn: '位置', en: 'Location' } } })

/** A place of the library, by its id. */
export const bookLocation = referenceTo('bookLocation')
