import { Decimal } from 'decimal.js'
import { Unreadable } from '#server/workbooks/sheet.ts'
import { type Attributes, readXml } from '#server/workbooks/xml.ts'
import { amountOf, balanced, fieldsOf, type Layout, readingOf, shapedValueOf } from './fields.ts'
import { type Segment, Unread, type Voucher } from './voucher.ts'

/** An XML element of a voucher; names are without namespace prefix. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly Element[]
  /** Text of the element itself, trimmed. */
  readonly text: string
}

const deepest = 64
const mostElements = 100_000

interface ElementDraft {
  readonly name: string
  readonly attributes: Attributes
  readonly children: ElementDraft[]
  text: string
}

/** Parses XML into a tree. @throws Unread for a DOCTYPE, too deep nesting, too many elements, or malformed XML */
export function elementOf(bytes: Uint8Array): Element {
  const source = decoded(bytes)
  if (/<!(?:DOCTYPE|ENTITY)/i.test(source)) throw new Unread('vouchers.hostile')
  const top: ElementDraft = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let count = 0
  const reader = {
    open(name: string, attributes: Attributes) {
      count += 1
      if (open.length > deepest || count > mostElements) throw new Unread('vouchers.tooLarge')
      const element: ElementDraft = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    text(text: string) {
      const element = open.at(-1)
      if (element) element.text += text
    },
    close() {
      const element = open.pop()
      if (element) element.text = element.text.trim()
    },
  }
  try {
    readXml(source, reader)
  } catch (error) {
    throw error instanceof Unreadable ? new Unread('vouchers.damaged') : error
  }
  const [root, second] = top.children
  if (!root || second) throw new Unread('vouchers.damaged')
  return root
}

/** Decodes bytes as UTF-8, or as GB18030 if the XML declares a GB encoding. @throws Unread for invalid bytes */
function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const encoding = /encoding\s*=\s*["']gb/i.test(head) ? 'gb18030' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Unread('vouchers.damaged')
  }
}

/** Text at a path of child elements; undefined if absent or empty. */
export function textAt(element: Element, path: string): string | undefined {
  let found: Element | undefined = element
  for (const name of path.split('/')) found = found?.children.find((child) => child.name === name)
  return found?.text || undefined
}

/** The outermost elements of a name, in document order. */
export const elementsNamed = (element: Element, name: string): Element[] =>
  element.name === name ? [element] : element.children.flatMap((child) => elementsNamed(child, name))

const digital: Layout = {
  number: ['TaxSupervisionInfo/InvoiceNumber'],
  issueDate: ['TaxSupervisionInfo/IssueTime'],
  buyerName: ['EInvoiceData/BuyerInformation/BuyerName'],
  buyerTaxNo: ['EInvoiceData/BuyerInformation/BuyerIdNum'],
  sellerName: ['EInvoiceData/SellerInformation/SellerName'],
  sellerTaxNo: ['EInvoiceData/SellerInformation/SellerIdNum'],
  net: ['EInvoiceData/BasicInformation/TotalAmWithoutTax'],
  tax: ['EInvoiceData/BasicInformation/TotalTaxAm'],
  total: ['EInvoiceData/BasicInformation/TotalTax-includedAmount'],
  originalNumber: ['EInvoiceData/SpecificInformation/RedEInvoice/OriginalInvoiceCode'],
  item: ['EInvoiceData/IssuItemInformation/ItemName'],
  quantity: ['EInvoiceData/IssuItemInformation/Quantity'],
}

/** Paths in files reduced to a part of the layout, such as the block of the tax administration. */
const cutDown: Layout = {
  number: ['Header/EIid'],
  issueDate: ['EInvoiceData/BasicInformation/RequestTime'],
}

/** Remark of a credit note, with the original invoice in a standard sentence of the tax system. */
const remark = 'EInvoiceData/AdditionalInformation/Remark'

const older: Layout = {
  number: ['InvoiceNo'],
  code: ['InvoiceCode'],
  issueDate: ['IssueDate'],
  buyerName: ['Buyer/BuyerName'],
  buyerTaxNo: ['Buyer/BuyerTaxID'],
  sellerName: ['Seller/SellerName'],
  sellerTaxNo: ['Seller/SellerTaxID'],
  net: ['TaxExclusiveTotalAmount'],
  tax: ['TaxTotalAmount'],
  total: ['TaxInclusiveTotalAmount'],
  checkCode: ['InvoiceCheckCode'],
  item: ['GoodsInfos/GoodsInfo/Item'],
  quantity: ['GoodsInfos/GoodsInfo/Quantity'],
}

const ordinary: Layout = {
  number: ['NumberOfInvoice'],
  code: ['CodeOfInvoice'],
  issueDate: ['DateOfIssue'],
  net: ['TotalAmountExcludingTax'],
  tax: ['TotalTaxAmount'],
  total: ['TaxIncludedAmountInFigures'],
  buyerName: ['NameOfPurchaser'],
  buyerTaxNo: ['TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfPurchaser'],
  sellerName: ['NameOfSeller'],
  sellerTaxNo: ['TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller'],
  checkCode: ['IdentifyingCode'],
}

/** Layout of rail tickets, which have no seller; the date of issue differs from the date of travel. */
const rail: Layout = {
  number: ['ElectronicInvoiceRailwayETicketNumber'],
  issueDate: ['DateOfIssue'],
  travelDate: ['TravelDate'],
  departureTime: ['DepartureTime'],
  passenger: ['Name'],
  seat: ['SeatLevel'],
  buyerName: ['NameOfPurchaser'],
  buyerTaxNo: ['UnifiedSocialCreditCodeOfPurchaser'],
  net: ['TotalAmountExcludingTax'],
  tax: ['TaxAmount'],
  total: ['Fare'],
  departure: ['DepartureStation'],
  destination: ['DestinationStation'],
  originalNumber: ['NumberOfOriginalInvoice'],
  businessType: ['TypeOfBusiness'],
}

const air: Layout = {
  number: ['ElectronicInvoiceAirTransportReceiptNumber'],
  issueDate: ['DateOfIssue', 'IssueDate'],
  travelDate: ['CarrierDate'],
  departureTime: ['DepartureTime'],
  departure: ['DepartureStation'],
  destination: ['DestinationStation'],
  passenger: ['PassengerName'],
  buyerName: ['NameOfPurchaser'],
  buyerTaxNo: ['UnifiedSocialCreditCodeOfPurchaser'],
  tax: ['VatTaxAmount'],
  total: ['TotalAmount'],
}

/** Vouchers of an XML file; empty if it is another kind of XML. */
export function vouchersOf(root: Element, file: string): Voucher[] {
  const invoices = elementsNamed(root, 'EInvoice')
  if (invoices.length > 0) return invoices.map((invoice) => balanced('digital', file, digitalFields(invoice))).filter(hasNumber)
  if (root.name === 'eInvoice') return [balanced('older', file, fieldsOf(older, (path) => textAt(root, path)))].filter(hasNumber)
  return root.name === 'xbrl' ? [withSegments(byStandard(factsOf(root), file), root)].filter(hasNumber) : []
}

function digitalFields(invoice: Element): Voucher['fields'] {
  const textOf = (path: string) => textAt(invoice, path)
  const fields = { ...fieldsOf(cutDown, textOf, { rung: 'text', valueOf: shapedValueOf }), ...fieldsOf(digital, textOf) }
  const [, blue] = /被红冲蓝字(?:数电)?发?票号码[:：]\s*(\d{20}|\d{8})(?!\d)/.exec(textAt(invoice, remark) ?? '') ?? []
  return blue === undefined || fields.originalNumber ? fields : { ...fields, originalNumber: readingOf(blue, remark, 'text') }
}

const hasNumber = ({ fields }: Voucher) => fields.number !== undefined

type Facts = ReadonlyMap<string, string | undefined>

/** Facts by name; facts with contradictory values are left out. */
function factsOf(root: Element): Facts {
  const facts = new Map<string, string | undefined>()
  for (const { name, text, children } of root.children) {
    if (children.length > 0 || text === '') continue
    facts.set(name, facts.has(name) && facts.get(name) !== text ? undefined : text)
  }
  return facts
}

/** Reads a voucher by the accounting data standard; the name of the number fact determines the kind. */
function byStandard(facts: Facts, file: string): Voucher {
  const read = (layout: Layout) => fieldsOf(layout, (name) => facts.get(name))
  if (facts.has('ElectronicInvoiceRailwayETicketNumber')) return balanced('rail', file, read(rail))
  if (facts.has('ElectronicInvoiceAirTransportReceiptNumber')) return balanced('air', file, { ...read(air), ...airCharges(facts) })
  return balanced('ordinary', file, read(ordinary))
}

/** Group element of a flight; the fields contain the first flight. */
const flights = 'DetailInformationOfAirTicketTuple'

function withSegments(voucher: Voucher, root: Element): Voucher {
  if (voucher.kind !== 'air') return voucher
  const groups = elementsNamed(root, flights)
  const segments = groups.flatMap((group) => segmentOf(fieldsOf(air, (path) => textAt(group, path))) ?? [])
  const [first] = groups
  const values = first ? fieldsOf(air, (path) => textAt(first, path)) : {}
  return { ...voucher, fields: { ...values, ...voucher.fields }, ...(segments.length > 1 && { segments }) }
}

const segmentOf = ({ departure, destination, travelDate, departureTime }: Voucher['fields']): Segment | undefined =>
  departure && destination && travelDate
    ? { departure: departure.value, destination: destination.value, date: travelDate.value,
      ...(departureTime && { time: departureTime.value }) }
    : undefined

/** Net amount (fare and fuel surcharge) and untaxed charges of an air ticket; total minus tax is not the net amount. */
function airCharges(facts: Facts): Voucher['fields'] {
  const sums = { net: ['Fare', 'FuelSurcharge'], otherCharges: ['CivilAviationDevelopmentFund', 'OtherTaxes'] }
  return Object.fromEntries(Object.entries(sums).flatMap(([field, names]) => {
    const parts = names.flatMap((name) => amountOf(facts.get(name)) ?? [])
    return parts.length === 0 ? [] : [[field, readingOf(Decimal.sum(...parts).toFixed(2), names.join(' + '), 'structured')]]
  }))
}
