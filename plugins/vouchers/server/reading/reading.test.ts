import { describe, expect, it } from 'vitest'
import { zipOf } from '#server/workbooks/testing.ts'
import { readFile } from './read.ts'
import { airFacts, digitalXml, olderXml, ordinaryFacts, ofd, railFacts, standardXml } from './testing.ts'
import type { Voucher } from './voucher.ts'

const read = (content: string | Uint8Array, name = 'file') => readFile({ name, bytes: Buffer.from(content) })
const values = ({ fields }: Voucher) => Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]))
const doubted = ({ fields }: Voucher) => Object.entries(fields).flatMap(([key, { certain }]) => (certain ? [] : [key]))
const only = async (content: string | Uint8Array) => {
  const { vouchers, problems } = await read(content)
  expect([vouchers.length, problems]).toEqual([1, []])
  return vouchers[0]!
}
const digits = (index: number) => `2632000000000000${String(index).padStart(4, '0')}`

const buyer = { buyerName: '江苏示例制造有限公司' }
const families: readonly (readonly [string, (number: string) => string | Buffer, object])[] = [
  ['a digital invoice', (number) => digitalXml(number), { issueDate: '2026-11-20', buyerName: '江苏示例&制造有限公司',
    buyerTaxNo: '91320000BUYER00001', sellerName: '苏州测试餐饮有限公司', sellerTaxNo: '91320000SELLER0001', item: '餐费', net: '100.00',
    tax: '6.00', total: '106.00' }],
  ['an older OFD', (number) => ofd(olderXml(number)), { ...buyer, code: '032002600111', issueDate: '2026-11-19',
    buyerTaxNo: '91320000BUYER00001', sellerName: '无锡测试商贸有限公司', sellerTaxNo: '91320000SELLER0002', net: '100.00', tax: '6.00',
    total: '106.00' }],
  ['a rail ticket', (number) => ofd(standardXml('rai', railFacts(number)), 'Doc_0/Attachs/rai_issuer_1.xml'), { ...buyer,
    issueDate: '2026-11-20', travelDate: '2026-11-12', buyerTaxNo: '91320000BUYER00001', net: '200.00', tax: '18.00', total: '218.00',
    departure: '苏州', destination: '北京南', businessType: '售' }],
  ['an air itinerary', (number) => standardXml('atr', airFacts(number)), { ...buyer, issueDate: '2026-11-18', net: '1000.00', tax: '90.00',
    otherCharges: '50.00', total: '1140.00' }],
  ['an ordinary invoice by the data standard', (number) => standardXml('inv', ordinaryFacts(number)), { ...buyer, code: '032002600104',
    issueDate: '2026-11-17', net: '1000.00', tax: '130.00', total: '1130.00', buyerTaxNo: '91320000BUYER00001',
    sellerName: '无锡测试商贸有限公司', sellerTaxNo: '91320000SELLER0002', checkCode: '64484022470100000000' }],
]
const samples = families.flatMap(([name, make, expected]) =>
  Array.from({ length: 4 }, (_, index) => [`${name}, ${index + 1}`, make(digits(index)), { number: digits(index), ...expected }] as const)
)

describe('a structured voucher', () => {
  it.each(samples)('is read whole: %s', async (_, content, expected) => {
    const voucher = await only(content)
    expect(values(voucher)).toEqual(expected)
    expect(doubted(voucher)).toEqual([])
  })

  it('has uncertain amounts where they do not add up', async () => {
    const voucher = await only(digitalXml(digits(1), { net: '100.00', tax: '6.00', total: '107.00' }))
    expect(doubted(voucher)).toEqual(['net', 'tax', 'total'])
  })

  it('has uncertain amounts where a part is missing', async () => {
    const { TaxAmount: _, ...facts } = railFacts(digits(1))
    expect(doubted(await only(standardXml('rai', facts)))).toEqual(['net', 'total'])
  })

  it('says nothing where one fact has two values', async () => {
    const facts = standardXml('inv', ordinaryFacts(digits(1))).replace('</xbrl>', '<inv:DateOfIssue>20260101</inv:DateOfIssue></xbrl>')
    expect(values(await only(facts))).not.toHaveProperty('issueDate')
  })

  it('is negative where it is red, and names the one that it corrects', async () => {
    const red = digitalXml(digits(1), { net: '-100.00', tax: '-6.00', total: '-106.00' },
      `<RedEInvoice><OriginalInvoiceCode>${digits(2)}</OriginalInvoiceCode></RedEInvoice>`)
    expect(values(await only(red))).toMatchObject({ total: '-106.00', originalNumber: digits(2) })
  })

  it('is named by the remark where it is the blue one of a red invoice, and then not certain', async () => {
    const red = digitalXml(digits(1), { net: '-100.00', tax: '-6.00', total: '-106.00' }).replace('</EInvoiceData>',
      `<AdditionalInformation><Remark>被红冲蓝字数电发票号码：${
        digits(2)
      } 红字发票信息确认单编号：3200</Remark></AdditionalInformation></EInvoiceData>`)
    expect((await only(red)).fields).toMatchObject({ total: { value: '-106.00', certain: true },
      originalNumber: { value: digits(2), certain: false } })
  })

  it('keeps the tax that it tells where only the difference bears tax', async () => {
    const difference = digitalXml(digits(1), { net: '980.00', tax: '2.40', total: '982.40' }).replace('</IssuItemInformation>',
      '<TaxRate>0.06</TaxRate><KCE>940.00</KCE></IssuItemInformation>')
    const voucher = await only(difference)
    expect([values(voucher), doubted(voucher)]).toMatchObject([{ net: '980.00', tax: '2.40', total: '982.40' }, []])
  })

  it('bears no tax where asterisks stand for it', async () => {
    const voucher = await only(ofd(olderXml(digits(1), { net: '57.00', tax: '***', total: '57.00' })))
    expect([values(voucher), doubted(voucher)]).toMatchObject([{ net: '57.00', tax: '0.00', total: '57.00' }, []])
  })

  it('is a refund where the rail ticket says so, names the first ticket, and has no seller', async () => {
    const voucher = await only(standardXml('rai', { ...railFacts(digits(1)), TypeOfBusiness: '退', NumberOfOriginalInvoice: digits(2) }))
    expect(values(voucher)).toMatchObject({ businessType: '退', originalNumber: digits(2) })
    expect(voucher.fields).not.toHaveProperty('sellerName')
  })

  it('says who went from where to where, and when, where a ticket does', async () => {
    const ticket = await only(standardXml('rai', { ...railFacts(digits(1)), Name: '王伟', DepartureTime: '8:05', SeatLevel: '二等座' }))
    expect(values(ticket)).toMatchObject({ passenger: '王伟', departureTime: '08:05', seat: '二等座' })
    const flight = (from: string, to: string, day: string) =>
      `<atr:DetailInformationOfAirTicketTuple><atr:CarrierDate>${day}</atr:CarrierDate><atr:DepartureTime>0815</atr:DepartureTime>
        <atr:DepartureStation>${from}</atr:DepartureStation>` +
      `<atr:DestinationStation>${to}</atr:DestinationStation></atr:DetailInformationOfAirTicketTuple>`
    const itinerary = standardXml('atr', { ...airFacts(digits(2)), PassengerName: '宋涛' }).replace('</xbrl>',
      `${flight('上海虹桥', '北京首都', '2026-11-12')}${flight('北京首都', '上海虹桥', '2026-11-14')}</xbrl>`)
    const voucher = await only(itinerary)
    expect(values(voucher)).toMatchObject({ passenger: '宋涛', departure: '上海虹桥', destination: '北京首都', travelDate: '2026-11-12',
      departureTime: '08:15' })
    expect(voucher.segments).toEqual([{ departure: '上海虹桥', destination: '北京首都', date: '2026-11-12', time: '08:15' }, {
      departure: '北京首都',
      destination: '上海虹桥',
      date: '2026-11-14',
      time: '08:15',
    }])
  })

  it('has its number whatever stands before it', async () => {
    const toll = digitalXml(digits(3), undefined, '<Toll><PlateNumber>苏E12345</PlateNumber></Toll>')
    expect(values(await only(toll))).toMatchObject({ number: digits(3) })
  })

  it('stands beside others in one file', async () => {
    const { vouchers } = await read(`<Invoices>${digitalXml(digits(1))}${digitalXml(digits(2))}</Invoices>`)
    expect(vouchers.map((voucher) => values(voucher)['number'])).toEqual([digits(1), digits(2)])
  })

  it.each([['20261120101500', '2026-11-20'], ['20261120101500123', '2026-11-20'], ['2026/3/7', '2026-03-07'], ['2026.03.07', '2026-03-07'],
    ['2026 年 3 月 7 日', '2026-03-07'], ['2026-11-20T17:30:00Z', '2026-11-21']])('has its date in any spelling: %s',
      async (text, date) => {
        expect(values(await only(digitalXml(digits(1)).replace('2026-11-20 10:15:00', text)))).toMatchObject({ issueDate: date })
      })

  it('leaves out a date that is none', async () => {
    expect(values(await only(digitalXml(digits(1)).replace('2026-11-20', '2026-02-30')))).not.toHaveProperty('issueDate')
  })
})

describe('a digital invoice that was cut down', () => {
  it('is read without the block of the tax administration, with the number of its head and no certain day', async () => {
    const whole = digitalXml(digits(5), { net: '-100.00', tax: '-6.00', total: '-106.00' })
    const cut = whole.replace(/<TaxSupervisionInfo>.*<\/TaxSupervisionInfo>/s, '')
      .replace('<BasicInformation>', '<BasicInformation><RequestTime>2026-11-20 10:10:00</RequestTime>')
    const { fields } = await only(Buffer.from(cut))
    expect([fields.number, fields.issueDate, fields.total]).toMatchObject([{ value: digits(5), certain: false }, { value: '2026-11-20',
      certain: false }, { value: '-106.00', certain: true }])
    expect((await read(Buffer.from(cut.replace(/<EIid>.*<\/EIid>/, '<EIid>1</EIid>')))).vouchers).toEqual([])
  })
})

describe('a zip', () => {
  it('of macOS or Windows is read without what the system adds to it', async () => {
    const entries = [{ name: '十一月/', content: '' }, { name: '十一月/电子发票A.XML', content: digitalXml(digits(1)) }, {
      name: '__MACOSX/十一月/._电子发票A.XML',
      content: Buffer.from('00051607', 'hex'),
    }, { name: '十一月/.DS_Store', content: 'Bud1' }, { name: '十一月/._b.xml', content: 'x' }, { name: 'Thumbs.db', content: 'x' }, {
      name: '十一月/desktop.ini',
      content: 'x',
    }]
    expect(await read(zipOf(entries))).toMatchObject({ vouchers: [{ files: ['电子发票A.XML'] }], problems: [] })
  })

  it('has the names of its files, whatever system wrote them', async () => {
    // 电子.xml, 刘昞.xml (its second byte is a backslash) and 票\\b.xml in GBK
    const names = ['b5e7d7d32e786d6c', 'c1f5955c2e786d6c', 'c6b15c622e786d6c'].map((hex) => Buffer.from(hex, 'hex'))
    const { vouchers, problems } = await read(zipOf(names.map((name, index) => ({ name, content: digitalXml(digits(index)) }))))
    expect([vouchers.map(({ files }) => files[0]), problems]).toEqual([['电子.xml', '刘昞.xml', 'b.xml'], []])
  })

  it('holds one voucher in two formats as one', async () => {
    const rail = standardXml('rai', railFacts(digits(1)))
    const { vouchers } = await read(
      zipOf([{ name: '票/a.ofd', content: ofd(rail, 'Doc_0/Attachs/rai.xml') }, { name: '票/b.xml', content: rail }]),
    )
    expect(vouchers.map(({ files }) => files)).toEqual([['a.ofd', 'b.xml']])
  })

  it('makes a value uncertain where two formats contradict each other', async () => {
    const [first, second] = [digitalXml(digits(1)), digitalXml(digits(1)).replace('2026-11-20', '2026-11-21')]
    expect(doubted(await only(zipOf([{ name: 'a.xml', content: first }, { name: 'b.xml', content: second }])))).toEqual(['issueDate'])
  })

  it('tells of each file that it cannot read beside those that it can', async () => {
    const zip = zipOf([{ name: 'a.xml', content: digitalXml(digits(1)) }, { name: 'b.txt', content: 'a note' }])
    expect(await read(zip)).toMatchObject({ vouchers: [{ files: ['a.xml'] }], problems: [{ file: 'b.txt', code: 'vouchers.unsupported' }] })
  })
})

const nested = (
  depth: number,
): Buffer => (depth === 0 ? Buffer.from(digitalXml(digits(1))) : zipOf([{ name: 'a', content: nested(depth - 1) }]))

describe('a bad file', () => {
  it.each([
    ['a picture that is neither PNG nor JPEG', Buffer.from('474946383961', 'hex'), 'unsupported'],
    ['another XML', '<a/>', 'notVoucher'],
    ['an invoice without a number', digitalXml(''), 'notVoucher'],
    ['a document type', `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${digitalXml(digits(1))}`, 'hostile'],
    ['half a file', digitalXml(digits(1)).slice(0, 400), 'damaged'],
    ['two roots', `${digitalXml(digits(1))}<a/>`, 'damaged'],
    ['bytes that are no text', Buffer.concat([Buffer.from('<a>'), Buffer.from([0xff, 0xfe]), Buffer.from('</a>')]), 'damaged'],
    ['what nests too deep', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`, 'tooLarge'],
    ['a zip in zips', nested(4), 'tooLarge'],
    ['a zip that is empty', zipOf([]), 'notVoucher'],
    ['an encrypted zip', zipOf([{ name: 'a.xml', content: digitalXml(digits(1)), encrypted: true }]), 'encrypted'],
    ['a bomb', zipOf([{ name: 'a.xml', content: ' '.repeat(30_000_000) }]), 'tooLarge'],
    ['a path out of the zip in GBK', zipOf([{ name: Buffer.from('b5e75c2e2e5c2e2e5c612e786d6c', 'hex'), content: digitalXml(digits(1)) }]),
      'damaged'],
    ['a path out of the zip', zipOf([{ name: '../../a.xml', content: digitalXml(digits(1)) }]), 'damaged'],
  ])('has one code and no voucher: %s', async (_, content, code) => {
    expect(await read(content)).toEqual({ vouchers: [], problems: [{ file: expect.any(String) as string, code: `vouchers.${code}` }] })
  })

  it('never ends the reading, whatever bytes it has', async () => {
    let seed = 20_261_124
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(samples[random(samples.length)]![1])
      for (let change = 0; change < 8; change++) bytes[random(bytes.length)] = random(256)
      const { vouchers, problems } = await read(bytes.subarray(0, bytes.length - (round % 3 === 0 ? random(bytes.length) : 0)))
      expect(vouchers.length + problems.length).toBeGreaterThan(0)
    }
  })
})
