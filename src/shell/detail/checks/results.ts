import type { CheckItem, CheckResult, NodeChecks } from '#approval/wire/filed-document.ts'

/** Answers that are not sent yet, by the id of their item. */
export type Checks = Readonly<Record<string, { readonly result: CheckResult; readonly remark?: string }>>

/** The list that the reader may answer now. */
export const activeChecks = (lists: readonly NodeChecks[]): NodeChecks | undefined => lists.find(({ active }) => active)

type Check = Checks[string] | undefined

/** Finds what is wrong with an answer: it is missing, or it failed without a remark. */
export function problemOfCheck(check: Check): 'approval.checkList' | 'approval.checkRemark' | undefined {
  if (!check) return 'approval.checkList'
  return check.result === 'fail' && (check.remark ?? '').trim() === '' ? 'approval.checkRemark' : undefined
}

/** The number of items that are answered, with a remark where they failed. */
export const answeredOf = (items: readonly CheckItem[], checks: Checks): number =>
  items.filter(({ id }) => !problemOfCheck(checks[id])).length

/** Finds what prevents the pass, as the key of its sentence. */
export function problemOfChecks(list: NodeChecks | undefined, checks: Checks): ReturnType<typeof problemOfCheck> {
  if (!list?.required) return undefined
  const problems = list.items.map(({ id }) => problemOfCheck(checks[id]))
  return problems.find((problem) => problem === 'approval.checkList') ?? problems.find((problem) => problem !== undefined)
}

/** As the call takes them: of this list, and with a remark only where one was written. */
export const sentChecks = (list: NodeChecks | undefined, checks: Checks) =>
  (list?.items ?? []).flatMap(({ id }) => {
    const check = checks[id]
    if (!check) return []
    const remark = check.remark?.trim() ?? ''
    return [{ item: id, result: check.result, ...(remark !== '' && { remark }) }]
  })
