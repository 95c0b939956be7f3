import { memoize } from '#kernel/memoize.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { PostingCall, PostingOutcome, PostingRefusal, Sending } from '#server/postings/posting.ts'
import { can as canCostCentre } from '#plugins/cost-centres/permissions.ts'
import { postingPaths } from '../calls.ts'
import { canUnit } from '../permissions.ts'
import { sapUnit } from '../sap-unit.ts'
import { cn, en } from '../texts.ts'
import { sapClient } from './client.ts'
import { SapFailure, type SapFailureKind } from './failure.ts'
import { checkBySystem, isAskedToJudge, isJudging, listBySystem, postBySystem, referenceBySystem } from './port.ts'
import { isSapSet } from './settings.ts'
import { unitCodesAt } from './units.ts'
import { postedRecord } from './wire.ts'

const units = { cn: '打开SAP单位对照', en: 'Open SAP units', path: sapUnit.path, needs: canUnit.view }

const costCentres = { cn: '打开成本中心', en: 'Open cost centres', path: '/costCenter-management', needs: canCostCentre.view }

/** The meanings of SAP's refusals, by message class and number. */
const postingRefusals: Readonly<Record<string, PostingRefusal>> = {
  'KI 265': { cn: '成本中心在SAP中无效，请在SAP延长有效期后重试', en: 'The cost centre isn’t valid in SAP. Extend it there, then retry',
    repair: costCentres },
  'F5 201': { cn: '记账期间未开，请财务打开后重试', en: 'The posting period is closed. Have finance open it, then retry' },
  '06 321': { cn: '供应商未扩展到该采购组织，请在SAP扩展后重试',
    en: 'The vendor isn’t set up for this purchasing organisation. Extend it in SAP, then retry' },
  'M3 351': { cn: '物料未在该工厂维护，请在SAP维护后重试',
    en: 'The material isn’t maintained in this plant. Maintain it in SAP, then retry' },
  'AR 118': { cn: '银行主数据缺失，请在SAP维护银行后重试', en: 'The bank is missing in SAP. Maintain it there, then retry' },
  noUnit: { cn: '单位没有SAP代码，请维护SAP单位对照后重试', en: 'A unit has no SAP code. Add it to SAP units, then retry', repair: units },
  'AA 506': { cn: '资产类别在SAP中不存在，请核对类别', en: 'The asset class doesn’t exist in SAP. Check the class' },
}

/** Names of values that forms calculate for SAP. */
const labels = {
  movementCode: { cn: '移动代码', en: 'Goods movement code' },
  movements: { cn: '移动类型', en: 'Movement type' },
  postingDate: { cn: '过账日期', en: 'Posting date' },
  documentDate: { cn: '凭证日期', en: 'Document date' },
  conditionType: { cn: '条件类型', en: 'Condition type' },
  requirementType: { cn: '需求类型', en: 'Requirement type' },
  periods: { cn: '期间', en: 'Periods' },
  days: { cn: '需求日期', en: 'Requirement dates' },
  quantities: { cn: '数量', en: 'Quantities' },
  description: { cn: '说明', en: 'Description' },
  revisionLevel: { cn: '修订级别', en: 'Revision level' },
} as const

/**
 * Posts by the interface of the call where a system is set up, else to one path of the gateway; the key is the reference by which SAP knows
 * the line.
 */
const postTo = (call: string, path: string): PostingCall => ({
  system: { cn: 'SAP', en: 'SAP' },
  labels,
  refusals: postingRefusals,
  isSet: isSapSet,
  isJudging: (env) => isJudging(env, call),
  isAskingToCheck: (env) => isAskedToJudge(env, call),
  check: async (sending, line) => (await checkBySystem(await withUnits(sending), call, line)) ?? { outcome: 'checked', details: [] },
  list: (sending, { prefix }) => listBySystem(sending, call, prefix),
  referenceOf: (env, key) => referenceBySystem(env, call, key),
  async send(sending, line) {
    const posted = await postBySystem(await withUnits(sending), call, line)
    if (posted) return posted
    const { env } = sending
    const { key, body, prior } = line
    try {
      const { number, message } = await sapClient(env).post(path, { reference: key, ...withoutEmptyRows(body as object),
        ...(prior !== null && { after: prior }) }, { shape: postedRecord, key })
      return { outcome: 'posted', number, ...(message !== '' && { message }) }
    } catch (error) {
      if (error instanceof SapFailure) return outcomeOf(error)
      throw error
    }
  },
})

const unitsOf = memoize(({ db, at }: Pick<Sending, 'db' | 'at'>) => unitCodesAt(db, at))

const withUnits = async (sending: Sending) => ({ ...sending, units: await unitsOf(sending) })

/** A body for the gateway without the rows of its lists that have no quantity. */
function withoutEmptyRows(body: object): object {
  const { quantities, blockedQuantities } = body as Readonly<Record<string, unknown>>
  if (!Array.isArray(quantities)) return body
  const amounts = [quantities, ...(Array.isArray(blockedQuantities) ? [blockedQuantities] : [])]
  const kept = quantities.map((_, row) => amounts.some((list) => Number(list[row] ?? 0) !== 0))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) && value.length === kept.length
      ? value.filter((_, row) => kept[row])
      : value]
    ),
  )
}

/** A record that SAP does not know is refused; where no gateway is set up any more, nothing was done. */
function outcomeOf({ kind, text, about }: SapFailure): PostingOutcome {
  if (kind === 'mute') return { outcome: 'unknown' }
  const message = text || wordsFor(kind)
  return kind === 'busy' || kind === 'notSet' ? { outcome: 'busy', message, ...about } : { outcome: 'refused', message, ...about }
}

const words: Partial<Record<SapFailureKind, 'sap.notSet' | 'sap.missing' | 'sap.mute'>> = { notSet: 'sap.notSet', missing: 'sap.missing' }

function wordsFor(kind: SapFailureKind): string {
  const key = words[kind] ?? 'sap.mute'
  return bilingual({ cn: cn[key], en: en[key] })
}

/** The postings of forms to SAP. */
export const sapPostingCalls: Readonly<Record<string, PostingCall>> = Object.fromEntries(
  Object.entries(postingPaths).map(([name, path]) => [name, postTo(name, path)]),
)
