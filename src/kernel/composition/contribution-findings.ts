import type { Contributor, ExtensionPoint } from '../extension-point.ts'
import type { Plugin } from '../plugin.ts'
import { type Finding, finding } from './problem.ts'
import { notRequired } from './requirement-findings.ts'

/** The extension points of a composition by id, each with the plugin that publishes it. */
export type PublishedPoints = ReadonlyMap<string, { readonly point: ExtensionPoint<unknown>; readonly owner: string }>

/** Collects the extension points that plugins publish. */
export const publishedPoints = (plugins: readonly Pick<Plugin, 'id' | 'publishes'>[]): PublishedPoints =>
  new Map(plugins.flatMap(({ id, publishes }) => publishes.map((point) => [point.id, { point, owner: id }] as const)))

/** Checks contributions: the extension point is published by a required plugin, keys are unique, and each item is valid. */
export function contributionFindings({ id, contributes = [], requires }: Contributor & Pick<Plugin, 'requires'>, points: PublishedPoints,
  all: readonly Contributor[]): Finding[] {
  return contributes.flatMap(({ point: name, items }) => {
    const where = `contributes › ${name}`
    const published = points.get(name)
    if (!published) return [finding(where, `没有模块发布扩展点“${name}”`, `The extension point “${name}” is published by no module`)]
    const { point, owner } = published
    const keys = point.in(all).map((item) => point.keyOf(item))
    return [
      ...(owner === id || requires.includes(owner) ? [] : [notRequired({ cn: '扩展点', en: 'extension point', name, owner })]),
      ...items.flatMap((item) => {
        const key = point.keyOf(item)
        return [
          ...(keys.indexOf(key) === keys.lastIndexOf(key)
            ? []
            : [finding(`${where} › ${key}`, `扩展点“${name}”中“${key}”重复`, `“${key}” occurs twice at the extension point “${name}”`)]),
          ...point.faultsOf(item).map(({ cn, en }) => finding(`${where} › ${key}`, cn, en)),
        ]
      }),
    ]
  })
}
