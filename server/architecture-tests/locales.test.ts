import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { directoryTexts } from '#server/directory/texts.ts'
import { identityTexts, pageTexts } from '#server/identity/texts.ts'
import { serverMessages } from '#server/server-messages.ts'
import declared from '#resources/declarations.ts'
import { folders, root, type SourceFile, sources } from './sources.ts'

type LocaleTexts = Readonly<Record<string, string>>
interface Bundle {
  readonly folder: string
  readonly cn: LocaleTexts
  readonly en: LocaleTexts
}

/** A file of one language exports its texts as default, or by the name of the language. */
async function textsOf(path: string): Promise<LocaleTexts> {
  const exported = (await import(join(root, path))) as Readonly<Record<string, LocaleTexts>>
  return exported['default'] ?? exported['cn'] ?? exported['en'] ?? {}
}

/** Bundles of which a page loads one language only. */
const perLanguage = sources(folders, /\/locales\/cn\.ts$/).map(({ path }) => path)
/** Both languages of a part; one that only makes the hook has none to compare. */
const files = sources(folders, /\/texts\.ts$/).filter(({ text }) => /^export const \{ cn, en \} = bilingual/m.test(text)).map(({ path }) =>
  path
)
const modules = import.meta.glob<{ readonly cn: LocaleTexts; readonly en: LocaleTexts }>('/{src,server,plugins}/**/texts.ts')
let bundles: readonly Bundle[]
beforeAll(async () => {
  bundles = [
    ...await Promise.all(
      perLanguage.map(async (path) => ({ folder: path.replace('/cn.ts', ''), cn: await textsOf(path),
        en: await textsOf(path.replace('cn.ts', 'en.ts')) })
      ),
    ),
    ...await Promise.all(files.map(async (path) => ({ folder: path.replace('/texts.ts', ''), ...await modules[`/${path}`]!() }))),
    ...Object.entries(inOneFile).map(([folder, { cn, en }]) => ({ folder, cn: sentences(cn), en: sentences(en) })),
  ]
})

/** Both languages in one file. */
const inOneFile = { 'server/directory': directoryTexts, 'server/identity': identityTexts, 'server/identity/pages': pageTexts }

const sentences = (texts: object): LocaleTexts =>
  Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))

const blanks = (text: string) => [...new Set(text.match(/\{\w+/g) ?? [])].toSorted()

describe('texts', () => {
  it('are found', () => {
    expect(perLanguage).toContain('src/shell/locales/cn.ts')
    expect(files).toContain('server/texts.ts')
    expect(bundles.filter(({ cn }) => Object.keys(cn).length === 0).map(({ folder }) => folder),
      'Texts without one: delete texts.ts of these folders, and `locales` where they are imported').toEqual([])
  })

  it('have the same keys in both languages', () => {
    for (const { folder, cn, en } of bundles) expect([folder, Object.keys(en).toSorted()]).toEqual([folder, Object.keys(cn).toSorted()])
  })

  it('say something in each, with the same blanks', () => {
    const wrong = bundles.flatMap(({ folder, cn, en }) =>
      Object.entries(cn).filter(([key, text]) => !text.trim() || !en[key]?.trim() || String(blanks(text)) !== String(blanks(en[key]))).map((
        [key],
      ) => `${folder}: ${key}`)
    )
    expect(wrong).toEqual([])
  })

  it('have their blanks filled at fields', () => {
    const english: LocaleTexts = Object.assign({}, ...bundles.map(({ en }) => en))
    const wrong = sources(folders, /\.ts$/).filter(({ path }) => !path.includes('.test.')).flatMap(({ path, text }) =>
      [...text.matchAll(/\{ field[^{}]*code: '([\w.]+)'[^{}]*\}/g)].filter(([problem, code = '']) =>
        english[code]?.includes('{') && !problem.includes('parameters')
      )
        .map(([problem]) => `${path}: ${problem}`)
    )
    expect(wrong).toEqual([])
  })

  it('are English in English', () => {
    const wrong = bundles.flatMap(({ folder, en }) =>
      Object.entries(en).filter(([, text]) => /\p{Script=Han}/u.test(text)).map(([key]) => `${folder}: ${key}`)
    )
    expect(wrong).toEqual([])
  })

  it('are Chinese in Chinese, but for names and what is typed', () => {
    const wrong = bundles.flatMap(({ folder, cn }) =>
      Object.entries(cn).filter(([, text]) => !/\p{Script=Han}/u.test(text) && proseOf(text)).map(([key]) => `${folder}: ${key}`)
    )
    expect(wrong.filter((text) => !namesAlone.has(text))).toEqual([])
  })

  it('use the words of docs/words.md', () => {
    const said = bundles.flatMap((
      { folder, cn, en },
    ) => [...Object.entries(en).map(([key, text]) => ({ at: `${folder}: ${key}`, text, wrong: abolished.en })),
      ...Object.entries(cn).map(([key, text]) => ({ at: `${folder}: ${key}`, text, wrong: abolished.cn }))]
    )
    const declaredTexts = sources(['plugins', 'src', 'server'], /\.tsx?$/).filter(({ path }) =>
      !/\.test\.|testing|architecture-tests|\/(?:locales|texts)\b|\/composition\/|plugins\/demo\//.test(path)
    )
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(cn|en): '((?:[^'\\]|\\.)*)'/g)].map(([, locale, words = '']) => ({ at: path, text: words,
          wrong: locale === 'cn' ? abolished.cn : abolished.en })
        )
      )
    expect(declaredTexts.length).toBeGreaterThan(1000)
    const found = [...said, ...declaredTexts].filter(({ text, wrong }) =>
      wrong.test(text.replaceAll(/\{[^}]*\}/g, '')) && !quoted.has(text)
    )
    expect(found.map(({ at, text }) => `${at}: ${text}`)).toEqual([])
  })
})

/** Words that docs/words.md gave up. */
const abolished = {
  en: new RegExp([
    /\b[Jj]udg(?:e|es|ement)\b/,
    /\bawaits\b/,
    /goes along/,
    /\b[Ss]ynchroni/,
    /Several at once/,
    /Working it out/,
    /[Dd]isburse/,
    /\b[Ww]anted\b/,
    /Borrowable/,
    /There is nothing to/,
    /[Ss]tand-ins?\b/,
    /stand in for/,
    /Nothing matches/,
    /No data\b/,
    /Terminal settings/,
    /Ordinary employee/,
    /Middle risk/,
    /in charge\b/,
    /\bnodes?\b/,
    /To-do/,
    /Update log/,
    /Oops/,
    /[Pp]lease note/,
    /successfully/,
    /[Pp]osition level/,
    /may stand once/,
    /CNY 10k/,
    /\d %/,
    /\b[Ss]hipped (?:version|flow)/,
    /[Ii]n force since/,
    /Entered when/,
    /leads with|make up\b/,
    /Carried forward/,
    /\b[Ff]actor(?:y|ies)\b/,
    /My phrases/,
    /^Absence$/,
    /duplicates row/,
    /will be released/,
    /Taiwan dollar$/,
  ].map(({ source }) => source).join('|')),
  cn: /同默认|或签|都未读|名片与行程|图书新增|难以决策|退回支出|代理人|请注意|操作成功|系统异常|抱歉|偏差原因/,
} as const

/** Texts of the system that the product replaces, as docs/words.md lists them. */
const quoted: ReadonlySet<string> = new Set([
  'No returnable node',
  'Process node updated, cannot be deleted',
  'Submitted successfully',
  'Pushed successfully',
  'The disbursement amount cannot be 0',
  'Write-off items must link a disbursement approval',
  'Synchronization failed, please try again later',
])

/** Chinese texts that are a name or a sign in every language. */
const namesAlone: ReadonlySet<string> = new Set(['plugins/system/pages/users: english'])

/** Returns whether a text without its parameters contains words to translate. */
const proseOf = (text: string): boolean => /[a-z]{3,}/.test(text.replaceAll(/\{[^}]*\}/g, ''))

/** The ways in which a code reaches a person: thrown, refused by the engine, reported by a schema, or put at a field. */
const codes = [
  /new (?:Refused|Forbidden|Missing|Unauthenticated|TaskMoved|StateMoved)\(\s*(?:[\w.]+,\s*)?'([\w.]+)'/g,
  /\b(?:code|error|message|ask)\s*[:=]\s*'([a-zA-Z]+(?:\.[a-zA-Z]+)+)'/g,
  /\?\? '([a-z][a-zA-Z]*\.[a-zA-Z.]+)'/g,
]

/** Calls in the engine, whose codes lack the prefix `approval.`. */
const engine = /\b(?:reason|refusal|forbidden)\(\s*'([\w.]+)'/g
const codesOf = ({ path, text }: SourceFile): string[] => [
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
    const find = serverMessages(declared)
    const unsaid = used.filter(({ code }) => !find(code, {}, 'cn') || !find(code, {}, 'en'))
    expect([...new Set(unsaid.map(({ path, code }) => `${code} (${path})`))]).toEqual([])
  })
})
