import type { Flow } from '../flow.ts'
import { nodesOf } from '../flow-nodes.ts'
import type { ExplanationKind, Plugin } from '../plugin.ts'
import { type Finding, unknown, untranslated, within } from './problem.ts'

/** Nodes that ask for an explanation that no module declares. */
export const explanationFindings = (flow: Flow, known: ReadonlySet<string>): Finding[] =>
  nodesOf(flow).flatMap((node) => {
    const asked = node.block === 'approve' && node.explains !== undefined ? [node.explains] : []
    return within(node.id,
      unknown(asked, (key) => known.has(key), { where: 'explains', what: { cn: '说明类型', en: 'kind of explanation' } })).map((found) => ({
        ...found,
        node: node.id,
      }))
  })

/** Finds the faults of a kind itself: words that it lacks in a language, or the sentence where it was not given. */
export const kindFindings = (kind: ExplanationKind, { cn, en }: Plugin['locales']): Finding[] => {
  const code = `approval.${kind.key}Explanation`
  return [...untranslated(kind, ''), ...untranslated({ cn: cn[code] ?? '', en: en[code] ?? '' }, code)]
}
