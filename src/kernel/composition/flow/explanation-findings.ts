import type { Flow } from '../../flow.ts'
import { nodesOf } from '../../flow/flow-nodes.ts'
import { missingCode, type OpinionFact } from '../../flow/opinion-facts.ts'
import type { ExplanationKind, Plugin } from '../../plugin.ts'
import type { Label } from '../../wording/label.ts'
import { type Finding, unknown, untranslated, within } from '../problem.ts'

/** Finds nodes that ask for a kind of explanation that no module declares. */
export const explanationFindings = (flow: Flow, known: ReadonlySet<string>): Finding[] =>
  nodesOf(flow).flatMap((node) => {
    const kinds = node.block === 'approve' && node.explains !== undefined ? [node.explains] : []
    return within(node.id,
      unknown(kinds, (key) => known.has(key), { where: 'explains', what: { cn: '说明类型', en: 'kind of explanation' } })).map((found) => ({
        ...found,
        node: node.id,
      }))
  })

/** Checks a kind of explanation: its label and the refusal text exist in both languages. */
export const kindFindings = (kind: ExplanationKind, locales: Plugin['locales']): Finding[] =>
  sentenceFindings(kind, `approval.${kind.key}Explanation`, locales)

/** Checks an opinion fact: its label and the refusal text exist in both languages. */
export const factFindings = (fact: OpinionFact, locales: Plugin['locales']): Finding[] =>
  sentenceFindings(fact, `approval.${missingCode(fact)}`, locales)

const sentenceFindings = (named: Label, code: string,
  { cn, en }: Plugin['locales']): Finding[] => [...untranslated(named, ''),
  ...untranslated({ cn: cn[code] ?? '', en: en[code] ?? '' }, code)]
