/** A new id of a table's row, which keeps it the same row across edits: 20 letters and digits by chance. */
export function newRowId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
