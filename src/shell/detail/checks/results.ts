import type { CheckItem, CheckResult, NodeChecks } from '#approval/wire/filed-document.ts'

/** Answers not sent yet, by item id. */
export type Checks = Readonly<Record<string, { readonly result: CheckResult; readonly remark?: string }>>

/** The check list that the reader may answer now. */
export const activeChecks = (lists: readonly NodeChecks[]): NodeChecks | undefined => lists.find(({ active }) => active)

type CheckEntry = Checks[string] | undefined

/** The problem of an answer: missing, or failed without remark; undefined if there is none. */
export function problemOfCheck(check: CheckEntry): 'approval.checkList' | 'approval.checkRemark' | undefined {
  if (!check) return 'approval.checkList'
  return check.result === 'fail' && (check.remark ?? '').trim() === '' ? 'approval.checkRemark' : undefined
}

/** Number of completely answered items. */
export const answeredOf = (items: readonly CheckItem[], checks: Checks): number =>
  items.filter(({ id }) => !problemOfCheck(checks[id])).length

/** The locale key of the problem that prevents passing; undefined if there is none. */
export function problemOfChecks(list: NodeChecks | undefined, checks: Checks): ReturnType<typeof problemOfCheck> {
  if (!list?.required) return undefined
  const problems = list.items.map(({ id }) => problemOfCheck(checks[id]))
  return problems.find((problem) => problem === 'approval.checkList') ?? problems.find((problem) => problem !== undefined)
}

/** The answers in the format of the call: those of this list, with non-empty remarks. */
export const sentChecks = (list: NodeChecks | undefined, checks: Checks) =>
  (list?.items ?? []).flatMap(({ id }) => {
    const check = checks[id]
    if (!check) return []
    const remark = check.remark?.trim() ?? ''
    return [{ item: id, result: check.result, ...(remark !== '' && { remark }) }]
  })
