import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '#kernel/plugin.ts'
import { GenerationProblem, type Names } from './names.ts'

/** @throws GenerationProblem when a module of that name would claim what another one has */
export function refuseTakenPlugin(root: string, names: Names, plugins: readonly Plugin[]): void {
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const menus = plugins.flatMap((plugin) => plugin.menus)
  refuse(names, {
    'a module': plugins.some(({ id }) => id === names.kebab),
    'a resource': resources.some(({ name }) => name === names.camel),
    'a menu': menus.some(({ id }) => id === names.kebab),
    'an address': addresses(plugins).has(`/${names.kebab}`),
    'a table': tables(root).has(names.snake),
  })
}

/** @throws GenerationProblem when a business type of that name would claim what another one has */
export function refuseTakenForm(names: Names, plugins: readonly Plugin[]): void {
  refuse(names, {
    'a business type': plugins.some(({ forms }) => forms.some(({ key }) => key === names.camel)),
    'an address': addresses(plugins).has(`/${names.kebab}`),
  })
}

/** A prefix of document numbers that no form has: the first letters of the words, then more of the name. */
export function freePrefix({ kebab, camel }: Names, plugins: readonly Plugin[]): string {
  const taken = new Set(plugins.flatMap(({ forms }) => forms.map(({ prefix }) => prefix)))
  const initials = kebab.split('-').map((word) => word.charAt(0)).join('')
  const candidates = [initials, ...Array.from({ length: camel.length - 1 }, (_, index) => camel.slice(0, index + 2))].map((candidate) =>
    candidate.toUpperCase()
  )
  const free = candidates.find((candidate) => candidate.length >= 2 && !taken.has(candidate))
  if (!free) throw new GenerationProblem(`Every number prefix made of «${kebab}» is taken: choose another name`)
  return free
}

function refuse({ kebab }: Names, taken: Readonly<Record<string, boolean>>) {
  const what = Object.entries(taken).find(([, isTaken]) => isTaken)?.[0]
  if (what) throw new GenerationProblem(`There is already ${what} that «${kebab}» would claim: choose another name`)
}

const addresses = (plugins: readonly Plugin[]): ReadonlySet<string> =>
  new Set(
    plugins.flatMap((
      { forms, resources, menus },
    ) => [...forms.flatMap(({ path, detailPath }) => [path, detailPath]), ...resources.map(({ path }) => path),
      ...menus.flatMap(({ path = [] }) => path)]
    ),
  )

/** Tables that some migration of host or modules makes, read from their text: they are code, not data. */
function tables(root: string): ReadonlySet<string> {
  const files = ['server', 'plugins'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(root, folder, file))
  )
  const migrations = files.filter((file) => /migrations.*\.ts$/.test(file))
  return new Set(
    migrations.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, table = '']) => table)
    ),
  )
}
