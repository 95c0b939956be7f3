import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsed } from './declared-names.ts'
import { folders, root, sources } from './sources.ts'

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Inflected forms of a word, some of which are not English but could be in a name. */
const inflected = (
  word: string,
): readonly string[] => [word, `${word}s`, `${word}d`, `${word}n`, `${word}ed`, `${word.replace(/e$/, '')}ing`]

/** The table of docs/glossary.md: words given up, with their replacements. */
const [, givenUp = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Words given up')
const replacements = new Map(
  [...givenUp.matchAll(/^\| ([a-z, ]+) \| (.+) \|$/gm)].flatMap(([, words = '', by = '']) =>
    words.split(', ').flatMap(inflected).map((form) => [form, by] as const)
  ),
)
const abolished: ReadonlySet<string> = new Set(replacements.keys())

/** Words that are too vague to name a type. */
const vague = list('asked asking given parts said saying settling standing wanted way')

/** Names with such a word that are kept, by reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'keys of stored definitions, lines of the audit log, columns of tables': ['errand', 'onward', 'overdue_told', 'unclaimed'],
  'keys of the client’s calls and forms': ['drawings', 'happen_time', 'happenTime', 'houseBank'],
  'names that are stored by earlier releases: a folder, jobs': ['ballast', 'relieveTheGone', 'budgets-release-unclaimed'],
  'values of a form that the client has': ['trial'],
  'elements of Office Open XML, and parts of its packages': ['drawing', 'drawing9', 'legacyDrawingHF', 'vmlDrawing'],
  'a course of training, and what draws the lots of stories': ['course', 'course-'],
  'types of what consists of parts': ['BlockParts', 'ClockParts', 'FormParts', 'OfdParts', 'PdfParts', 'RangeParts', 'WorkbookParts'],
}
const isException = (name: string): boolean => Object.values(exceptions).flat().includes(name)

/** Words given up that comments may not contain either; other words are allowed in sentences. */
const unwritten = [...list(`
  ballast condemn dependants errand foresee happening hear heard leavings objection onward poke pulse relieve sight soundness stranded
  surroundings told trial turnstile unheard untold
`)].flatMap(inflected)

/** Words that begin a clause without its subject, or leave the subject open. */
const subjectless = new RegExp([
  /^((By|In|For|To|Of|With|From|At|On|Under) )?(what|which|who|whom|whose)\b/,
  /^(why|how|whatever|whichever|whoever|nobody|everybody|anybody|everything|anything|told|said)\b/,
].map(({ source }) => source).join('|'), 'i')

/** Type names that many files declare, by reason. */
const common: Readonly<Record<string, RegExp>> = {
  'parameters of one component or function of the file': /(Props|Options)$/,
  'declared by each module that the generator made': /^ExpiredRecords?$/,
  'declared together across files, by declaration merging': /^(DocumentMarks|FastifyRequest|FieldRoles|Tables)$/,
}
const isCommon = (name: string): boolean => Object.values(common).some((pattern) => pattern.test(name))
const typeDeclaration = /^[ \t]*(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)/gm

const vagueInTypes = new RegExp(`(?:${[...vague].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('|')})(?![a-z])`)
const files = sources(folders, /\.(tsx?|js)$/).map(({ path, text }) => {
  const { comments, code, names } = parsed(path, text)
  const types = [...code.matchAll(typeDeclaration)].flatMap(([, name = '']) => (isCommon(name) ? [] : [name]))
  // building the syntax trees of all files takes seconds, so only files with such a word are parsed
  return { path, comments, types, names: hasWord(code, abolished) || vagueInTypes.test(code) ? names() : [] }
})
const namesWith = (words: ReadonlySet<string>, kinds: readonly string[]): string[] =>
  files.flatMap(({ path, names }) =>
    names.filter(({ name, kind }) => kinds.includes(kind) && hasWord(name, words) && !isException(name)).map(({ name }) =>
      `${path}: ${name}${inPlaceOf(name)}`
    )
  )
/** Classes of style sheets, and custom properties. */
const styleNames = sources(folders, /\.css$/).flatMap(({ path, text }) =>
  [...text.matchAll(/(?:\.|--)[a-zA-Z][\w-]*|\boa-[\w-]+/g)].map(([name]) => ({ path, name }))
)
/** Excludes this file, whose texts are the words themselves, and migrations, which are never changed. */
const isFixed = (path: string): boolean => path.endsWith('/names.test.ts') || /migrations?(\/|\.ts$)/.test(path)
const commentsWith = (pattern: RegExp): string[] =>
  files.flatMap(({ path, comments }) => comments.filter((text) => pattern.test(text)).map((text) => `${path}: ${text.slice(0, 80)}`))

describe('the names of the sources', () => {
  it('are in the words of docs/glossary.md', () => {
    expect(namesWith(abolished, ['type', 'value', 'key'])).toEqual([])
  })

  it('are in these words as texts, too: keys, addresses, classes of style sheets', () => {
    const texts = files.flatMap(({ path, names }) =>
      isFixed(path) ? [] : names.filter(({ kind }) => kind === 'text').map(({ name }) => ({ path, name }))
    )
    const wrong = [...texts, ...styleNames].filter(({ name }) => hasWord(name, abolished) && !isException(name))
    expect(wrong.map(({ path, name }) => `${path}: ${name}${inPlaceOf(name)}`)).toEqual([])
  })

  it('are taken from its table of words given up', () => {
    expect(replacements.size).toBeGreaterThan(30)
    expect(inPlaceOf('isTold')).toBe(' (docs/glossary.md has “notify, notified, pending” in place of “told”)')
    expect(inPlaceOf('isPoked')).toBe(' (docs/glossary.md has “wake” in place of “poked”)')
  })

  it('say of types what they hold', () => {
    expect(namesWith(vague, ['type'])).toEqual([])
  })

  it('say of types what they hold, so that few files declare the same one', () => {
    const declaring = new Map<string, Set<string>>()
    for (const { path, types } of files) for (const name of types) declaring.set(name, (declaring.get(name) ?? new Set()).add(path))
    const repeated = [...declaring].filter(([, paths]) => paths.size > 3)
    expect(repeated.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
  })

  it('are no other in the names of files', () => {
    const named = sources(folders, /./).filter(({ path }) => hasWord(path.split('/').at(-1)?.replace(/\..*$/, '') ?? '', abolished))
    expect(named.map(({ path }) => path)).toEqual([])
  })

  it('need every exception', () => {
    const declared = new Set(
      files.flatMap(({ path, names }) => names.filter(({ kind }) => kind !== 'text' || !isFixed(path)).map(({ name }) => name)),
    )
    expect(Object.values(exceptions).flat().filter((name) => !declared.has(name))).toEqual([])
  })

  it('are seen wherever one is given', () => {
    const names = parsed('some.tsx', `
      import { a as one } from 'a'
      const { b: two, ...three } = c, [four = 1] = d
      let five
      function six(seven, { eight }, ...nine) {}
      class Ten { #eleven = 1; constructor(private readonly twelve: string) {} thirteen() {} }
      type Fourteen<Fifteen> = { sixteen(seventeen: string): void; 'eighteen'?: 'nineteen' | 'twenty' }
      interface TwentyOne {}
      const e = ({ twentyTwo }) => ({ twentyThree: 1, 'twenty.four': 2, 'a sentence': 3 })
      try {} catch (twentyFive) {}
      const f = <Part twentySix />, g = ['twentySeven'] as const
    `).names()
    expect(names.filter(({ kind }) => kind !== 'text').map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four', 'five', 'six',
      'seven', 'eight', 'nine', 'Ten', 'eleven', 'constructor', 'twelve', 'thirteen', 'Fourteen', 'Fifteen', 'sixteen', 'seventeen',
      'eighteen', 'nineteen', 'twenty', 'TwentyOne', 'e', 'twentyTwo', 'twentyThree', 'twenty.four', 'twentyFive', 'f', 'twentySix', 'g',
      'twentySeven'])
  })

  it('are seen in the texts that consist of names', () => {
    const names = parsed('some.tsx', `
      const a = t('one.two'), b = \`/three/\${a}/four-five?six=\`, c = <p className="seven is-eight" />, d = 'A sentence', e = 'some words'
    `).names()
    expect(names.filter(({ kind }) => kind === 'text').map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four-five', 'six'])
  })
})

describe('the comments of the sources', () => {
  it('are in the words of docs/glossary.md', () => {
    expect(commentsWith(new RegExp(`\\b(${unwritten.join('|')})\\b`, 'i'))).toEqual([])
  })

  it('begin with what they are about', () => {
    expect(commentsWith(subjectless)).toEqual([])
  })

  it('say why they switch a rule off', () => {
    expect(commentsWith(/^oxlint-disable(?!.* -- \w)/)).toEqual([])
  })
})

/** The words to use instead of those that a name has. */
function inPlaceOf(name: string): string {
  const found = wordsOf(name).filter((word) => replacements.has(word))
  return found.length === 0
    ? ''
    : ` (docs/glossary.md has ${found.map((word) => `“${replacements.get(word)}” in place of “${word}”`).join('; ')})`
}

function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase())
}

/** Returns whether a camel-case or hyphenated name contains one of the words. */
function hasWord(name: string, words: ReadonlySet<string>): boolean {
  return wordsOf(name).some((word) => words.has(word))
}
