import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { GenerationProblem } from './names.ts'
import { registered, writeForm, writePlugin } from './write.ts'

const visit = defineForm({ key: 'visit', cn: '来访', en: 'Visit', path: '/visits', prefix: 'VP', group: 'x', icon: 'x', fields: {},
  flow: defineFlow([]) })
const declared = [definePlugin({ id: 'zoo', forms: [visit], menus: [{ id: 'cages', cn: '笼', en: 'Cages', path: '/all-cages', sort: 1 }] })]

const sources = {
  'resources/declarations.ts':
    "import zoo from '#plugins/zoo/plugin.ts'\nimport type { Plugin } from '#kernel/plugin.ts'\n\nconst plugins: readonly Plugin[] = [zoo]\n",
  'resources/server.ts':
    "import zoo from '#plugins/zoo/server/plugin.ts'\n\nconst serverPlugins: readonly ServerPlugin[] = [\n  finance, zoo,\n]\n",
  'resources/browser.ts': "import zoo from '#plugins/zoo/browser.ts'\n\nconst browserPlugins: readonly BrowserPlugin[] = [zoo]\n",
  'plugins/forms/types/forms.ts': "import type { Form } from '../../../src/kernel/form.ts'\n\nexport const forms: readonly Form[] = []\n",
  'server/documents/migrations.ts': 'create table if not exists idle_hour (',
  'plugins/zoo/plugin.ts':
    "import { definePlugin } from '#kernel/plugin.ts'\n\nexport default definePlugin({\n  id: 'zoo',\n  permissions: Object.values(can),\n})\n",
  'plugins/empty/.keep': '',
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'generate-'))
  for (const [path, content] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const everything = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path)).map((
      path,
    ) => [path, readFileSync(join(root, path), 'utf8')]),
  )

describe('a new module', () => {
  it('is registered in every list as the list is laid out, its imports in order', () => {
    writePlugin(root, { name: 'company-cars', cn: '公司车辆' }, declared)
    const { 'resources/declarations.ts': declarations, 'resources/server.ts': servers, 'resources/browser.ts': browsers,
      'plugins/company-cars/company-cars.ts': resource } = everything()
    expect(declarations).toBe(
      "import companyCars from '#plugins/company-cars/plugin.ts'\n" +
        sources['resources/declarations.ts'].replace('[zoo]', '[zoo, companyCars]'),
    )
    expect(servers).toContain('= [\n  finance,\n  zoo,\n  companyCars,\n]\n')
    expect(browsers).toContain('= [zoo, companyCars]\n')
    expect(resource).toContain(
      "cn: '公司车辆',\n  en: 'Company cars',\n  singular: { cn: '公司车辆', en: 'Company cars' },\n  base: '/company-cars'",
    )
  })

  it.each<[string, string, RegExp]>([
    ['no name', '', /Give a name of lower-case words/],
    ['blanks', 'company cars', /Give a name/],
    ['a path', '../cars', /Give a name/],
    ['an underscore', 'company_cars', /Give a name/],
    ['a digit first', '5s-audits', /Give a name/],
    ['Chinese', '公司车辆', /Give a name/],
    ['a long name', 'a'.repeat(41), /at most 40/],
    ['a word of the language', 'class', /add a word, such as class-records/],
    ['a word of SQL', 'order', /already means something/],
    ['an address of the host', 'docs', /already means something/],
    ['the name of a module', 'zoo', /A module named zoo exists already/],
    ['the name of a folder', 'empty', /plugins\/empty exists already/],
    ['the name of a menu', 'cages', /A menu named cages exists already/],
    ['the address of a menu', 'all-cages', /A page at the address all-cages exists already/],
    ['the address of a form', 'visits-detail', /address visits-detail exists already/],
    ['the name of a table', 'idle-hour', /A table named idle-hour exists already/],
  ])('is refused with %s, and nothing is written', (_, name, sentence) => {
    const before = everything()
    expect(() => writePlugin(root, { name }, declared)).toThrow(GenerationProblem)
    expect(() => writePlugin(root, { name }, declared)).toThrow(sentence)
    expect(everything()).toEqual(before)
  })

  it('is refused with a Chinese name that would break out of its text', () => {
    expect(() => writePlugin(root, { name: 'company-cars', cn: "车'+x" }, declared)).toThrow(/Chinese name has at most 30/)
  })

  it('is refused where there is no list to register in', () => {
    writeFileSync(join(root, 'resources/server.ts'), 'const servers = []\n')
    const before = everything()
    expect(() => writePlugin(root, { name: 'company-cars' }, declared)).toThrow(/to register in was not found/)
    expect(everything()).toEqual(before)
  })

  it.skipIf(process.getuid?.() === 0)('is taken back when a file cannot be written', () => {
    chmodSync(join(root, 'resources/server.ts'), 0o400)
    const before = everything()
    expect(() => writePlugin(root, { name: 'company-cars' }, declared)).toThrow(/EACCES/)
    expect(everything()).toEqual(before)
  })
})

describe('a new business type', () => {
  it('is registered in an empty list, with a number prefix of its own', () => {
    writeForm(root, { name: 'visitor-pass' }, declared)
    const { 'plugins/forms/types/forms.ts': forms, 'plugins/forms/types/general/visitorPass/index.ts': form } = everything()
    expect(forms).toBe(
      "import type { Form } from '../../../src/kernel/form.ts'\nimport { visitorPass } from './general/visitorPass/index.ts'\n\nexport const forms: readonly Form[] = [visitorPass]\n",
    )
    expect(form).toContain("prefix: 'VI'")
  })

  it('stands in the module that is named, with its permissions and what it requires', () => {
    const dictionaries = [{ key: 'docState', cn: '状态', en: 'State', items: [] }]
    writeForm(root, { name: 'gate-pass', module: 'zoo' }, [...declared, definePlugin({ id: 'documents', dictionaries })])
    const { 'plugins/zoo/plugin.ts': plugin, 'plugins/zoo/types/gatePass/index.ts': form } = everything()
    expect(form).toContain("key: 'gatePass'")
    expect(plugin).toBe(`import { formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { gatePass } from './types/gatePass/index.ts'

export default definePlugin({
  id: 'zoo',
  requires: ['documents', 'forms'],
  forms: [gatePass],
  permissions: [...Object.values(can), ...Object.values(formPermissions(gatePass.key))],
})
`)
    writeForm(root, { name: 'visitor-pass', module: 'zoo' }, declared)
    expect(everything()['plugins/zoo/plugin.ts']).toContain('  forms: [gatePass, visitorPass],\n')
    writeForm(root, { name: 'team-event', module: 'zoo', budget: true }, declared)
    expect(everything()['plugins/zoo/plugin.ts']).toContain("requires: ['documents', 'forms', 'budgets', 'expense-types']")
  })

  it.each([['a module that is not there', 'cars', /没有模块 cars.* \/ There is no module cars/], ['one that is written otherwise', 'zoo',
    /not written as/]])(
      'is refused for %s',
      (_, module, sentence) => {
        writeFileSync(join(root, 'plugins/zoo/plugin.ts'), 'export default zoo\n')
        const before = everything()
        expect(() => writeForm(root, { name: 'gate-pass', module }, declared)).toThrow(sentence)
        expect(everything()).toEqual(before)
      },
    )

  it.each([['the name of another', 'visit', /已有名为 visit 的业务类型，请换一个名字 \/ A business type named visit exists already/], [
    'the address of another',
    'visits',
    /A page at the address visits exists/,
  ]])(
    'is refused with %s',
    (_, name, sentence) => {
      const before = everything()
      expect(() => writeForm(root, { name }, declared)).toThrow(sentence)
      expect(everything()).toEqual(before)
    },
  )
})

describe('a list', () => {
  it.each([
    ['one line, however long', `[${Array.from({ length: 40 }, (_, index) => `module${index}`).join(', ')}]`, /^.*, module39, oneMore\]$/m],
    ['several to a line', '[\n  one, two,\n  three, four,\n]', '[\n  one, two,\n  three, four, oneMore,\n]'],
    ['a line each', '[\n  one,\n  two,\n]', '[\n  one,\n  two,\n  oneMore,\n]'],
  ])('keeps its layout: %s', (_, list, expected) => {
    expect(registered(`const forms = ${list}\n`, { name: 'oneMore', from: './types/x.ts', list: 'const forms = [' })).toMatch(expected)
  })

  it('takes a name once', () => {
    const once = registered('const forms = []\n', { name: 'one', from: './types/x.ts', list: 'const forms = [' })
    expect(() => registered(once, { name: 'one', from: './types/x.ts', list: 'const forms = [' })).toThrow(/registered already/)
  })
})
