import { expect, it } from 'vitest'
import { looksLike } from '../upload.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const png = '\x89PNG\r\n\x1a\nrest'

/** The header of a compound file, with sectors of 2 to the power of this exponent bytes. */
function container(exponent: number): string {
  const head = Buffer.alloc(512)
  head.writeUInt32BE(0xd0cf11e0)
  head.writeUInt16LE(exponent, 30)
  return head.toString('latin1')
}

it.each([
  ['png', png, true],
  ['jpg', '\xff\xd8\xff\xe0', true],
  ['jpeg', png, false],
  ['gif', 'GIF89a', true],
  ['bmp', 'BMxx', true],
  ['webp', 'RIFF\x01\n\r\x04WEBPVP8', true],
  ['webp', 'RIFF1234WAVE', false],
  ['pdf', '%PDF-1.7', true],
  ['pdf', '\n\n%PDF-1.4', true],
  ['pdf', 'MZ\x90', false],
  ['docx', 'PK\x03\x04', true],
  ['xlsx', container(9), true],
  ['docx', container(12), true],
  ['xlsx', '\xd0\xcf\x11\xe0', false],
  ['docx', container(9).slice(0, 511), false],
  ['pptx', container(24), false],
  ['zip', '\xd0\xcf\x11\xe0', false],
  ['docx', '<html>', false],
  ['pdf', '', false],
  ['txt', 'anything', true],
  ['doc', 'anything', true],
  ['constructor', 'anything', true],
])('a %s that begins with %j is one: %s', (extension, head, isOne) => {
  expect(looksLike(extension, bytes(head))).toBe(isOne)
})
