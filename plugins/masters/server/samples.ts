import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { banks, payeeAccounts, saveMasters } from '#plugins/masters/server/public-api.ts'
import { personId } from '../company/save-company.ts'
import { chance } from '../random.ts'
import { people } from '../company/organisation.ts'

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

const places = [
  ['苏州', 'Suzhou'],
  ['东莞', 'Dongguan'],
  ['深圳', 'Shenzhen'],
  ['上海', 'Shanghai'],
  ['昆山', 'Kunshan'],
  ['无锡', 'Wuxi'],
  ['宁波', 'Ningbo'],
  ['惠州', 'Huizhou'],
] as const

/** names, abbreviation, category */
const trades = [
  ['鼎盛五金', 'Dingsheng Hardware', '鼎盛', '1'],
  ['华芯电子', 'Huaxin Electronics', '华芯', '1'],
  ['瑞丰塑胶', 'Ruifeng Plastics', '瑞丰', '1'],
  ['精工模具', 'Jinggong Tooling', '精工', '2'],
  ['捷达物流', 'Jieda Logistics', '捷达', '4'],
] as const

const buyers = [
  ['安视科技', 'Anshi Technology'],
  ['海蓝汽车', 'Hailan Automotive'],
  ['北辰仪器', 'Beichen Instruments'],
  ['博远通信', 'Boyuan Communications'],
  ['欣悦家电', 'Xinyue Appliances'],
] as const

const groups = [
  ['SG-EAST', '华东组', 'East China', 'xulei'],
  ['SG-SOUTH', '华南组', 'South China', 'sales'],
  ['SG-NORTH', '华北组', 'North China', 'xulei'],
  ['SG-EU', '欧洲组', 'Europe', 'jiangyi'],
  ['SG-ASIA', '亚太组', 'Asia-Pacific', 'jiangyi'],
] as const

/** Sales groups 5, customers 30 and suppliers 40, three of these out of use; every second supplier has an account. */
export async function savePartners(db: Db, writer: Writer): Promise<void> {
  const masters = saveMasters(db, writer)
  const groupIds = await masters.salesGroups(
    groups.map(([code, nameCn, nameEn, manager]) => ({ code, nameCn, nameEn, managerUserId: personId(manager) })),
  )
  await masters.customers(Array.from({ length: 30 }, (_, index) => {
    const [[cn, en], [nameCn, nameEn]] = [places[index % places.length]!, buyers[index % buyers.length]!]
    return {
      code: `C${String(100_001 + index)}`,
      nameCn: `${cn}${nameCn}有限公司`,
      nameEn: `${en} ${nameEn}`,
      salesGroupId: groupIds[index % groupIds.length],
      region: index % 5 === 4 ? '3' : '1',
      level: 'ABC'[index % 3],
      owner: personId(groups[index % groups.length]![3]),
    }
  }))
  const suppliers = await masters.suppliers(Array.from({ length: 40 }, (_, index) => {
    const [[cn, en], [nameCn, nameEn, abbreviation, category]] = [places[index % places.length]!, trades[index % trades.length]!]
    return {
      code: `V${String(200_001 + index)}`,
      nameCn: `${cn}${nameCn}有限公司`,
      nameEn: `${en} ${nameEn}`,
      abbreviation: `${cn}${abbreviation}`,
      category,
      level: 'ABBC'[index % 4],
      enable: index % 13 !== 12,
    }
  }))
  const drawn = chance('supplier-accounts')
  for (const [index, ownerId] of suppliers.entries()) {
    if (index % 2 === 1) continue
    await payeeAccounts(db).add({
      ownerType: 'supplier',
      ownerId,
      accountName: `${places[index % places.length]![0]}${trades[index % trades.length]![0]}有限公司`,
      accountNo: accountNumber(drawn.next),
      bank: '中国建设银行',
      accountType: '1',
      currency: index % 10 === 0 ? 'USD' : 'CNY',
      by: writer.by,
      at: writer.at,
    })
  }
}
