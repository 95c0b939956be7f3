import { expect, it } from 'vitest'
import { looksLike } from './signatures.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const png = '\x89PNG\r\n\x1a\nrest'

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
  ['xlsx', '\xd0\xcf\x11\xe0', true],
  ['zip', '\xd0\xcf\x11\xe0', false],
  ['docx', '<html>', false],
  ['pdf', '', false],
  ['txt', 'anything', true],
  ['doc', 'anything', true],
  ['constructor', 'anything', true],
])('a %s that begins with %j is one: %s', (extension, head, isOne) => {
  expect(looksLike(extension, bytes(head))).toBe(isOne)
})
