import type { FormValue } from '#kernel/values/value.ts'
import { costCenterId } from '#plugins/demo/server/records.ts'
import { smallFile } from '#plugins/demo/server/stories/files.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

/** One instrument for the quality department, above the threshold. */
export const asset = (change: FormValue = {}): FormValue => ({
  rowId: 'i1',
  assetName: '影像测量仪',
  assetClass: '5000',
  spec: 'VMS-3020',
  qty: 1,
  unit: 'unit',
  price: '2000.00',
  taxRate: '13',
  usefulYears: 5,
  residualRate: '5',
  custodian: 'u-quality',
  location: '一楼检测室',
  itemResult: 'ok',
  ...change,
})

const photo = ({ product }: Pick<FilingSupport, 'product'>): Promise<string> =>
  product.as('quality').upload('铭牌.png', smallFile('铭牌.png'))

/** The quality engineer node as it was assigned, passed. */
export const acceptanceOf = async (support: Pick<FilingSupport, 'product'>, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-quality',
  assetSource: 'donate',
  useDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  arrivalDate: '2026-11-18',
  acceptDate: '2026-11-20',
  acceptTeam: ['u-quality', 'u-yangfan'],
  items: [asset()],
  photos: [await photo(support)],
  ...change,
})

/** The people chosen to inspect the asset. */
export const checkers = [{ nodeId: 'techCheck', userIdList: ['u-it', 'u-suming'] }] as const

const checked = (...items: string[]): object => ({ checkList: items.map((item) => ({ item, result: 'pass' })) })

/** Payload that approvers of a node send in addition to their opinion. */
export const acceptanceSay: Readonly<Record<string, object>> = {
  techCheck: { ...checked('appearance', 'accessories', 'performance', 'guard', 'ehs'), business: { techResult: '精度达标' } },
  assetAdmin: checked('label', 'ledger'),
}
