/** Generates a random row id: 20 letters and digits. */
export function newRowId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(20))
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
