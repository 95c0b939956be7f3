import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cn } from '../locales/cn.ts'
import { en } from '../locales/en.ts'
import { createTranslator, textFinder } from './translate.ts'

const text = createTranslator({ cn, en })

it('fills the blanks of a sentence', () => {
  expect(text('field.tooLong', { label: '标题/Title', n: 30 }, 'cn')).toBe('标题不能超过30个字符')
  expect(text('field.tooLong', { label: '标题/Title', n: 30 }, 'en')).toBe('Title must be within 30 characters')
})

it('splits bilingual parameters, but not raw ones', () => {
  const say = createTranslator({ cn: { a: '{name}：{message:raw}' }, en: { a: '{name}: {message:raw}' } })
  expect(say('a', { name: '王伟/Wei Wang', message: 'I/O error' }, 'en')).toBe('Wei Wang: I/O error')
})

it('splits a message of another system only where a translation follows', () => {
  const say = createTranslator({ cn: { a: 'SAP：{message:sentence}' }, en: { a: 'SAP: {message:sentence}' } })
  expect(say('a', { message: 'Posting only possible in periods 2026/11 and 2026/10' }, 'en'))
    .toBe('SAP: Posting only possible in periods 2026/11 and 2026/10')
  expect(say('a', { message: '账期2026/11未开/Period 2026/11 is closed' }, 'cn')).toBe('SAP：账期2026/11未开')
  expect(say('a', { message: '账期2026/11未开/Period 2026/11 is closed' }, 'en')).toBe('SAP: Period 2026/11 is closed')
})

it('leaves a blank without parameter, and shows the key where there is no text', () => {
  expect(text('field.enter', {}, 'cn')).toBe('请输入{label}')
  expect(text('field.enter', undefined, 'cn')).toBe('请输入{label}')
  expect(text('no.such.key', {}, 'cn')).toBe('no.such.key')
  expect(text('toString', {}, 'cn')).toBe('toString')
  expect(textFinder({ cn, en })('no.such.key', {}, 'en')).toBeUndefined()
})

it('does not read a replacement pattern out of a parameter', () => {
  expect(text('field.enter', { label: '$&' }, 'en')).toBe('Please enter $&')
})

it('lets a later bundle win', () => {
  const say = createTranslator({ cn, en }, { cn: { 'field.enter': '填{label}' }, en: { 'field.enter': 'Fill {label}' } })
  expect(say('field.enter', { label: 'A' }, 'cn')).toBe('填A')
})

it('has a sentence for every code that the kernel uses, and a use for every sentence', () => {
  const used = new Set(
    sources(new URL('..', import.meta.url)).flatMap((source) => source.match(/'field\.\w+'/g) ?? []).map((code) => code.slice(1, -1)),
  )
  expect([...used].filter((code) => !(code in cn))).toEqual([])
  expect(Object.keys(cn).filter((code) => !used.has(code))).toEqual([])
})

it('keeps the blanks of one language in the other', () => {
  const blanks = (sentence: string): string[] => (sentence.match(/\{\w+/g) ?? []).toSorted()
  for (const [code, sentence] of Object.entries(cn)) {
    const other = en[code as keyof typeof en]
    const own = blanks(sentence)
    expect([code, ...blanks(other)]).toEqual([code, ...own])
  }
})

function sources(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === 'locales' ? [] : sources(new URL(`${entry.name}/`, folder))
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [readFileSync(new URL(entry.name, folder), 'utf8')] : []
  })
}
