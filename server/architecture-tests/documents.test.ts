import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, sources } from './sources.ts'

const text = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = ['README.md', ...sources(['docs'], /\.md$/).map(({ path }) => path)]
const settings = [...text('server/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)

/** Guides name files relative to the project or to a module. */
const places = ['', ...readdirSync(join(root, 'plugins')).map((plugin) => `plugins/${plugin}`)]
/** Sample names that the guides use for generated modules. */
const madeUp = /company-cars|companyCars|visitor|contacts/
/** File names of documents that have a Chinese translation. */
const translated = readdirSync(join(root, 'docs/zh')).filter((name) => name !== 'README.md')
/** Documents in one language, and one in both. */
const untranslated = ['changelog.md', 'reference.md', 'words.md']

const fence = /^```(\w*)\n(.*?)^```/gms
const withoutCode = (document: string) => document.replaceAll(fence, '')

interface DocumentLink {
  /** Path from the project's root. */
  readonly path: string
  /** Anchor of a section; empty for a link to the whole document. */
  readonly anchor: string
}

/** The links of a document to others, and within itself. */
function linksOf(document: string): DocumentLink[] {
  const targets = [...withoutCode(text(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => {
    const [path = '', anchor = ''] = target.split('#')
    return { path: path === '' ? document : relative(root, join(root, dirname(document), path)), anchor }
  })
}

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string): readonly string[] =>
  [...withoutCode(text(document)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
  )

/** The English document of the same name. */
const originalOf = (path: string): string => path.replace(/^docs\/zh\//, 'docs/')
const isTranslated = (path: string): boolean => dirname(path) === 'docs' && translated.includes(basename(path))

/** The documents that a document links to, regardless of language; the link of a translation to its original is ignored. */
const targetsOf = (document: string): readonly string[] =>
  linksOf(document).filter(({ path }) => document === originalOf(document) || path !== originalOf(document)).map(({ path, anchor }) =>
    `${originalOf(path)}${anchor === '' ? '' : '#'}`
  ).toSorted()

/**
 * The structure of a guide without its sentences, which a translation must preserve: levels of headings, rows of tables, code blocks
 * without comments and texts, code names.
 */
function outline(guide: string) {
  const prose = withoutCode(guide)
  const code = ([, language = '', block = '']: RegExpMatchArray) =>
    language === 'mermaid' ? language : block.replaceAll(/\/\*\*.*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, level = '']) => level.length),
    rows: [...prose.matchAll(/^\|/gm)].length,
    code: [...guide.matchAll(fence)].map(code),
    names: [...new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name))].toSorted(),
  }
}

/** The keys that an interface declares. */
function keysOf(path: string, name: string): string[] {
  const [, body = ''] = new RegExp(`^export interface ${name} \\{\n(.*?)^\\}`, 'ms').exec(text(path)) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, key = '']) => key)
}

/** The keys that a section of a document explains, in the first column of its table. */
function keysExplained(path: string, heading: string): string[] {
  const section = text(path).split(/^#+ /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)[`(]/g)].map(([, key = '']) => key))
}

describe('the documents', () => {
  it.each([
    ['Declarations', 'src/kernel/plugin.ts', 'Plugin'],
    ['Browser half', 'src/shell/browser-plugin.ts', 'BrowserPlugin'],
    ['Server half', 'server/plugin.ts', 'ServerPlugin'],
    ['An extension of documents', 'server/extensions/document-extension.ts', 'DocumentExtension'],
  ])('explain every extension point, and no other: %s', (heading, path, name) => {
    const isNamedInProse = (key: string) => ['id', 'concerns', 'early'].includes(key)
    const keys = keysOf(path, name).filter((key) => !isNamedInProse(key))
    expect(keys.length).toBeGreaterThan(5)
    expect(keysExplained('docs/extension-points.md', heading).toSorted()).toEqual(keys.toSorted())
  })

  it.each(documents)('%s points at what exists', (document) => {
    const links = linksOf(document)
    expect(links.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
    expect(links.filter(({ path, anchor }) => anchor !== '' && !anchorsOf(path).includes(anchor))).toEqual([])
  })

  it.each(documents)('%s names commands that exist', (path) => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Readonly<Record<string, string>> }
    const named = [...text(path).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it.each(documents)('%s names files that exist', (path) => {
    const named = [...text(path).matchAll(/`((?:src|server|plugins|providers|resources|e2e|docs)\/[\w./-]+)`/g)].map(([, name = '']) =>
      name
    )
    expect(named.filter((name) => !places.some((place) => existsSync(join(root, place, name))) && !madeUp.test(name))).toEqual([])
  })

  it.each(translated)('%s has the same sections, tables, code, names of code and links in Chinese', (name) => {
    expect(outline(text(`docs/zh/${name}`))).toEqual(outline(text(`docs/${name}`)))
    expect(targetsOf(`docs/zh/${name}`)).toEqual(targetsOf(`docs/${name}`))
  })

  it.each(translated)('%s leads from Chinese to Chinese', (name) => {
    const toEnglish = linksOf(`docs/zh/${name}`).filter(({ path }) => isTranslated(path) && path !== `docs/${name}`)
    expect(toEnglish).toEqual([])
  })

  it('are all in Chinese, and listed there with their originals, but for those of one language', () => {
    const names = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))
    expect(names.filter((name) => !untranslated.includes(name)).toSorted()).toEqual(translated.toSorted())
    const listed = linksOf('docs/zh/README.md').map(({ path }) => path)
    expect(
      [...names.map((name) => `docs/${name}`), ...translated.map((name) => `docs/zh/${name}`)].filter((path) => !listed.includes(path)),
    )
      .toEqual([])
  })

  it.each(sources(['docs/decisions'], /\d-.*\.md$/).map(({ path }) => path))('%s has its number and the parts of a decision', (path) => {
    const decision = text(path)
    expect(decision.startsWith(`# ${Number(path.match(/(\d+)-/)?.[1])}. `)).toBe(true)
    const parts = ['Decision.', 'Rejected', 'Look again when']
    expect(parts.filter((part) => !new RegExp(`^\\*\\*${part}`, 'm').test(decision))).toEqual([])
  })

  it('explain every setting, and no other', () => {
    const explained = [...text('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
    expect(explained.toSorted()).toEqual(settings.toSorted())
  })

  it('show expressions that answer what is shown', () => {
    const lines = [...text('docs/expressions.md').matchAll(/^```json\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'))
    const requests = lines.filter((_, index) => index % 2 === 0)
    const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', 'server/commands/feel.ts'], { cwd: root,
      input: `${requests.join('\n')}\n`, encoding: 'utf8' })
    expect(requests.length).toBeGreaterThan(20)
    expect(requests.flatMap((request, index) => [request, stdout.split('\n')[index] ?? ''])).toEqual(lines)
  })
})
