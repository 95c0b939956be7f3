import { compositionOf, formFindingsOf, pluginFindings } from './plugin-findings.ts'
import { type Finding, finding, isError, type Problem } from './problem.ts'
import type { Form } from '../form.ts'
import type { Plugin } from '../plugin.ts'
import { pathOfCalls } from '../resource.ts'
import { roleDefinitions } from '../role-definitions.ts'
import { listed } from '../flow-analysis/words.ts'

export { formFindings as formProblems } from './form-findings.ts'
export { expressionFindings as expressionProblems } from './expressions.ts'
export type { Problem } from './problem.ts'

/**
 * Checks a composition of plugins: repeated names, missing requirements, expressions that do not parse or name something unknown, unknown
 * permissions and dictionaries, dead ends and unhandled cases in flows, missing translations. Start-up fails with this list; empty: valid.
 */
export function problems(plugins: readonly Plugin[]): Problem[] {
  const composition = compositionOf(plugins)
  return [
    ...repetitions(plugins),
    ...plugins.flatMap((plugin) => pluginFindings(plugin, composition).filter(isError).map((found) => problemOf(plugin.id, found))),
  ]
}

/** Checks one of these plugins, as `problems` checks all. */
export const problemsOf = (plugin: Plugin, plugins: readonly Plugin[]): Problem[] => [
  ...repetitions(plugins).filter((problem) => problem.plugin === plugin.id),
  ...pluginFindings(plugin, compositionOf(plugins)).filter(isError).map((found) => problemOf(plugin.id, found)),
]

/** Checks one form together with these plugins, as `problems` checks all. */
export const formProblemsAmong = (form: Form, plugins: readonly Plugin[]): Finding[] =>
  formFindingsOf(form, compositionOf(plugins)).filter(isError)

/** Turns a finding into a problem of a plugin. */
export function problemOf(plugin: string, { where, text, counterexample }: Finding): Problem {
  const whole = counterexample ? listed([text, counterexample], { cn: '：', en: ': ' }) : text
  return { plugin, where, message: whole.en, text: whole }
}

/** Names that are unique across the whole composition. */
const names: Readonly<Record<string, { cn: string; of(plugin: Plugin): readonly string[] }>> = {
  plugin: { cn: '插件', of: (plugin) => [plugin.id] },
  form: { cn: '表单', of: (plugin) => plugin.forms.map(({ key }) => key) },
  'form group': { cn: '发起页分组', of: (plugin) => plugin.formGroups.map(({ id }) => id) },
  prefix: { cn: '编号前缀', of: (plugin) => plugin.forms.map(({ prefix }) => prefix) },
  path: { cn: '路径', of: (
    plugin,
  ) => [...plugin.forms.flatMap((form) => [...new Set([form.path, form.detailPath])]), ...plugin.resources.map(({ path }) => path)] },
  resource: { cn: '资源', of: (plugin) => plugin.resources.map(pathOfCalls) },
  offer: { cn: '可选数据', of: (plugin) => plugin.resources.flatMap(({ offers }) => offers ?? []) },
  table: { cn: '数据表', of: (plugin) => plugin.resources.map(({ table }) => table) },
  call: { cn: '外部接口', of: (plugin) => plugin.calls },
  menu: { cn: '菜单', of: (plugin) => plugin.menus.map(({ id }) => id) },
  role: { cn: '角色', of: (plugin) => plugin.roles.map(({ key }) => key) },
  'role scope': { cn: '角色范围', of: (plugin) => plugin.roleScopes.map(({ key }) => key) },
  'owners of': { cn: '负责人', of: (plugin) => plugin.owners.map(({ of }) => of) },
  'field role': { cn: '字段角色', of: (plugin) => plugin.fieldRoles.map(({ role }) => role) },
  'field kind': { cn: '字段类型', of: (plugin) => plugin.kinds.map(({ key }) => key) },
  'field component': { cn: '字段组件', of: (plugin) => plugin.fieldComponents },
  'document mark': { cn: '单据标记', of: (plugin) => plugin.documentMarks.map(({ role }) => role) },
  'opinion fact': { cn: '意见内容', of: (plugin) => plugin.opinionFacts.map(({ key }) => key) },
  messageKind: { cn: '消息类型', of: (plugin) => plugin.messageKinds.map(({ key }) => key) },
  'extension point': { cn: '扩展点', of: (plugin) => plugin.publishes.map(({ id }) => id) },
  dictionary: { cn: '字典', of: (plugin) => plugin.dictionaries.map(({ key }) => key) },
}

function repetitions(plugins: readonly Plugin[]): Problem[] {
  return Object.entries(names).flatMap(([what, { cn, of }]) => {
    const seen = new Map<string, string>(what === 'role' ? roleDefinitions.map(({ key }) => [key, 'system']) : [])
    return plugins.flatMap((plugin) =>
      of(plugin).flatMap((name) => {
        const first = seen.get(name)
        if (first === undefined) {
          seen.set(name, plugin.id)
          return []
        }
        return [
          problemOf(plugin.id,
            finding(`${what} ${name}`, `${cn}“${name}”已在“${first}”中声明`, `The ${what} “${name}” is already declared in “${first}”`)),
        ]
      })
    )
  })
}
