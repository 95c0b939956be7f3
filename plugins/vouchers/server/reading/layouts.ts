import { Decimal } from 'decimal.js'
import { type Element, elementsNamed, textAt } from './element.ts'
import { amountOf, balanced, fieldsOf, type Layout, readingOf } from './fields.ts'
import { shapedValueOf } from './page/shapes.ts'
import type { Segment, Voucher } from './voucher.ts'

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

/** Places of fields in files that were cut down to less than the layout, such as the block of the tax administration. */
const cutDown: Layout = {
  number: ['Header/EIid'],
  issueDate: ['EInvoiceData/BasicInformation/RequestTime'],
}

/** The remark of a red invoice names the blue one, in the sentence that the tax system writes. */
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

/** A rail ticket names no seller, and its day of issue is not that of the journey. */
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

/** The vouchers of an XML file; none where it is something else. */
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

/** Facts by name; one that is given twice with different values is left out. */
function factsOf(root: Element): Facts {
  const facts = new Map<string, string | undefined>()
  for (const { name, text, children } of root.children) {
    if (children.length > 0 || text === '') continue
    facts.set(name, facts.has(name) && facts.get(name) !== text ? undefined : text)
  }
  return facts
}

/** A voucher by the data standard: the fact that is its number says which kind it is. */
function byStandard(facts: Facts, file: string): Voucher {
  const read = (layout: Layout) => fieldsOf(layout, (name) => facts.get(name))
  if (facts.has('ElectronicInvoiceRailwayETicketNumber')) return balanced('rail', file, read(rail))
  if (facts.has('ElectronicInvoiceAirTransportReceiptNumber')) return balanced('air', file, { ...read(air), ...airCharges(facts) })
  return balanced('ordinary', file, read(ordinary))
}

/** Flights stand in groups of their own; the fields hold the first one. */
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

/** The taxed charges are fare and fuel; the fund and other taxes stand beside them, so total less tax is not the net amount. */
function airCharges(facts: Facts): Voucher['fields'] {
  const sums = { net: ['Fare', 'FuelSurcharge'], otherCharges: ['CivilAviationDevelopmentFund', 'OtherTaxes'] }
  return Object.fromEntries(Object.entries(sums).flatMap(([field, names]) => {
    const parts = names.flatMap((name) => amountOf(facts.get(name)) ?? [])
    return parts.length === 0 ? [] : [[field, readingOf(Decimal.sum(...parts).toFixed(2), names.join(' + '), 'structured')]]
  }))
}
