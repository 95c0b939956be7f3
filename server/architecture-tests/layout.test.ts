import { describe, expect, it } from 'vitest'
import { administratorRole } from '#approval/administrator.ts'
import { roleHolders } from '#kernel/fields/roles.ts'
import { roleDefinitions } from '#kernel/role-definitions.ts'
import declared from '#resources/declarations.ts'
import { folders, sources } from './sources.ts'

const longest = 400

/** Longer files, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'src/kernel/composition/problems.test.ts': 'one table of all that can be wrong',
}

/** Columns of a line. */
const widest = 140

/** Files with longer lines, by reason. */
const wideFiles: Readonly<Record<string, RegExp>> = {
  'a migration that has landed is never changed': /migrations?(\/|\.ts$)/,
  'a table, of which a line is a row': /^src\/approval\/actions\/testing-matrix\.ts$/,
}

/**
 * Returns whether a line consists of one text, which cannot be broken: a literal after a key or the start of a call. SQL statements can
 * be broken anywhere. Comments that disable a rule must be on one line.
 */
const isOneText = (line: string): boolean => oneText.test(line) || line.includes('oxlint-disable')
const literal = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?!(?:select|insert|update|delete|with|create)\b)[^`]*`/
const oneText = new RegExp(`^\\s*(?:[\\w.'-]+: |(?:it|test)\\(|return |\\[)?(?:${literal.source}).{0,50}$`)

const tooWide = (path: string, number: number, line: string): string => `${path}:${number}: ${line.length} characters of ${widest}`

const isWide = (path: string): boolean => Object.values(wideFiles).some((pattern) => pattern.test(path))

/** Folders for shared code that belongs next to its users. */
const forbidden = /(^|\/)(utils?|helpers?|common|misc|services?|managers?)\//

describe('the sources', () => {
  const all = sources(folders)

  it('are files of one idea: at most 400 lines, but for data', () => {
    // style sheets are lists of declarations
    const code = all.filter(({ path }) => !path.endsWith('.css'))
    const long = code.filter(({ path, text }) => text.split('\n').length - 1 > longest && !(path in exceptions)).map(({ path }) => path)
    expect(long).toEqual([])
  })

  it('have no wider line than the formatter lays out, but for one text', () => {
    expect(isOneText("    en: 'A sentence that is as long as it is',")).toBe(true)
    expect(isOneText("  const line = { cn: '一句话', en: 'A sentence', required: true }")).toBe(false)
    expect(isOneText("      .where('name', '=', 'x')")).toBe(false)
    expect(isOneText('    `select id from document where state = 1`')).toBe(false)
    const wide = all.filter(({ path }) => !isWide(path)).flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (line.length > widest && !isOneText(line) ? [tooWide(path, index + 1, line)] : []))
    )
    expect(wide).toEqual([])
  })

  it('need every exception', () => {
    expect(Object.keys(exceptions).filter((path) => !all.some((file) => file.path === path && file.text.split('\n').length - 1 > longest)))
      .toEqual([])
    const wide = all.filter(({ text }) => text.split('\n').some((line) => line.length > widest && !isOneText(line)))
    expect(Object.values(wideFiles).filter((pattern) => !wide.some(({ path }) => pattern.test(path)))).toEqual([])
  })

  it('lie in folders that say what is in them', () => {
    expect(all.filter(({ path }) => forbidden.test(path)).map(({ path }) => path)).toEqual([])
  })

  it('give effects a body in braces, unless it is void or makes the clean-up', () => {
    // React calls a value returned by an effect as its clean-up, and results of calls may change: scrollIntoView returns a promise in
    // newer browsers
    const returning = /\buse(?:Layout|Insertion)?Effect\(\s*(?:async\b|\(\)\s*=>(?!\s*(?:\{|void\b|\(\)\s*=>)))/
    expect(returning.test('useEffect(() => list.current?.scrollIntoView(), [])')).toBe(true)
    expect(returning.test('useEffect(\n  () => (isOpen ? listen() : undefined), [])')).toBe(true)
    expect(
      all.filter(({ path, text }) => path !== 'server/architecture-tests/layout.test.ts' && returning.test(text)).map(({ path }) => path),
    ).toEqual([])
  })

  it('compare no state of a document with a number: the shell has words', () => {
    const numeric = /\bstate\)?\s*[!=]==?\s*\d|\[[\d, ]+\]\.includes\([\w.]*\bstate\)|\bRecord<number,/
    for (const line of ['row.state === 1', 'document.state !== 12', '[1, 4].includes(document.state)', 'Number(state) === 4'])
      expect(numeric.test(line)).toBe(true)
    const shell = all.filter(({ path }) => path.startsWith('src/shell/') && !isExempt(path))
    expect(shell.filter(({ text }) => numeric.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('name no rows of documents that are not here', () => {
    const named = /(?:\/\/|\*|\b(?:it|describe)\(['`]).*\b(?:[A-Z]|AD|DEC|SD|SP|ST)-\d{2,3}\b/
    expect(all.filter(({ text }) => text.split('\n').some((line) => named.test(line))).map(({ path }) => path)).toEqual([])
  })

  it('mock no module: the files of a worker share their modules, so the first to load one decides', () => {
    const mocked = /\bvi\.(?:doM|m)ock\(/
    expect(mocked.test("vi.mock('./engine.ts', () => ({}))")).toBe(true)
    expect(all.filter(({ path, text }) => path !== 'server/architecture-tests/layout.test.ts' && mocked.test(text)).map(({ path }) => path))
      .toEqual([])
  })

  it('leave nothing for later', () => {
    expect(all.filter(({ text }) => /\/\/.*\b(TODO|FIXME|XXX|HACK)\b/.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('business types', () => {
  const keys = declared.flatMap(({ forms }) => forms.map(({ key }) => key))

  it('are known by key in their module only', () => {
    expect(keys.length).toBeGreaterThan(0)
    const named = new RegExp(`\\b(${keys.join('|')})\\b`)
    // The generators and their tests contain the guides' examples, whose names users may choose; texts of pages may contain the word of a
    // key.
    const isExample = (path: string) =>
      path.startsWith('server/generate/') || ['locales', 'layout'].some((name) => path === `server/architecture-tests/${name}.test.ts`)
    const outside = sources(['src', 'server', 'providers', 'resources']).filter(({ path, text }) => !isExample(path) && named.test(text))
      .map(({ path }) => path)
    expect(outside).toEqual([])
  })
})

/** Keys of more than one word that the framework uses with its own meaning, by that meaning. */
const own: Readonly<Record<string, readonly string[]>> = {
  'what every document has, and the calls name': ['applicantDept', 'attachmentList', 'businessNo', 'businessType', 'ccUserList',
    'createTime', 'currentTask', 'endTime', 'relatedProcessList', 'startTime', 'titleEn'],
  'parts of the calls of actions, which clients send and read': ['explainDtoList', 'explainType', 'hardToDecideOneReason',
    'hardToDecideTwoReason', 'orderType'],
  'the call by which another system starts a document, and the fields that say so': ['attachmentCount', 'callbackTarget', 'itemNo',
    'requestId', 'sapDocNo', 'sapSystem', 'sapVersion'],
  'attributes of people and units': ['budgetDept', 'departmentName', 'parentId', 'userName'],
  'whether something is the first in a row': ['isFirst'],
  'a name of the library that keeps connections to the database': ['totalCount'],
  'words of the framework that a form has as keys too': ['baseVersion', 'fromObject', 'isActive', 'isNew', 'roleName', 'validFrom',
    'validTo'],
}

describe('fields of forms', () => {
  const keys = declared.flatMap(({ forms }) =>
    forms.flatMap(({ fields }) => Object.entries(fields).flatMap(([key, { columns = {} }]) => [key, ...Object.keys(columns)]))
  )
  // single words (amount, title, items) are also ordinary English
  const compound = new Set(keys.filter((key) => /[A-Z]/.test(key)))
  const files = sources(['server', 'src', 'providers', 'resources'], /\.tsx?$/).filter(({ path }) => !isExempt(path)).map((
    { path, text },
  ) => ({ path, code: withoutComments(text) }))
  const named = (allowed: ReadonlySet<string>) => {
    const pattern = new RegExp(`(?<![\\w$])(${[...compound].filter((key) => !allowed.has(key)).join('|')})(?![\\w$])`, 'g')
    return files.flatMap(({ path, code }) => [...new Set([...code.matchAll(pattern)].map(([key]) => `${path}: ${key}`))])
  }

  it('are known by their roles, never by their keys', () => {
    expect(compound.size).toBeGreaterThan(0)
    expect(named(new Set([...Object.values(own).flat(), ...Object.keys(roleHolders)]))).toEqual([])
  })

  it('are not known outside of the modules by the roles that modules declare', () => {
    const roles = declared.flatMap(({ fieldRoles, documentMarks }) => [...fieldRoles, ...documentMarks]).map(({ role }) => role as string)
    expect(roles.length).toBeGreaterThan(0)
    const compound = roles.filter((role) => /[A-Z]/.test(role)).join('|')
    // single words (place) are also ordinary English
    const pattern = new RegExp(`(?<![\\w$])(?:${compound})(?![\\w$])|\\b(?:as\\b|keyAs|pathsAs)[^\\n]*'(?:${roles.join('|')})'`)
    for (const line of [`of: '${roles[0]}'`, `keyAs(fields, '${roles.at(-1)}')`, `field.as === 'place'`])
      expect(pattern.test(line)).toBe(true)
    expect(files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)).toEqual([])
  })

  it('need every exception', () => {
    const found = named(new Set()).map((each) => each.split(': ')[1])
    expect(Object.values(own).flat().filter((key) => !found.includes(key))).toEqual([])
  })
})

describe('roles', () => {
  it('of the framework are its own', () => {
    const members = roleDefinitions.filter(({ holders }) => holders === 'members').map(({ key }) => key)
    expect(members).toEqual([administratorRole, 'administrator'])
  })

  it('of the kit and of the system are named by several modules; a role that one module names is declared there', () => {
    const modules = sources(['plugins'], /\.ts$/).filter(({ path }) => !isExempt(path) && !/^plugins\/demo\/|\/roles\.ts$/.test(path))
    const usersOf = (role: string) =>
      new Set(modules.filter(({ text }) => text.includes(`'${role}'`)).map(({ path }) => path.split('/')[1]))
    const shared = declared.filter(({ id }) => id === 'forms' || id === 'system').flatMap(({ roles }) => roles.map(({ key }) => key))
    expect(shared.length).toBeGreaterThan(0)
    expect(shared.filter((key) => usersOf(key).size < 2).map((key) => [key, ...usersOf(key)])).toEqual([])
  })

  it('of modules are not named by the host', () => {
    const own = declared.flatMap(({ roles }) => roles.map(({ key }) => key))
    expect(own.length).toBeGreaterThan(0)
    const named = new RegExp(`'(${own.join('|')})'`)
    expect(sources(['src', 'server', 'providers', 'resources']).filter(({ path, text }) => !isExempt(path) && named.test(text))
      .map(({ path }) => path)).toEqual([])
  })
})

/** Excludes tests and generators, which contain sample forms, and migrations, which are never changed. */
const isExempt = (path: string): boolean =>
  /\.test\.tsx?$|(^|\/)testing[a-z-]*\.tsx?$|\/(architecture-tests|generate)\/|migrations?(\/|\.ts$)/.test(path)

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
