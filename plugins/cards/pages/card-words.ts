import type { StoredRecord } from '#shell/resource/record.ts'

export const textOf = (record: StoredRecord, key: string): string => (typeof record[key] === 'string' ? record[key] : '')

/** Both names, that of the reader's language first. */
export function namesOf(record: StoredRecord, locale: string): { readonly first: string; readonly second: string } {
  const [cn, en] = [textOf(record, 'nameCn'), textOf(record, 'nameEn')]
  const [first, second] = locale === 'en' ? [en, cn] : [cn, en]
  return first === '' ? { first: second, second: '' } : { first, second }
}

export function companyOf(record: StoredRecord, locale: string): string {
  const english = textOf(record, 'companyEn')
  return locale === 'en' && english !== '' ? english : textOf(record, 'company')
}

/** The first of its pictures. */
export function pictureOf({ images }: StoredRecord): string | undefined {
  const [first] = Array.isArray(images) ? (images as readonly unknown[]) : []
  return typeof first === 'string' ? first : undefined
}
