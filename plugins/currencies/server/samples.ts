import { sumMoney } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import type { Writer } from '#server/resources/records.ts'
import { chance, demoSamples, monthsBack, personId, wholeUnits } from '#plugins/demo/server/public-api.ts'
import { currencies } from './currencies.ts'
import { rates } from './rates.ts'

/** code, symbol, names, base rate to RMB (invented) */
const base = [
  ['CNY', '￥', '人民币', 'RMB', '1'],
  ['USD', '$', '美元', 'US dollar', '7.10'],
  ['EUR', '€', '欧元', 'Euro', '8.25'],
  ['HKD', 'HK$', '港币', 'Hong Kong dollar', '0.91'],
  ['JPY', '¥', '日元', 'Yen', '0.0465'],
  ['GBP', '£', '英镑', 'Pound', '9.40'],
  ['KRW', '₩', '韩元', 'Won', '0.0050'],
  ['TWD', 'NT$', '新台币', 'New Taiwan dollar', '0.229'],
  ['SGD', 'S$', '新加坡元', 'Singapore dollar', '5.52'],
  ['THB', '฿', '泰铢', 'Baht', '0.219'],
  ['VND', '₫', '越南盾', 'Dong', '0.00027'],
  ['INR', '₹', '印度卢比', 'Rupee', '0.081'],
] as const

/** Number of months with rates, up to the anchor's. */
const months = 14

/** Saves currencies with monthly rates. The anchor month's rate of KRW is missing, to demonstrate the warning. */
async function saveCurrencies(db: Db, anchor: string, writer: Writer): Promise<void> {
  const current = anchor.slice(0, 7)
  for (const [code, symbol, nameCn, nameEn, rate] of base) {
    await currencies(db).save({ code, symbol, nameCn, nameEn, decimals: wholeUnits.includes(code) ? 0 : 2, ...writer })
    if (code === 'CNY') continue
    const drawn = chance(`rate-${code}`)
    for (const month of monthsBack(anchor, months)) {
      const change = 1 + (drawn.next() - 0.5) * 0.03
      if (code === 'KRW' && month === current) continue
      await rates(db).save({ month, currency: code, rate: sumMoney([rate]).times(change.toFixed(6)).toFixed(6), locked: month < current,
        ...writer })
    }
  }
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'currencies',
  sort: 10,
  records: (db, { day, at }) => saveCurrencies(db, day, { by: personId('finance'), at }),
})
