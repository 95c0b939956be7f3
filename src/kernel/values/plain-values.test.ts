import { describe, expect, it } from 'vitest'
import { acceptsFile, extensionOf, formatBytes } from './files.ts'
import { decrypt, encrypt } from './cipher.ts'
import { formatDate, instantOf, isDate, isDateTime, isTime, nowOf, todayOf } from './dates.ts'
import { luhn } from './patterns.ts'

describe('file sizes', () => {
  it.each([
    [0, '0.00B'],
    [1023, '1023.00B'],
    [1024, '1.00K'],
    [1536, '1.50K'],
    [204_800_000, '195.31M'],
    [1024 ** 3, '1.00G'],
    [1024 ** 4, '1.00T'],
    [1024 ** 5, '1024.00T'],
    [1024 ** 2, '1.00M'],
    [1024 ** 2 - 1, '1.00M'],
  ])('%d is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('the compatibility cipher', () => {
  const key = '0123456789abcdef'

  it.each([
    ['123456', 'D89D/OvFrItmxI9ct8JbAg=='],
    ['13800138000', '8fIrGTYAQzFR+tN2Wt0yDQ=='],
    ['Hello 中文', 'yx3ybvq005kK5Ig32c2hJA=='],
  ])('turns %s into %s and back', (text, encrypted) => {
    expect(encrypt(text, key)).toBe(encrypted)
    expect(decrypt(encrypted, key)).toBe(text)
  })

  it('answers "" to a wrong key or a damaged text', () => {
    const encrypted = encrypt('Hello 中文', key)
    for (let wrong = 0; wrong < 40; wrong++) {
      const answer = decrypt(encrypted, String(wrong).padStart(16, '0'))
      expect(typeof answer).toBe('string')
      expect(answer).not.toBe('Hello 中文')
    }
    expect(decrypt(encrypted, 'fedcba9876543210')).toBe('')
    expect(decrypt('not base64!', key)).toBe('')
    expect(decrypt('', key)).toBe('')
  })
})

describe('bank cards', () => {
  it.each([
    ['4111111111111111', true],
    ['4111111111111112', false],
    ['4111 1111 1111 1111', true],
    ['', false],
    ['0', false],
    ['41111111111', false],
    ['4111-1111-1111-1111', false],
    ['６２２２', false],
  ])('%j passes: %s', (number, passes) => expect(luhn(number)).toBe(passes))

  it('counts 12 to 19 digits', () => {
    const passing = (length: number): boolean => [...'0123456789'].some((check) => luhn('4'.repeat(length - 1) + check))
    expect([11, 12, 19, 20].map(passing)).toEqual([false, true, true, false])
  })
})

describe('file names', () => {
  it.each([
    ['a.PDF', ['pdf'], true],
    ['a.pdf.exe', ['pdf'], false],
    ['a.tar.gz', ['*.tar.gz'], true],
    ['a.gz', ['*.tar.gz'], true],
    ['pdf', ['pdf'], false],
    ['a.', ['pdf'], false],
    ['a.pdf', ['.PDF'], true],
    ['dir.pdf/file', ['pdf'], false],
    ['a.JPEG', ['jpg'], true],
    ['a.jpg', ['*.jpeg'], true],
    ['a.jpe', ['jpg'], false],
    ['a.pdf', [], false],
  ])('%j against %j: %s', (name, list, accepted) => expect(acceptsFile(name, list)).toBe(accepted))

  it('reads the last extension', () => expect(extensionOf('C:\\x.y\\report.Final.XLSX')).toBe('xlsx'))
})

describe('the clock of Shanghai', () => {
  it('is eight hours ahead and turns the day at 16:00 UTC', () => {
    expect(todayOf(new Date('2026-12-31T15:59:59Z'))).toBe('2026-12-31')
    expect(todayOf(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
    expect(nowOf(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01 00:00:00')
    expect(instantOf('2027-01-01 00:00:00')?.toISOString()).toBe('2026-12-31T16:00:00.000Z')
    expect(instantOf('2027-02-29 00:00:00')).toBeNull()
  })

  it.each([
    ['1991-09-14T16:59:59Z', '1991-09-15 01:59:59'],
    ['1991-09-14T17:00:00Z', '1991-09-15 01:00:00'],
    ['1986-07-01T00:00:00Z', '1986-07-01 09:00:00'],
    ['2026-03-29T01:30:00.999Z', '2026-03-29 09:30:00'],
    ['9999-12-31T20:00:00Z', '10000-01-01 04:00:00'],
  ])('showed at %s: %s, summer times and all', (instant, shown) => expect(nowOf(new Date(instant))).toBe(shown))

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['0000-01-01', false],
    ['2026-01-00', false],
    ['2026-01-01 ', false],
    ['２０２６-01-01', false],
  ])('%j is a day: %s', (text, real) => expect(isDate(text)).toBe(real))

  it('knows times and moments', () => {
    expect(['00:00', '23:59', '23:59:59'].map(isTime)).toEqual([true, true, true])
    expect(['24:00', '9:00', '09:60', '09:00:60', '09:00:00.5', ''].map(isTime)).toEqual([false, false, false, false, false, false])
    expect(isDateTime('2026-01-01 09:00:00')).toBe(true)
    for (const text of ['2026-01-01', '2026-01-01T09:00:00', '2026-01-01 09:00', '2026-02-30 09:00:00'])
      expect(isDateTime(text)).toBe(false)
  })

  it('shows a missing date as a dash and leaves seconds out', () => {
    expect([null, undefined, ''].map(formatDate)).toEqual(['-', '-', '-'])
    expect(formatDate('2026-01-01')).toBe('2026-01-01')
    expect(formatDate('2026-01-01 09:05:07')).toBe('2026-01-01 09:05')
  })
})
