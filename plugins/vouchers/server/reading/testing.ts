import { zipOf } from '#server/workbooks/testing.ts'

/** Amounts of a sample voucher; samples have invented names and follow the layouts. */
export interface Amounts {
  readonly net: string
  readonly tax: string
  readonly total: string
}

const plain: Amounts = { net: '100.00', tax: '6.00', total: '106.00' }

/** XML of a digital invoice; the signature repeats some fields, and a toll invoice has a plate before the number. */
export const digitalXml = (number: string, { net, tax, total }: Amounts = plain, specific = '') =>
  `<EInvoice><Header><EIid>${number}</EIid><EInvoiceTag>SWEI3200</EInvoiceTag></Header><EInvoiceData>
  <SellerInformation><SellerIdNum>91320000SELLER0001</SellerIdNum><SellerName>苏州测试餐饮有限公司</SellerName></SellerInformation>
  <BuyerInformation><BuyerIdNum>91320000BUYER00001</BuyerIdNum><BuyerName>江苏示例&amp;制造有限公司</BuyerName></BuyerInformation>
  <BasicInformation><TotalAmWithoutTax>${net}</TotalAmWithoutTax><TotalTaxAm>${tax}</TotalTaxAm>
  <TotalTax-includedAmount>${total}</TotalTax-includedAmount></BasicInformation>
  <IssuItemInformation><ItemName>餐费</ItemName><TotaltaxIncludedAmount>999.99</TotaltaxIncludedAmount></IssuItemInformation>
  <IssuItemInformation><ItemName>折扣</ItemName><Amount>-20.00</Amount></IssuItemInformation>
  <SpecificInformation>${specific}</SpecificInformation></EInvoiceData>
  <TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>2026-11-20 10:15:00</IssueTime></TaxSupervisionInfo>
  <TaxBureauSignature><SellerName>签名</SellerName><InvoiceNumber>1</InvoiceNumber></TaxBureauSignature></EInvoice>`

export const olderXml = (number: string, { net, tax, total }: Amounts = plain) =>
  `<fp:eInvoice xmlns:fp="urn:x"><fp:InvoiceCode>032002600111</fp:InvoiceCode><fp:InvoiceNo>${number}</fp:InvoiceNo>
    <fp:IssueDate>2026年11月19日</fp:IssueDate>
  <fp:Buyer><fp:BuyerName>江苏示例制造有限公司</fp:BuyerName><fp:BuyerTaxID>91320000BUYER00001</fp:BuyerTaxID></fp:Buyer>
  <fp:Seller><fp:SellerName>无锡测试商贸有限公司</fp:SellerName><fp:SellerTaxID>91320000SELLER0002</fp:SellerTaxID></fp:Seller>
  <fp:TaxExclusiveTotalAmount>¥${net}</fp:TaxExclusiveTotalAmount><fp:TaxTotalAmount>${tax}</fp:TaxTotalAmount>
  <fp:TaxInclusiveTotalAmount>${total}</fp:TaxInclusiveTotalAmount></fp:eInvoice>`

/** XML of a voucher by the data standard: facts below a root element. */
export const standardXml = (prefix: string, facts: Readonly<Record<string, string>>) =>
  `<xbrl xmlns:${prefix}="urn:x">${
    Object.entries(facts).map(([name, value]) => `<${prefix}:${name} contextRef="now">${value}</${prefix}:${name}>`).join('')
  }</xbrl>`

export const railFacts = (number: string) => ({ ElectronicInvoiceRailwayETicketNumber: number, DateOfIssue: '2026-11-20',
  TravelDate: '2026-11-12', Fare: '218.00', TotalAmountExcludingTax: '200.00', TaxAmount: '18.00', NameOfPurchaser: '江苏示例制造有限公司',
  UnifiedSocialCreditCodeOfPurchaser: '91320000BUYER00001', TypeOfBusiness: '售', DepartureStation: '苏州', DestinationStation: '北京南' })

export const airFacts = (number: string) => ({ ElectronicInvoiceAirTransportReceiptNumber: number, DateOfIssue: '2026-11-18',
  Fare: '900.00', FuelSurcharge: '100.00', CivilAviationDevelopmentFund: '50.00', OtherTaxes: '0.00', VatRate: '9%', VatTaxAmount: '90.00',
  TotalAmount: '1140.00', NameOfPurchaser: '江苏示例制造有限公司' })

export const ordinaryFacts = (number: string) => ({ CodeOfInvoice: '032002600104', NumberOfInvoice: number, DateOfIssue: '20261117',
  TotalAmountExcludingTax: '1,000.00', TotalTaxAmount: '130.00', TaxIncludedAmountInFigures: '1130.00',
  NameOfPurchaser: '江苏示例制造有限公司', TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfPurchaser: '91320000BUYER00001',
  NameOfSeller: '无锡测试商贸有限公司', TaxpayerIdentificationNumberUnifiedSocialCreditCodeOfSeller: '91320000SELLER0002',
  IdentifyingCode: '64484022470100000000' })

export const ofd = (attachment: string, name = 'Doc_0/Attachs/original_invoice.xml') =>
  zipOf([{ name: 'OFD.xml', content: '<OFD/>' }, { name: 'Doc_0/Attachs/Attachments.xml', content: '<Attachments/>' }, { name,
    content: attachment }])
