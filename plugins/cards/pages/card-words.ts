import type { StoredRecord } from '#shell/resource/record.ts'

/** The text at a key of a record; empty where it holds none. */
export const textOf = (record: StoredRecord, key: string): string => (typeof record[key] === 'string' ? record[key] : '')

/** Both names, that of the reader's language first. */
export function namesOf(record: StoredRecord, locale: string): { readonly first: string; readonly second: string } {
  const [cn, en] = [textOf(record, 'nameCn'), textOf(record, 'nameEn')]
  const [first, second] = locale === 'en' ? [en, cn] : [cn, en]
  return first === '' ? { first: second, second: '' } : { first, second }
}

/** The company of a card in the reader's language; the Chinese name where there is no English one. */
export function companyOf(record: StoredRecord, locale: string): string {
  const english = textOf(record, 'companyEn')
  return locale === 'en' && english !== '' ? english : textOf(record, 'company')
}

/** The first of its pictures. */
export function pictureOf({ images }: StoredRecord): string | undefined {
  const [first] = Array.isArray(images) ? (images as readonly unknown[]) : []
  return typeof first === 'string' ? first : undefined
}
