import approvalCn from '#approval/locales/cn.ts'
import approvalEn from '#approval/locales/en.ts'
import type { Refusal } from '#approval/types.ts'
import { type Finding } from '#kernel/composition/problem.ts'
import type { Label } from '#kernel/wording/label.ts'
import { nameOf } from '#kernel/wording/names.ts'
import type { FlowPath } from '#kernel/flow-analysis/ways.ts'
import { createTranslator } from '#kernel/wording/translate.ts'
import type { Initiator } from './initiators.ts'

/** A place where a document would stop, with the first person and values that show it and everyone for whom it is so. */
export interface UnreachableNode {
  readonly node: string
  readonly refusal: Refusal
  readonly initiator: Initiator
  readonly path: FlowPath
  readonly people: ReadonlySet<Initiator>
}

const translate = createTranslator({ cn: approvalCn, en: approvalEn })

/** The same as a finding, in both languages. */
export function describe({ node, refusal, initiator, path, people }: UnreachableNode): Finding {
  const { code, parameters } = refusal
  const others = [...people].reduce((sum, { alike }) => sum + alike, 0) - 1
  const text: Label = { cn: translate(code, parameters, 'cn'), en: translate(code, parameters, 'en') }
  return { where: node, node, text, counterexample: example(initiator, path, others) }
}

function example({ person: { name } }: Initiator, { words }: FlowPath, others: number): Label {
  const values = words.cn === '' ? { cn: '', en: '' } : { cn: `；${words.cn}`, en: `; ${words.en}` }
  const more = others > 0 ? { cn: `（另有${others}人）`, en: ` (and ${others} more)` } : { cn: '', en: '' }
  return { cn: `发起人 = ${nameOf(name, 'cn')}${more.cn}${values.cn}`, en: `Initiator = ${nameOf(name, 'en')}${more.en}${values.en}` }
}
