import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface BoundaryRule {
  readonly name: string
}
const configuration = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: readonly BoundaryRule[];
  options: object }

/** For every rule, a file that violates it, and its import. */
const breaches: Readonly<Record<string, readonly [file: string, imported: string]>> = {
  'kernel-is-alone': ['src/kernel/a.ts', 'src/approval/b.ts'],
  'kernel-is-isomorphic': ['src/kernel/c.ts', 'node:fs'],
  'kernel-draws-nothing': ['src/approval/d.ts', 'react'],
  'approval-is-pure': ['src/approval/e.ts', 'providers/x.ts'],
  'approval-has-no-node': ['src/approval/f.ts', 'node:crypto'],
  'shell-knows-no-module': ['src/shell/g.ts', 'plugins/one/plugin.ts'],
  'providers-wrap-the-backend': ['providers/h.ts', 'src/shell/x.ts'],
  'declarations-are-data': ['plugins/one/i.ts', 'antd'],
  'declarations-have-no-node': ['plugins/one/j.ts', 'node:path'],
  'browser-halves-load-pages-lazily': ['plugins/one/browser.ts', 'plugins/one/pages/x.ts'],
  'pages-never-reach-the-server': ['plugins/one/pages/k.ts', 'plugins/one/server/x.ts'],
  'pages-stay-at-home': ['plugins/one/pages/l.ts', 'plugins/two/pages/x.ts'],
  'form-kit-is-one-file': ['plugins/one/ff.ts', 'plugins/forms/mixins/x.ts'],
  'server-halves-draw-nothing': ['plugins/one/server/m.ts', 'plugins/one/pages/x.ts'],
  'server-halves-use-public-apis': ['plugins/one/server/n.ts', 'plugins/two/server/x.ts'],
  'host-knows-no-module': ['server/o.ts', 'plugins/one/plugin.ts'],
  'host-draws-nothing': ['server/p.ts', 'src/shell/x.ts'],
  'server-rooms-are-layered-foundations': ['server/database/u.ts', 'server/identity/x.ts'],
  'server-rooms-are-layered-transport': ['server/http/v.ts', 'server/documents/x.ts'],
  'server-rooms-are-layered-people': ['server/identity/w.ts', 'server/messages/x.ts'],
  'server-rooms-are-layered-records': ['server/resources/y.ts', 'server/documents/lifecycle/x.ts'],
  'server-rooms-are-layered-documents': ['server/documents/z.ts', 'server/prints/x.ts'],
  'server-rooms-are-layered-work': ['server/outbox/aa.ts', 'server/jobs/x.ts'],
  'no-cycles': ['server/t.ts', 'server/t.ts'],
  'declarations-are-composed-from-declarations': ['resources/declarations.ts', 'plugins/one/server/x.ts'],
}

/** Imports that only a TypeScript parser finds, as the file's source: each in a place where it is forbidden. */
const written: Readonly<Record<string, (imported: string) => string>> = {
  'src/kernel/assigned.ts': (imported) => `let known: unknown\nexport const load = () => (known ??= String(import('${imported}')))\n`,
  'src/kernel/exported.ts': (imported) => `export type { X } from '${imported}'\n`,
  'src/kernel/typed.ts': (imported) => `import type { X } from '${imported}'\nexport const x = (y: unknown) => y as X satisfies X\n`,
  'src/kernel/drawn.tsx': (imported) => `import { X } from '${imported}'\nexport const drawn = <T,>(y: T) => <X y={y} />\n`,
}

/** A cycle with one dynamic import. */
const lazyCycle = ['server/dd.ts', 'server/ee.ts'] as const

/** Imports that the rules allow in the same places. */
const allowed: readonly (readonly [file: string, imported: string])[] = [
  ['plugins/one/server/q.ts', 'plugins/two/server/public-api.ts'],
  ['plugins/one/pages/r.ts', 'src/shell/x.ts'],
  ['plugins/one/gg.ts', 'plugins/forms/kit.ts'],
  ['plugins/three/browser.ts', 'plugins/two/browser-api.ts'],
  ['plugins/one/s.ts', 'src/kernel/x.ts'],
  ['server/main.ts', 'resources/x.ts'],
  ['server/attachments/bb.ts', 'server/jobs/job.ts'],
  ['server/jobs/cc.ts', 'server/documents/lifecycle/x.ts'],
]

/** Dynamic imports. */
const lazily: readonly (readonly [file: string, imported: string])[] = [['plugins/two/browser.ts', 'plugins/two/pages/x.ts']]

let tree = ''
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'))
  for (const module of ['react', 'antd']) {
    write(`node_modules/${module}/package.json`, JSON.stringify({ name: module, main: 'index.js' }))
    write(`node_modules/${module}/index.js`, '')
  }
  write('src/shell/hidden.tsx', 'export const X = () => null\nexport type X = string\n')
  for (const [file, textOf] of Object.entries(written)) write(file, textOf(resolve(tree, 'src/shell/hidden.tsx')))
  const [eager, late] = lazyCycle
  write(eager, `import { later } from '${resolve(tree, late)}'\nexport default later\n`)
  write(late, `export const later = () => import('${resolve(tree, eager)}')\n`)
  for (const [file, imported] of lazily) {
    write(imported, 'export default 1\n')
    write(file, `export default () => import('${resolve(tree, imported)}')\n`)
  }
  for (const [file, imported] of [...Object.values(breaches), ...allowed]) {
    if (imported.endsWith('.ts')) write(imported, 'export default 1\n')
    write(file, `import x from '${imported.endsWith('.ts') ? resolve(tree, imported) : imported}'\nexport default x\n`)
  }
})
afterAll(() => rmSync(tree, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), content)
}

async function violations() {
  const { output } = await cruise(['src', 'plugins', 'providers', 'resources', 'server'],
    { ...configuration.options, tsConfig: undefined, baseDir: tree, ruleSet: { forbidden: configuration.forbidden as never },
      validate: true } as never)
  return (output as ICruiseResult).summary.violations
}

describe('the boundaries', () => {
  it('have a breach for every rule', () => {
    expect(Object.keys(breaches).toSorted()).toEqual(configuration.forbidden.map(({ name }) => name).toSorted())
  })
  it('catch every breach at its file and nothing that is allowed', async () => {
    const found = await violations()
    for (const [rule, [file]] of Object.entries(breaches))
      expect(found.map(({ rule: { name }, from }) => `${name} ${from}`)).toContain(`${rule} ${file}`)
    const reported = found.map(({ rule: { name }, from }) => `${name} ${from}`)
    expect(reported).toEqual(expect.arrayContaining(Object.keys(written).map((file) => `kernel-is-alone ${file}`)))
    expect(reported).toContain(`no-cycles ${lazyCycle[0]}`)
    const innocent = [...allowed, ...lazily].map(([file]) => file)
    expect(found.filter(({ from }) => innocent.includes(from))).toEqual([])
  })
})
