import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import declared from '#resources/declarations.ts'
import { hostTexts } from '../server-messages.ts'
import { folders, root, type Source, sources } from './sources.ts'

type Texts = Readonly<Record<string, string>>
interface Bundle {
  readonly folder: string
  readonly cn: Texts
  readonly en: Texts
}

/** A file of texts exports them as its default, or by the name of the language. */
async function textsOf(path: string): Promise<Texts> {
  const exported = (await import(join(root, path))) as Readonly<Record<string, Texts>>
  return exported['default'] ?? exported['cn'] ?? exported['en'] ?? {}
}

const files = sources(folders, /\/locales\/cn\.ts$/).map(({ path }) => path)
let bundles: readonly Bundle[]
beforeAll(async () => {
  bundles = await Promise.all(files.map(async (path) => ({ folder: path.replace('/cn.ts', ''), cn: await textsOf(path), en: await textsOf(path.replace('cn.ts', 'en.ts')) })))
})

/** Examples of what is entered in Chinese, whatever the language of the screen. */
const examplesInChinese: ReadonlySet<string> = new Set(['plugins/system/pages/users/locales: nameCnLike', 'plugins/system/pages/users/locales: positionLike'])

const blanks = (text: string) => [...new Set(text.match(/\{\w+/g) ?? [])].toSorted()

describe('texts', () => {
  it('are found', () => {
    expect(files).toContain('src/shell/locales/cn.ts')
    expect(bundles.every(({ cn }) => Object.keys(cn).length > 0)).toBe(true)
  })

  it('have the same keys in both languages', () => {
    for (const { folder, cn, en } of bundles) expect([folder, Object.keys(en).toSorted()]).toEqual([folder, Object.keys(cn).toSorted()])
  })

  it('say something in each, with the same blanks', () => {
    const wrong = bundles.flatMap(({ folder, cn, en }) =>
      Object.entries(cn).filter(([key, text]) => !text.trim() || !en[key]?.trim() || String(blanks(text)) !== String(blanks(en[key]))).map(([key]) => `${folder}: ${key}`))
    expect(wrong).toEqual([])
  })

  it('are English in English', () => {
    const wrong = bundles.flatMap(({ folder, en }) => Object.entries(en).filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => `${folder}: ${key}`))
    expect(wrong.filter((text) => !examplesInChinese.has(text))).toEqual([])
  })
})

/** How a code gets to a person: thrown, refused by the engine, told by a schema, or put at a field. */
const codes = [
  /new (?:Refused|Forbidden|Missing|Unauthenticated|TaskMoved|StateMoved)\(\s*(?:[\w.]+,\s*)?'([\w.]+)'/g,
  /\b(?:code|error|message|ask)\s*[:=]\s*'([a-zA-Z]+(?:\.[a-zA-Z]+)+)'/g,
  /\?\? '([a-z][a-zA-Z]*\.[a-zA-Z.]+)'/g,
]

/** The engine says its own without their first part. */
const engine = /\b(?:reason|refusal|forbidden)\(\s*'([\w.]+)'/g
const codesOf = ({ path, text }: Source): string[] => [
  ...codes.flatMap((pattern) => [...text.matchAll(pattern)].map(([, code = '']) => code)),
  ...(path.startsWith('src/approval/') ? [...text.matchAll(engine)].map(([, code = '']) => `approval.${code}`) : []),
]

describe('every code that the server may say', () => {
  const used = sources(['server', 'plugins', 'src/kernel', 'src/approval'], /\.ts$/)
    .filter(({ path }) => !/\.test\.ts$|(^|\/)testing[\w-]*\.ts$/.test(path))
    .flatMap((source) => codesOf(source).map((code) => ({ path: source.path, code })))

  it('is found in the sources', () => {
    expect(new Set(used.map(({ code }) => code)).size).toBeGreaterThan(50)
  })

  it('has a sentence in both languages', () => {
    const find = hostTexts(declared)
    const unsaid = used.filter(({ code }) => !find(code, {}, 'cn') || !find(code, {}, 'en'))
    expect([...new Set(unsaid.map(({ path, code }) => `${code} (${path})`))]).toEqual([])
  })
})
