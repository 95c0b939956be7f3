import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  readonly engines?: { readonly node?: string }
  readonly hasInstallScript?: true
}

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, LockedPackage>> }
const { allowScripts } = read('package.json') as { allowScripts: Readonly<Record<string, boolean>> }
/** Returns whether one alternative of a range (`^20.19.0`, `>=18`, `20`) includes Node 20.19. */
function holdsOldest(range: string): boolean {
  const [, open = '', major = '0', minor = '0'] = /(>=?)?\s*[\^~v]*(\d+)(?:\.(\d+))?/.exec(range) ?? ['', '>=']
  return major === '20' ? Number(minor) <= 19 : open !== '' && Number(major) < 20
}

it('every package runs on the oldest Node that is supported', () => {
  const tooNew = Object.entries(packages).filter(([, { engines }]) =>
    engines?.node !== undefined && !engines.node.split('||').some(holdsOldest)
  )
  expect(tooNew.map(([path, { engines }]) => `${path}: ${engines?.node}`)).toEqual([])
})

it('every script of an installation is decided on', () => {
  const scripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) =>
    path.split('node_modules/').at(-1)
  )
  expect(scripts.filter((name) => name === undefined || allowScripts[name] === undefined)).toEqual([])
})
