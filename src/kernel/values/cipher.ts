import aes from 'crypto-js/aes.js'
import utf8 from 'crypto-js/enc-utf8.js'
import ecb from 'crypto-js/mode-ecb.js'

/**
 * AES-128-ECB with PKCS7 padding, encoded as Base64, for compatibility with one client only. The key is 16 UTF-8 bytes.
 * Not secure (deterministic, shared key): never use it for secrets or passwords.
 */
export function encrypt(text: string, key: string): string {
  return aes.encrypt(utf8.parse(text), utf8.parse(key), { mode: ecb }).toString()
}

/** The inverse of `encrypt`; "" when the key or the text is wrong. */
export function decrypt(text: string, key: string): string {
  try {
    return aes.decrypt(text, utf8.parse(key), { mode: ecb }).toString(utf8)
  } catch {
    return ''
  }
}
