import { describe, expect, it } from 'vitest'
import { codesIn, typedCode } from './typed-values.ts'

const [one, other] = ['26322000000000100091', '26322000000000100092']
const numbers = '^(\\d{8}|\\d{20})(,(\\d{8}|\\d{20}))*$'

describe('a text with several codes', () => {
  it.each([`${one},${other}`, `${one}，${other}`, `${one}、${other}`, `${one};${other}`, `${one}；${other}`, `${one} ${other}`,
    `${one}　${other}`, `${one}\n${other}`, ` ${one}, ${other}，`, '２６３２２０００００００００１０００９１，26322000000000100092',
    `\u200b${one}\ufeff，${other}`])('%s is read as its codes, and written plain', (text) => {
      expect(codesIn(text)).toEqual([one, other])
      expect(typedCode(text, numbers)).toBe(`${one},${other}`)
    })

  it('keeps repeats, and is empty for what is no text', () => {
    expect(codesIn('12345678，12345678')).toEqual(['12345678', '12345678'])
    expect([null, undefined, 12, '', ' ，'].map(codesIn)).toEqual([[], [], [], [], []])
  })
})

describe('a typed code', () => {
  it('is plain where its pattern takes it plain, and as typed where no spelling matches', () => {
    expect(typedCode('ＡＢ１２', '^[A-Z0-9]{4}$')).toBe('AB12')
    expect(typedCode('（苏）A12345', '^（苏）[A-Z0-9]+$')).toBe('（苏）A12345')
    expect(typedCode('1234567，', numbers)).toBe('1234567，')
    expect(typedCode('12345678，1', numbers)).toBe('12345678，1')
    // a pattern without comma accepts a single code only
    expect(typedCode('http://a.example b', '^https?://.+$')).toBe('http://a.example b')
    expect(typedCode('Ｈttp://a b', '^http://[^ ]+$')).toBe('Ｈttp://a b')
    expect(typedCode('1234 5678', '^\\d{8}$')).toBe('1234 5678')
  })
})
