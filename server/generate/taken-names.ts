import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from '#kernel/plugin.ts'
import { GenerationProblem, type Spellings } from './names.ts'

/** @throws GenerationProblem when a module of that name would claim what another one has */
export function refuseTakenPlugin(root: string, names: Spellings, plugins: readonly Plugin[]): void {
  const resources = plugins.flatMap((plugin) => plugin.resources)
  const menus = plugins.flatMap((plugin) => plugin.menus)
  refuse(names, {
    module: plugins.some(({ id }) => id === names.kebab),
    resource: resources.some(({ name }) => name === names.camel),
    menu: menus.some(({ id }) => id === names.kebab),
    address: addresses(plugins).has(`/${names.kebab}`),
    table: tables(root).has(names.snake),
  })
}

/** @throws GenerationProblem when a business type of that name would claim what another one has */
export function refuseTakenForm(names: Spellings, plugins: readonly Plugin[]): void {
  refuse(names, {
    businessType: plugins.some(({ forms }) => forms.some(({ key }) => key === names.camel)),
    address: addresses(plugins).has(`/${names.kebab}`),
  })
}

/** A prefix of document numbers that no form has: the first letters of the words, then more of the name. */
export function freePrefix({ kebab, camel }: Spellings, plugins: readonly Plugin[]): string {
  const taken = new Set(plugins.flatMap(({ forms }) => forms.map(({ prefix }) => prefix)))
  const initials = kebab.split('-').map((word) => word.charAt(0)).join('')
  const candidates = [initials, ...Array.from({ length: camel.length - 1 }, (_, index) => camel.slice(0, index + 2))].map((candidate) =>
    candidate.toUpperCase()
  )
  const free = candidates.find((candidate) => candidate.length >= 2 && !taken.has(candidate))
  if (!free)
    throw new GenerationProblem(
      `${kebab} 可用的编号前缀都已被占用，请换一个名字 / Every number prefix made of ${kebab} is taken: choose another name`,
    )
  return free
}

/** The kinds of things that may have the name already. */
const kinds = {
  module: ['名为', '模块', 'A module named'],
  resource: ['名为', '资源', 'A resource named'],
  menu: ['名为', '菜单', 'A menu named'],
  businessType: ['名为', '业务类型', 'A business type named'],
  address: ['地址为', '页面', 'A page at the address'],
  table: ['名为', '数据表', 'A table named'],
} as const satisfies Record<string, readonly [called: string, cn: string, en: string]>

function refuse({ kebab }: Spellings, taken: Readonly<Partial<Record<keyof typeof kinds, boolean>>>) {
  const what = (Object.keys(kinds) as (keyof typeof kinds)[]).find((kind) => taken[kind])
  if (!what) return
  const [called, cn, en] = kinds[what]
  throw new GenerationProblem(`已有${called} ${kebab} 的${cn}，请换一个名字 / ${en} ${kebab} exists already: choose another name`)
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
