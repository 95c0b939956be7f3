import type { Finding } from '../composition/problem.ts'
import { FeelError } from '../feel/feel.ts'
import type { Feel } from '../fields.ts'
import { partsOf, type Ground, truthsOf } from './truths.ts'
import { never, shown } from './verdict.ts'

/** Finds the faults of one condition over all values: it fails, never holds, compares what cannot be compared, or has no answer. */
export function conditionFindings(condition: Feel, where: string, ground: Ground): Finding[] {
  const truths = truthsOf([condition], ground)
  const failing = truths.cases.find(({ answers: [answer] }) => answer instanceof FeelError)
  if (failing) return [shown({ where, text: { cn: `条件“${condition}”计算失败`, en: `The condition “${condition}” fails` } }, failing)]
  const mixed = partsOf(condition, ground).flatMap(({ source }) => mixtureFindings(source, where, ground))
  if (mixed.length > 0) return mixed
  if (!truths.cases.some(({ answers: [answer] }) => answer === true)) {
    return [
      never({ where,
        text: { cn: `条件“${condition}”永远不成立，到不了这里`, en: `The condition “${condition}” never holds: nothing gets here` } },
        truths, truths.cases[0]),
    ]
  }
  const open = truths.cases.find(({ answers: [answer] }) => answer === null)
  const text = { cn: `条件“${condition}”没有结果，按不成立处理`,
    en: `The condition “${condition}” has no answer and counts as not fulfilled` }
  return open ? [shown({ where, text }, open, 'warning')] : []
}

/** A comparison that is undecided however the form is filled in compares different kinds of things, such as a text with a number. */
function mixtureFindings(part: Feel, where: string, ground: Ground): Finding[] {
  const truths = truthsOf([part], ground)
  const full = truths.cases.filter((one) => one.full)
  const [first] = full
  if (!first || full.some(({ answers: [answer] }) => answer !== null)) return []
  const text = { cn: `“${part}”比较的是不同类型的值，永远没有结果`,
    en: `“${part}” compares different kinds of values and never has an answer` }
  return [never({ where, text }, truths, first)]
}
