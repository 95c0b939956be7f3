import { type Finding, finding } from '../composition/problem.ts'
import type { Label } from '../wording/label.ts'
import type { ConditionCase, Truths } from './truths.ts'
import { listed } from './words.ts'

/** Added where not every combination of values could be tried. */
const sampled: Label = { cn: '（组合过多，仅抽样检查）', en: ' (too many combinations: a sample was tried)' }

interface Sentence {
  readonly where: string
  readonly text: Label
}

/** Something that shows with certain values. */
export function shown({ where, text }: Sentence, found: ConditionCase, level?: 'warning'): Finding {
  return { ...finding(where, text.cn, text.en), counterexample: found.words(), ...(level && { level }) }
}

/** Something that never happens: certain where everything was tried, else only likely. */
export function never({ where, text }: Sentence, truths: Truths, example?: ConditionCase): Finding {
  const { cn, en } = truths.complete ? text : listed([text, sampled], { cn: '', en: '' })
  return {
    ...finding(where, cn, en),
    ...(!truths.exact && { level: 'warning' as const }),
    ...(example && { counterexample: example.words() }),
  }
}
