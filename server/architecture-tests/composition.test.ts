import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import browserPlugins from '#resources/browser.ts'
import declared from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { Fields } from '#kernel/fields.ts'
import { isHostRole } from '#kernel/fields/roles.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { problems } from '#kernel/composition/problems.ts'
import { subjectPaths } from '#kernel/wording/subject.ts'
import { contentOf } from '#server/documents/definitions/definition-store.ts'
import { formInput } from '#server/documents/definitions/form-input.ts'
import { flowInput } from '#server/documents/flow-analysis/flow-input.ts'
import { canonical } from '#server/canonical.ts'
import type { ServerPlugin } from '#server/plugin.ts'
import { bodyOfForm, formOfBody } from '#kernel/wording/describe.ts'
import { extensionProblems } from '#server/extensions/extension-findings.ts'
import { everyNth } from '#server/testing-scale.ts'
import { sources } from './sources.ts'

/** The problems for which the start would refuse these modules. */
const faultsOf = (plugins: readonly Plugin[], servers: readonly ServerPlugin[] = serverPlugins): string[] =>
  [...problems(plugins), ...extensionProblems(plugins, servers)].map(({ plugin, where, message }) => `${plugin}: ${where}: ${message}`)

/** A module and all modules that depend on it. */
function withUsages(id: string, plugins: readonly Plugin[]): ReadonlySet<string> {
  const out = new Set([id])
  for (const before = { size: 0 }; before.size < out.size;) {
    before.size = out.size
    for (const { id: one, requires } of plugins) if (requires.some((needed) => out.has(needed))) out.add(one)
  }
  return out
}

/**
 * Returns whether a field, and the table that it is a column of, is entered in every document or computed from such fields. Tables that
 * are only required for some values of another field have a minimum number of rows.
 */
const isAlwaysSaid = (fields: Fields, path: string): boolean =>
  [path.split('.')[0]!, path].every((part) => {
    const { kind, required, min, value } = fieldAt(fields, part)!
    return required === true || value !== undefined || (kind === 'table' && min !== undefined)
  })

/** The module of a path. */
const moduleOf = (path: string) => /^plugins\/([^/]+)\//.exec(path)?.[1]

/** The path of an imported file. */
const fileOf = (path: string, imported: string) => (imported.startsWith('#') ? imported.slice(1) : join(dirname(path), imported))

/** The pairs `forms: masters` of a module and one whose code it uses, tests excepted. */
const uses = sources(['plugins'], /\.tsx?$/)
  .filter(({ path }) => !/\.test\.tsx?$|\/(testing(-[a-z-]+)?|contract-kit)\.ts$/.test(path))
  .flatMap(({ path, text }) =>
    [...text.matchAll(/from '((?:\.|#plugins\/)[^']+)'/g)].map(([, imported = '']) =>
      [moduleOf(path), moduleOf(fileOf(path, imported))] as const
    )
  )
  // samples of the demo company are not read where it is left out
  .filter(([user, used]) => used !== undefined && used !== 'demo' && user !== used)

describe('the modules of the product', () => {
  it('call a page in the menu as its tab and its heading do', () => {
    const menus = declared.flatMap(({ menus: entries }) => entries)
    const differing = browserPlugins.flatMap(({ id, pages = [] }) =>
      pages.flatMap(({ path, title }) =>
        menus.filter((menu) => menu.path === path && title && (menu.cn !== title.cn || menu.en !== title.en)).map((menu) =>
          `${id}: ${path}: ${menu.cn}/${menu.en} in the menu, ${title?.cn}/${title?.en} on the page`
        )
      )
    )
    expect(differing).toEqual([])
  })

  it('fit together', () => {
    expect(faultsOf(declared)).toEqual([])
  })

  it('are data: what a declaration says survives being written down', () => {
    const data = declared.map(({ kinds: _kinds, ...plugin }) => plugin)
    expect(JSON.parse(JSON.stringify(data))).toEqual(data)
  })

  it.each(declared.flatMap(({ forms }) => forms).map((form) => [form.key, form] as const))(
    'have definitions that come back from the database as they were: %s',
    (_, form) => {
      const back = (body: unknown): unknown => JSON.parse(canonical(body))
      const stored = formInput.parse(back(bodyOfForm(form)))
      const read = formOfBody(stored, flowInput.parse(back(form.flow)))
      expect(read).toEqual(form)
      // opening and saving a flow unchanged in the designer does not change its content
      expect(contentOf(read.flow)).toBe(contentOf(form.flow))
      // the order of the fields is that of the screen
      expect(Object.entries(read.fields).map(([key, { columns = {} }]) => [key, Object.keys(columns)])).toEqual(
        Object.entries(form.fields).map(([key, { columns = {} }]) => [key, Object.keys(columns)]),
      )
    },
  )

  it('are filed for something that is always said: a document has a subject whatever its case', () => {
    const silent = declared.flatMap(({ forms }) => forms).filter(({ fields, subject }) =>
      !subjectPaths({ subject }).some((path) => isAlwaysSaid(fields, path))
    )
    expect(silent.map(({ key }) => key)).toEqual([])
  })

  it.each(everyNth(3, declared.map(({ id }) => [id] as const)))('do without %s and what requires it', (id) => {
    const out = withUsages(id, declared)
    const rest = declared.filter((plugin) => !out.has(plugin.id))
    expect(faultsOf(rest, serverPlugins.filter(({ id: server }) => !out.has(server)))).toEqual([])
  })

  it('require every module whose code they use', () => {
    const required = new Map(declared.map(({ id, requires }) => [id, requires]))
    expect(uses.length).toBeGreaterThan(0)
    const unsaid = uses.filter(([user = '', used = '']) => required.has(user) && !required.get(user)?.includes(used))
    expect([...new Set(unsaid.map(([user, used]) => `${user} uses ${used}`))]).toEqual([])
  })

  it('draw every kind and every component of fields that they bring', () => {
    const drawn = new Map(browserPlugins.map((half) => [half.id, half]))
    const missing = declared.flatMap(({ id, kinds, fieldComponents }) => [
      ...kinds.filter(({ key }) => drawn.get(id)?.kinds[key] === undefined).map(({ key }) => `${id}: kind ${key}`),
      ...fieldComponents.filter((name) => drawn.get(id)?.fieldComponents[name] === undefined).map((name) => `${id}: component ${name}`),
    ])
    expect(missing).toEqual([])
  })

  it('are declared once, and so are their server and browser halves', () => {
    for (const ids of [serverPlugins, browserPlugins].map((halves) => halves.map(({ id }) => id)))
      expect(new Set(ids).size).toBe(ids.length)
  })

  it('have their server halves in the product only with their declarations; the demo company declares nothing', () => {
    const ids = new Set(declared.map(({ id }) => id))
    expect(serverPlugins.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual(['demo'])
  })

  it('draw the marks of documents that they declare', () => {
    expect(browserPlugins.flatMap(({ id, documentMarks }) => documentMarks.map((mark) => [id, mark]))).toEqual(
      declared.flatMap(({ id, documentMarks }) => documentMarks.map((mark) => [id, mark])),
    )
  })

  it('draw by roles of fields that they, or modules that they require, declare', () => {
    const drawn = browserPlugins.flatMap(({ id, documentBlocks, rowSummaries, rowSources, cellOffers }) =>
      [
        ...[...documentBlocks, ...rowSources, ...cellOffers].flatMap(({ of }) => of),
        ...rowSummaries.flatMap(({ amount, ends = [] }) => [...ends, ...(amount === undefined ? [] : [amount])]),
      ].map((role) => [id, role] as const)
    )
    const isKnown = (id: string, role: string): boolean => {
      const { fieldRoles, requires } = declared.find((plugin) => plugin.id === id)!
      return fieldRoles.some((each) => each.role === role) || requires.some((required) => isKnown(required, role))
    }
    expect(drawn.length).toBeGreaterThan(0)
    expect(drawn.filter(([id, role]) => !isHostRole(role) && !isKnown(id, role))).toEqual([])
  })

  it('draw a button for each action that they add to documents', () => {
    const ofServer = serverPlugins.flatMap(({ id, documentActions = [] }) => documentActions.map((action) => `${id} ${action.id}`))
    expect(browserPlugins.flatMap(({ id, documentActions }) => documentActions.map((action) => `${id} ${action.id}`))).toEqual(ofServer)
    expect(ofServer.length).toBeGreaterThan(0)
  })

  it('draw pages of declared modules, one at an address', () => {
    const ids = new Set(declared.map(({ id }) => id))
    expect(browserPlugins.filter(({ id }) => !ids.has(id)).map(({ id }) => id)).toEqual([])
    const paths = browserPlugins.flatMap(({ pages }) => pages.map(({ path }) => path))
    expect(paths.filter((path, place) => paths.indexOf(path) !== place)).toEqual([])
  })

  it('have icons that there are', () => {
    const [{ text } = { text: '' }] = sources(['src/shell/layout'], /icon-set\.tsx$/)
    const icons = [...text.matchAll(/'?([a-z-]+)'?: \w+Outlined\b/g)].map(([, name]) => name)
    const used = declared.flatMap((
      { id, forms, menus },
    ) => [...forms.map(({ key, icon }) => [key, icon] as const), ...menus.map((menu) => [`${id} ${menu.id}`, menu.icon] as const)])
    expect(
      used.filter(([, icon]) => icon !== undefined && !icons.includes(icon)).map(([name, icon]) =>
        `${name}: the icon “${icon}” is none of ${icons.join(', ')}`
      ),
    ).toEqual([])
  })

  it('name the forms that their extensions act on in lists, which the start compares with the forms there are', () => {
    const byKey = sources(['plugins'], /\.ts$/).filter(({ text }) => /\bconcerns: \(\{ key \}\)/.test(text)).map(({ path }) => path)
    expect(byKey).toEqual([])
  })

  it('name only fields of their own resources and forms in their server halves', () => {
    const resources = new Set(declared.flatMap((plugin) => plugin.resources.map(({ name }) => name)))
    const unknown = serverPlugins.flatMap(({ id, records = {} }) =>
      Object.keys(records).filter((name) => !resources.has(name)).map((name) => `${id}: ${name}`)
    )
    expect(unknown).toEqual([])
  })
})
