import * as build from '../fields.ts'
import * as flows from '../flow.ts'
import { defineForm, type Form } from '../form.ts'
import { definePermissions } from '../permissions.ts'
import { definePlugin, type Plugin } from '../plugin.ts'
import { formProblems, problems } from './problems.ts'
import { defineResource } from '../resource.ts'

/** A label for declarations whose name does not matter. */
export const label = { cn: '名', en: 'Name' }
export const can = definePermissions('test:thing', ['view', 'edit'])
export const colour = { key: 'colour', ...label, items: [{ value: '1', ...label }] }
const { approve, defineFlow } = flows

export const thing = defineResource({
  name: 'thing',
  ...label,
  base: '/x',
  path: '/things',
  table: 'thing',
  key: 'code',
  can,
  fields: build.defineFields({ code: build.text(label), on: build.toggle(label) }),
  columns: ['code'],
  enable: 'on',
  scope: 'everyone',
})

/** Builds a minimal plugin with these changes; form groups are added for its forms. */
export const plugin = (declaration: Partial<Plugin> = {}): Plugin =>
  definePlugin({ id: 'one', dictionaries: [colour], references: ['expenseCategory'], permissions: Object.values(can),
    formGroups: [...new Set(declaration.forms?.map(({ group }) => group))].map((id) => ({ id, ...label, sort: 1 })), ...declaration })

/** The problems of a composition of these plugins, in English. */
export const messagesOf = (...plugins: Plugin[]): string[] => problems(plugins).map(({ where, message }) => `${where}: ${message}`)

/** Builds a minimal valid form with these changes. */
export function formWith(change: Partial<Form>): Form {
  const fields = build.defineFields({
    dept: build.department(label),
    amount: build.money(label),
    who: build.person(label),
    rows: build.table({ ...label, columns: { price: build.money(label), owner: build.person(label) } }),
  })
  return defineForm({ key: 'small', ...label, path: '/small', prefix: 'XS', group: 'g', icon: 'i', fields,
    flow: defineFlow([approve('head', flows.departmentHead('dept'), label)]), ...change })
}

/** The findings of the minimal form with these changes, in English. */
export const inForm = (change: Partial<Form>): string[] =>
  formProblems(formWith(change), new Set(['colour'])).map(({ where, text }) => `${where}: ${text.en}`)
export const withFields = (fields: build.Fields): string[] => inForm({ fields: { ...formWith({}).fields, ...fields } })
export const withFlow = (...steps: flows.Block[]): string[] => inForm({ flow: defineFlow(steps) })
export const head = approve('head', flows.departmentHead('dept'), label)
