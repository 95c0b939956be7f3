import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allTests } from '#server/testing-scale.ts'

const project = join(import.meta.dirname, '../..')
/** The folders and files that a module can reach. */
const copied = ['src', 'server', 'plugins', 'providers', 'resources', 'e2e', 'bench', 'docs', 'playwright.config.ts', 'package.json',
  'tsconfig.json', 'vite.config.ts', 'knip.json', 'index.html', '.oxlintrc.json', '.dependency-cruiser.cjs']

/** The commands' processes are slow on a busy machine. */
const timeout = 300_000

let tree: string
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'generated-'))
  for (const part of copied) cpSync(join(project, part), join(tree, part), { recursive: true })
  symlinkSync(join(project, 'node_modules'), join(tree, 'node_modules'))
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

/** Runs Node in the copy. @returns exit code and output */
async function node(...parameters: readonly string[]): Promise<{ code: number; output: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'NODE_ENV'))
  return run(process.execPath, parameters, { cwd: tree, env: { ...env, NO_COLOR: '1' }, timeout }).then(
    ({ stdout, stderr }) => ({ code: 0, output: `${stdout}${stderr}` }),
    (error: { code?: number; stdout: string; stderr: string }) => ({ code: error.code ?? -1, output: `${error.stdout}${error.stderr}` }),
  )
}
const run = promisify(execFile)
const bin = (path: string) => join('node_modules', path)
const own = ['plugins/company-cars', 'plugins/forms/types/general/visitorPass', 'plugins/forms/types/general/teamEvent']
const generate = (command: 'new-plugin' | 'new-form', ...parameters: readonly string[]) =>
  node('--import', 'tsx', `server/commands/${command}.ts`, ...parameters)

// checking the whole copy with its own tests and the architecture tests takes minutes
describe('what the generators write', () => {
  it('is named, with the command that tests it', { timeout }, async () => {
    expect(await generate('new-plugin', 'company-cars', '公司车辆')).toMatchObject({ code: 0,
      output: expect.stringContaining('plugins/company-cars/server/migrations.ts') })
    expect(await generate('new-form', 'visitor-pass', '访客通行证')).toMatchObject({ code: 0,
      output: expect.stringContaining('Test: npx vitest run plugins/forms/types/general/visitorPass') })
    expect(await generate('new-form', '--budget', 'team-event', '团队活动')).toMatchObject({ code: 0,
      output: expect.stringContaining('plugins/forms/types/general/teamEvent') })
    expect(await generate('new-form', 'gate-pass', '出门证', '--module', 'company-cars', '--budget')).toMatchObject({ code: 0,
      output: expect.stringContaining('plugins/company-cars/types/gatePass') })
  })

  it.runIf(allTests)('has sound types', { timeout }, async () => {
    expect(await node(bin('typescript/bin/tsc'), '--noEmit', '-p', '.')).toEqual({ code: 0, output: '' })
  })

  it('satisfies the linter', { timeout }, async () => {
    expect(await node(bin('oxlint/bin/oxlint'), '--deny-warnings', 'plugins/company-cars', 'plugins/forms/types/general', 'resources'))
      .toMatchObject({ code: 0 })
  })

  it.runIf(allTests)('keeps the boundaries', { timeout }, async () => {
    expect(
      await node(bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src', 'plugins', 'providers',
        'resources', 'server'),
    )
      .toMatchObject({ code: 0 })
  })

  it.runIf(allTests)('leaves no file or export unused', { timeout }, async () => {
    expect(await node(bin('knip/bin/knip.js'))).toMatchObject({ code: 0, output: '' })
  })

  it.runIf(allTests)('passes its own tests over HTTP on a database', { timeout }, async () => {
    const { code, output } = await node(bin('vitest/vitest.mjs'), 'run', ...own)
    expect(output).toMatch(/Test Files {2}5 passed \(5\)/)
    expect(code).toBe(0)
  })

  it.runIf(allTests)('fits into the composition, is unknown to the host, and passes the tests of its calls', { timeout }, async () => {
    const tests = ['composition.test.ts', 'locales.test.ts', 'layout.test.ts', 'names.test.ts', 'reads.integration.test.ts'].map((name) =>
      `server/architecture-tests/${name}`
    )
    // calls of other modules are only checked for having probes
    const filter = '^(?!the rows that a call answers|what is the same for everybody|what is one’s own|beyond that)|company-cars'
    const { code, output } = await node(bin('vitest/vitest.mjs'), 'run', ...tests, '-t', filter, '--reporter=verbose')
    expect(output).toMatch(/✓.* every call that reads > is known/)
    expect(output).toMatch(/✓.*GET \/company-cars\/expired/)
    expect(output).toMatch(/Test Files {2}5 passed \(5\)/)
    expect(code).toBe(0)
  })

  it('is not written over', { timeout }, async () => {
    expect(await generate('new-plugin', 'company-cars')).toEqual({ code: 1,
      output:
        '失败 / Failed: 已有名为 company-cars 的模块，请换一个名字 / A module named company-cars exists already: choose another name\n' })
    expect(await generate('new-form', 'visitor-pass')).toMatchObject({ code: 1,
      output: expect.stringMatching(/^失败 \/ Failed: .*A business type named visitor-pass exists already.*\n$/) })
  })
})

it.each([[['Company Cars!'], 1, /^失败 \/ Failed: .*Give a name of lower-case words .*\n$/], [[], 2,
  /^用法 \/ Usage: npm run new:plugin -- NAME .*\n$/]])(
    'answers %j in one sentence',
    { timeout },
    async (parameters, code, sentence) => {
      expect(await generate('new-plugin', ...parameters)).toEqual({ code, output: expect.stringMatching(sentence) })
    },
  )
