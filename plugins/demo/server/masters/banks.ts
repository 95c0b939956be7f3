import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { banks, payeeAccounts } from '#plugins/masters/server/public-api.ts'
import { people } from '../company/people.ts'
import { personId } from '../company/save-company.ts'
import { chance } from '../random.ts'
import { splitName } from '#kernel/wording/names.ts'

/** bank, Swift, cities */
const list = [
  ['招商银行', 'CMBCCNBS', ['苏州工业园区', '东莞', '深圳', '上海']],
  ['中国工商银行', 'ICBKCNBJ', ['苏州', '东莞长安', '南京', '上海']],
  ['中国建设银行', 'PCBCCNBJ', ['苏州', '东莞', '广州', '北京']],
  ['中国银行', 'BKCHCNBJ', ['苏州', '东莞', '深圳', '北京']],
  ['中国农业银行', 'ABOCCNBJ', ['苏州', '东莞虎门', '无锡']],
  ['交通银行', 'COMMCNSH', ['苏州', '上海', '东莞']],
  ['浦发银行', 'SPDBCNSH', ['苏州', '上海']],
  ['中信银行', 'CIBKCNBJ', ['苏州', '东莞']],
  ['宁波银行', 'BKNBCN2N', ['苏州', '宁波']],
  ['越南外贸银行', 'BFTVVNVX', ['海防', '北宁']],
] as const

export const bankNames = list.map(([name]) => name)

/** Saves bank branches, and a payroll card per person. */
export async function saveBanks(db: Db, writer: Writer): Promise<void> {
  const drawn = chance('banks')
  for (const [name, swift, cities] of list) {
    for (const city of cities)
      await banks(db).save({ name, branch: `${name}${city}支行`, branchNo: digits(drawn.next, 12, '3'), swift, city, ...writer })
  }
  for (const { userName, name, units } of people) {
    const card = chance(`card-${userName}`)
    const [bank] = list[units[0]?.startsWith('vn') ? list.length - 1 : card.between(0, list.length - 2)]!
    await payeeAccounts(db).add({
      ownerType: 'user',
      ownerId: personId(userName),
      accountName: splitName(name).cn,
      accountNo: cardNumber(card.next),
      bank,
      payroll: true,
      accountType: '2',
      currency: 'CNY',
      ...writer,
    })
  }
}

/** A card number from a test range that passes the Luhn check. */
export function cardNumber(next: () => number): string {
  const body = digits(next, 18, '622200')
  const sum = [...body].toReversed().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

/** A company account number. */
export const accountNumber = (next: () => number) => digits(next, 20, '3205')

const digits = (next: () => number, length: number, start: string) =>
  start + Array.from({ length: length - start.length }, () => Math.floor(next() * 10)).join('')
