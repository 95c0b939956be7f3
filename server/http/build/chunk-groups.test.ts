import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessibleSelects, chunkGroups, groupedSources } from './vite-build.ts'

test('every source that a group of chunks names is there', () => {
  expect(groupedSources.filter((source) => !existsSync(source))).toEqual([])
})

// without this group the chunks shared with lists and documents would be part of the first load
test('the sections of home that modules draw are in its chunk', () => {
  const home = chunkGroups.find(({ name }) => name === 'home')?.test
  const sections = readdirSync('plugins').map((id) => join('plugins', id)).flatMap(sectionsOfHome)
  expect(sections).not.toEqual([])
  expect(sections.filter((section) => !home?.test(section))).toEqual([])
})

function sectionsOfHome(folder: string): readonly string[] {
  const half = join(folder, 'browser.ts')
  if (!existsSync(half)) return []
  const source = readFileSync(half, 'utf8')
  const list = /^ {2}home: \[.*?\],$/ms.exec(source)?.[0] ?? ''
  return [...source.matchAll(/import\('(?<page>[^']+)'\)\)\.(?<name>\w+)\)/g)]
    .filter(({ groups }) => new RegExp(`\\b${groups?.['name']}\\b`).test(list))
    .map(({ groups }) => join(folder, groups?.['page'] ?? ''))
}

test.each(['OptionList.js', 'BaseSelect/index.js'])('attributes without a role are taken off a select: %s', (file) => {
  const id = join(process.cwd(), 'node_modules/rc-select/es', file)
  const code = readFileSync(id, 'utf8')
  const { transform } = accessibleSelects() as unknown as Changing
  const changed = transform(code, id)?.code
  expect(changed).toMatch(/virtual \? undefined : isAriaSelected\(value\),|\['aria-label', 'value'/)
  expect(changed).not.toBe(code)
  expect(() => transform('another version', id)).toThrow('does not say')
  expect(transform(code, '/elsewhere.js')).toBeUndefined()
})

interface Changing {
  transform(code: string, id: string): { readonly code: string } | undefined
}
