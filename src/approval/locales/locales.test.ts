import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import cn from './cn.ts'
import en from './en.ts'

const sources = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.includes('locales'))
  .map((file) => readFileSync(join(import.meta.dirname, '..', file), 'utf8'))
  .join('\n')

it('every code written in the engine has its sentence', () => {
  const written = [...sources.matchAll(/(?:reason|refusal|forbidden)\('([\w.]+)'/g)].map(([, code]) => `approval.${code}`)
  expect(written.length).toBeGreaterThan(40)
  expect([...new Set(written)].filter((code) => !(code in cn))).toEqual([])
})

it('both languages fill the same blanks', () => {
  const blanks = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()
  for (const [key, text] of Object.entries(cn)) expect([key, ...blanks(en[key as keyof typeof cn])]).toEqual([key, ...blanks(text)])
})
