/** The value of a form or record, by field key; a table is a list of rows, each with its `rowId`. */
export type FormValue = Readonly<Record<string, unknown>>

/** The non-empty text of a field; else undefined. */
export const textAt = (value: FormValue, key: string): string | undefined => {
  const text = value[key]
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** Generates a random row id: 20 letters and digits. */
export function newRowId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
