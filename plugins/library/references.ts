import { referenceTo } from '#kernel/fields.ts'

/** Reference to a copy of a book. */
export const book = referenceTo('book', { shows: { locationName: { cn: '位置', en: 'Location' } } })

/** Reference to a shelf. */
export const bookLocation = referenceTo('bookLocation')
