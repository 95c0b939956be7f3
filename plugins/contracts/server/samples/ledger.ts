import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { cells, personId } from '#plugins/demo/server/public-api.ts'
import { saveContracts } from '../records/contracts.ts'

/**
 * `no. | name | class | type | subject | currency | amount | percentages | signed, days before | expires, days after | state | owner |
 * department`
 */
const table = `
1 | 连接器年度采购 | purchase | annual | material | CNY | 480000.00 | 30 30 30 10 | 300 | 65 | 1 | buyer | sz-purchase
2 | 注塑件采购框架 | purchase | framework | material | CNY | 0.00 | 0 90 0 10 | 280 | 450 | 1 | buyer | sz-purchase
3 | 芯片采购框架 | purchase | framework | material | CNY | 0.00 | 100 0 0 0 | 260 | 470 | 1 | dongmei | sz-purchase
4 | 贴片机采购 | purchase | single | equipment | CNY | 860000.00 | 30 30 35 5 | 240 | 490 | 1 | buyer | sz-purchase
5 | 检测软件许可 | purchase | single | software | CNY | 126000.00 | 50 0 50 0 | 230 | 135 | 1 | it | sz-it
6 | 厂房空调改造 | purchase | construction | engineering | CNY | 318000.00 | 20 40 35 5 | 220 | 145 | 1 | linfang | sz-hr
7 | 物流运输框架 | purchase | framework | service | CNY | 0.00 | 0 100 0 0 | 210 | 155 | 1 | buyer | sz-purchase
9 | 会议室租赁 | purchase | lease | property | CNY | 54000.00 | 100 0 0 0 | 340 | 12 | 1 | sunyue | sz-office
10 | 保洁服务 | purchase | service | service | CNY | 72000.00 | 0 0 100 0 | 345 | 20 | 1 | linfang | sz-hr
11 | 体系认证咨询 | purchase | service | service | CNY | 48000.00 | 30 0 70 0 | 335 | 27 | 1 | quality | sz-quality
12 | 旧网络设备维保 | purchase | service | service | CNY | 36000.00 | 100 0 0 0 | 400 | -35 | 4 | it | sz-it
13 | 旧食堂承包 | purchase | service | service | CNY | 90000.00 | 0 0 100 0 | 420 | -55 | 4 | linfang | sz-hr
14 | 仪表进口采购 | purchase | single | equipment | USD | 18000.00 | 30 60 0 10 | 150 | 215 | 1 | dongmei | sz-purchase
15 | 老产线拆除 | purchase | construction | engineering | CNY | 25000.00 | 0 0 100 0 | 390 | 60 | 3 | buyer | sz-purchase
16 | 家电控制板销售 | sales | annual | product | CNY | 1260000.00 | 30 60 0 10 | 190 | 175 | 1 | xulei | sz-sales
17 | 汽车传感器框架 | sales | framework | product | CNY | 0.00 | 0 100 0 0 | 180 | 550 | 1 | sales | sz-sales
18 | 通信模块销售框架 | sales | framework | product | CNY | 0.00 | 20 80 0 0 | 170 | 560 | 1 | xulei | sz-sales
20 | 欧洲代理协议 | ancillary | agency | other | CNY | 30000.00 | 100 0 0 0 | 155 | 210 | 1 | jiangyi | sz-sales
21 | 连接器质量协议 | ancillary | quality | other | CNY | 0.00 | 0 0 0 0 | 290 | 440 | 1 | quality | sz-quality
22 | 芯片保密协议 | ancillary | nda | other | CNY | 0.00 | 0 0 0 0 | 250 | 845 | 1 | sunyue | sz-office
23 | 连接器增补 | purchase | supplementary | material | CNY | 60000.00 | 30 60 0 10 | 120 | 65 | 1 | buyer | sz-purchase | 1
24 | 贴片机备件补充 | purchase | supplementary | equipment | CNY | 45000.00 | 30 60 0 10 | 110 | 490 | 1 | buyer | sz-purchase | 4
25 | 空调改造补充 | purchase | supplementary | engineering | CNY | 28000.00 | 0 0 100 0 | 100 | 145 | 1 | linfang | sz-hr | 6
26 | 家电控制板增补 | sales | supplementary | product | CNY | 150000.00 | 30 70 0 0 | 90 | 175 | 1 | xulei | sz-sales | 16
`

const [day, percents] = [86_400_000, ['prepayPercent', 'receiptPercent', 'acceptancePercent', 'warrantyPercent'] as const]

interface Party {
  readonly id: string
  readonly name_cn: string
}

/** Contracts that predate the documents: framework contracts, supplements, and some that expire soon or have expired. */
export async function saveOlderContracts(db: Db, today: string, writer: Writer): Promise<void> {
  const parties = { supplier: await partiesOf(db, 'supplier'), customer: await partiesOf(db, 'customer') }
  const ids = new Map<string, string>()
  for (const [index, line] of table.trim().split('\n').entries()) {
    const row = cells(line, 14)
    const [number = ''] = row
    const main = ids.get(row[13] ?? '')
    const [id = ''] = await saveContracts(db, [contractOf(row, { today, index, parties, main })], writer)
    ids.set(number, id)
  }
}

interface ContractContext {
  readonly today: string
  readonly index: number
  readonly parties: { readonly supplier: readonly Party[]; readonly customer: readonly Party[] }
  readonly main: string | undefined
}

function contractOf(row: readonly string[], { today, index, parties, main }: ContractContext): FormValue {
  const [number = '', contractName, contractClass, contractType, subjectType, currencyType, amount, shares = '', signed, expires, execState,
    owner = '', departmentId] = row
  const kind = contractClass === 'sales' ? 'customer' : 'supplier'
  const party = parties[kind][index % parties[kind].length]!
  const shifted = (days: number) => new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)
  return {
    contractNo: `SZ-${(contractClass ?? 'x')[0]!.toUpperCase()}-${shifted(-Number(signed)).slice(0, 4)}-${number.padStart(4, '0')}`,
    contractName,
    contractClass,
    contractType,
    subjectType,
    currencyType,
    amount,
    signCompany: 'SZ',
    counterparty: party.name_cn,
    [kind]: party.id,
    ...Object.fromEntries(shares.split(' ').map((share, at) => [percents[at], Number(share)])),
    signDate: shifted(-Number(signed)),
    expiryDate: shifted(Number(expires)),
    execState,
    ownerPerson: personId(owner),
    departmentId,
    isSupplementary: main !== undefined,
    ...(main !== undefined && { mainContract: main }),
    storageLocation: index % 4 === 3 ? 'finance' : 'legal',
    storageNo: `DA-${number.padStart(4, '0')}`,
  }
}

const partiesOf = (db: Db, table: 'supplier' | 'customer'): Promise<Party[]> =>
  db.selectFrom(table).select(['id', 'name_cn']).where('enable', '=', true).orderBy('code').limit(20).execute()
