import { fieldAt } from '../../evaluate/path.ts'
import type { Fields } from '../../fields.ts'
import type { Flow } from '../../flow.ts'
import { nodesOf, ownerPathsOf } from '../../flow/flow-nodes.ts'
import type { Plugin, RecordOwners } from '../../plugin.ts'
import { kindAt } from '../../record-kinds.ts'
import { type Finding, finding, unknown, untranslated, within } from '../problem.ts'
import type { Referable } from '../fields/reference-findings.ts'

/** Finds nodes that ask for the owner of a field's records, where no module declares owners for such records. */
export function ownerFindings(flow: Flow, fields: Fields, owned: ReadonlySet<string>): Finding[] {
  return nodesOf(flow).flatMap((node) =>
    within(node.id, ownerPathsOf(node).flatMap((path) => {
      const field = fieldAt(fields, path)
      const kind = kindAt(fields, path)
      if (!field || kind === undefined || owned.has(kind)) return []
      return [
        finding('by', `没有插件用owners声明“${kind}”由谁负责，字段“${path}”（${field.cn}）不能用来查找审批人`,
          `No module declares in “owners” who answers for “${kind}”, so the field “${path}” (${field.en}) leads to no approver`),
      ]
    })).map((found) => ({ ...found, node: node.id }))
  )
}

/** Checks a declaration of record owners: the records are offered by a resource, and its texts exist in both languages. */
export function ownersFindings({ of, missing, ...label }: RecordOwners, { cn, en }: Plugin['locales'],
  { offered }: Pick<Referable, 'offered'>): Finding[] {
  const code = `approval.${missing}`
  return [
    ...untranslated(label, ''),
    ...(missing === undefined ? [] : untranslated({ cn: cn[code] ?? '', en: en[code] ?? '' }, code)),
    ...unknown([of], (name) => offered.has(name), { where: 'of', what: { cn: '可选数据', en: 'offer' } }),
  ]
}
