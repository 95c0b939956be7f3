import type { Finding } from '../composition/problem.ts'
import type { ExclusiveBlock, InclusiveBlock } from '../flow.ts'
import { type ConditionCase, type Ground, type Truths, truthsOf } from './truths.ts'
import { never, shown } from './verdict.ts'

/** Finds the faults of the conditions of a block's branches taken together. */
export function branchFindings(block: ExclusiveBlock | InclusiveBlock, ground: Ground): Finding[] {
  const truths = truthsOf(block.branches.map(({ when }) => when), ground)
  return [
    ...(block.block === 'exclusive' ? block.branches.flatMap((_, branch) => precedenceFindings(truths, branch)) : []),
    ...gapFindings(block, truths),
  ]
}

const holds = (one: ConditionCase, branch: number): boolean => one.answers[branch] === true
const numbered = (branch: number) => String(branch + 1)

/** A branch that others before it always take from, or sometimes. */
function precedenceFindings(truths: Truths, branch: number): Finding[] {
  const mine = truths.cases.filter((one) => holds(one, branch))
  const first = (one: ConditionCase): number => one.answers.indexOf(true)
  const taken = mine.filter((one) => first(one) < branch)
  const [example] = taken
  if (!example) return []
  if (taken.length === mine.length) {
    const before = numbered(first(example))
    const text = { cn: `成立时第${before}个分支总已先成立，本分支永远不会执行`,
      en: `Whenever it holds, an earlier branch holds too (here branch ${before}): it is never taken` }
    return [never({ where: numbered(branch), text }, truths, example)]
  }
  const others = [...new Set(taken.map(first))]
  return others.map((other) => {
    const text = { cn: `与第${numbered(other)}个分支可同时成立，将执行第${numbered(other)}个`,
      en: `Holds together with branch ${numbered(other)}, which is taken then` }
    return shown({ where: numbered(branch), text }, taken.find((one) => first(one) === other) ?? example, 'warning')
  })
}

/** Values for which no branch holds, where nothing is said about what happens then. */
function gapFindings(block: ExclusiveBlock | InclusiveBlock, truths: Truths): Finding[] {
  const gap = truths.cases.find(({ answers }) => !answers.includes(true))
  const otherwise = block.otherwise as ExclusiveBlock['otherwise'] | undefined
  if (otherwise === undefined) {
    const text = { cn: '缺少默认分支', en: 'The default branch is missing' }
    return [
      gap ? shown({ where: 'otherwise', text }, gap) : never({ where: 'otherwise', text }, { ...truths, exact: true, complete: true }),
    ]
  }
  if (otherwise.length > 0 || !gap) return []
  return [
    shown({ where: 'otherwise',
      text: { cn: '所有分支都不成立，默认分支为空：不需要任何人处理',
        en: 'No branch holds and the default branch is empty: nobody has anything to do' } }, gap, 'warning'),
  ]
}
