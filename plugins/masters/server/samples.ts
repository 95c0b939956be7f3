import { splitName } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { accountNumber, cardNumber, chance, demoSamples, digits, people, personId } from '#plugins/demo/server/public-api.ts'
import { banks, payeeAccounts } from './bank-accounts.ts'
import { saveMasters } from './rules.ts'

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

/** Saves bank branches, and a payroll card per person. */
async function saveBanks(db: Db, writer: Writer): Promise<void> {
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
async function savePartners(db: Db, writer: Writer): Promise<void> {
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

/** names, code prefix, unit, lowest and highest price in cents, batches */
const families = [
  ['贴片电阻', 'Chip resistor', 'R', 'pcs', 1, 20, true],
  ['贴片电容', 'Chip capacitor', 'C', 'pcs', 2, 60, true],
  ['连接器', 'Connector', 'J', 'pcs', 50, 900, false],
  ['电路板', 'Circuit board', 'P', 'pcs', 800, 6000, true],
  ['外壳', 'Housing', 'H', 'pcs', 300, 4500, false],
  ['紧固件', 'Fastener', 'F', 'pack', 500, 3000, false],
  ['包装箱', 'Carton', 'K', 'carton', 200, 1500, false],
  ['辅料', 'Consumable', 'A', 'item', 1000, 9000, false],
] as const

/** Families that are sold: boards and housings. */
const sold: ReadonlySet<string> = new Set(['P', 'H'])

const plants = [['1000', ['1001', '1002']], ['2000', ['2001', '2002']], ['3000', ['3001', '3002']]] as const

/** 120 materials of three factories in six storage locations, and six sets made of them. */
async function saveMaterials(db: Db, writer: Writer): Promise<void> {
  const masters = saveMasters(db, writer)
  const drawn = chance('materials')
  const ids = await masters.materials(Array.from({ length: 120 }, (_, index) => {
    const [nameCn, nameEn, prefix, unit, low, high, batchManaged] = families[index % families.length]!
    const [factory, locations] = plants[index % plants.length]!
    const number = String(Math.floor(index / families.length) + 1).padStart(3, '0')
    return {
      code: `${prefix}-${number}`,
      nameCn: `${nameCn} ${number}`,
      nameEn: `${nameEn} ${number}`,
      unit,
      factory,
      storageLocation: drawn.pick(locations),
      batchManaged,
      price: (drawn.between(low, high) / 100).toFixed(2),
      saleable: sold.has(prefix),
      enable: index !== 117,
    }
  }))
  await masters.materials(Array.from({ length: 6 }, (_, index) => {
    const [factory, [storageLocation]] = plants[index % plants.length]!
    const components = Array.from({ length: 4 },
      (__, part) => ({ rowId: `${index}-${part}`, material: ids[index * 8 + part * 2]!, quantity: String(drawn.between(1, 20)) }))
    return { code: `SET-${index + 1}`, nameCn: `套料 ${index + 1}`, nameEn: `Set ${index + 1}`, unit: 'set', factory, storageLocation,
      isSet: true, setCount: 1, components }
  }))
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'masters.partners',
  sort: 50,
  async records(db, { at }) {
    await saveBanks(db, { by: personId('finance'), at })
    await savePartners(db, { by: personId('finance'), at })
  },
}, {
  key: 'masters.materials',
  sort: 80,
  records: (db, { at }) => saveMaterials(db, { by: personId('finance'), at }),
})
