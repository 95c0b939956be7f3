import { definePartText } from '#fields/text.ts'
import { type MenuEntry, menuGroups } from '#shell/layout/menu-tree.ts'
import type { MenuNode } from '#shell/start/answers.ts'
import { cn, en } from './texts.ts'

type FinanceKey = keyof typeof cn

/** Returns whether a page has a description in the locales. */
export const isFinanceKey = (key: string): key is FinanceKey => Object.hasOwn(cn, key)

export const useFinanceText = definePartText<FinanceKey>({ cn, en })

/** Path of the overview page. */
export const overviewPath = '/financial-management'

/** Sections of the overview with the paths of their pages, in display order. */
const sections = [
  { key: 'budgets', paths: ['/annual-budget-management', '/offline-reimbursement', '/expenseType-department'] },
  { key: 'money', paths: ['/exchange-management', '/currency-department'] },
  { key: 'centres',
    paths: ['/costCenter-management', '/department-costcenter', '/project-management', '/project-department', '/dev-project'] },
] as const satisfies readonly { key: FinanceKey; paths: readonly string[] }[]

export interface Section {
  readonly key: FinanceKey
  readonly entries: readonly MenuEntry[]
}

/** Sections with the pages in the user's menu; other entries in the overview's menu group form a last section. */
export function sectionsOf(tree: readonly MenuNode[]): readonly Section[] {
  const groups = menuGroups(tree)
  const known = new Map(groups.flatMap(({ entries }) => entries).map((entry) => [entry.path, entry]))
  const placed: ReadonlySet<string> = new Set([overviewPath, ...sections.flatMap(({ paths }) => paths)])
  const beside = groups.find(({ entries }) => entries.some(({ path }) => path === overviewPath))?.entries ?? []
  const named = sections.map(({ key, paths }): Section => ({ key, entries: paths.flatMap((path) => known.get(path) ?? []) }))
  const more: Section = { key: 'more', entries: beside.filter(({ path }) => !placed.has(path)) }
  return [...named, more].filter(({ entries }) => entries.length > 0)
}
