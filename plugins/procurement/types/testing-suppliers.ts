import type { FormValue } from '#kernel/values/value.ts'
import type { FilingProduct } from '#plugins/forms/server/contract-filing.ts'

export const buyer = 'dongmei'

const paper = ({ product }: FilingProduct, by: string): Promise<string> => product.as(by).upload('资料.pdf', Buffer.from('%PDF-1.4\n%%EOF'))

export const contact = (change: FormValue = {}): FormValue => ({ rowId: 'k1', name: '周敏', position: '销售经理', mobile: '13800001234',
  email: 'zhoumin@demo.example', isMain: '1', ...change })

export const account = (change: FormValue = {}): FormValue => ({ rowId: 'b1', accountName: '常州恒达电子有限公司',
  accountNo: '6222020000000000000', bank: '中国银行', currencyType: 'CNY', ...change })

const licence = (file: string, change: FormValue = {}): FormValue => ({ rowId: 'c1', certType: 'licence', certNo: 'YZ-2026',
  validTo: '2030-12-31', file: [file], ...change })

/** A maker of connectors, introduced as a second source. */
export const supplierOf = async (support: FilingProduct, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-purchase',
  supplierName: '常州恒达电子有限公司',
  supplierShort: '常州恒达电子',
  supplierType: 'material',
  introReason: 'second',
  reasonDesc: '连接器第二货源',
  domestic: '1',
  creditCode: '91320400MA1XYQ8K2P',
  legalPerson: '周恒',
  registeredCapital: '2000.00',
  foundedDate: '2012-05-08',
  area: ['320000', '320400'],
  address: '新北区通江路9号',
  mainProducts: '板对板连接器',
  capacity: '月产能200万只，交期14天',
  paymentTerm: 'm60',
  taxRate: '13',
  currencyType: 'CNY',
  tradeTerm: 'dom',
  isAgent: false,
  contacts: [contact()],
  bankAccounts: [account()],
  materials: [{ rowId: 'm1', materialDesc: '板对板连接器 0.8mm', annualQty: '500000.000' }],
  certificates: [licence(await paper(support, buyer))],
  surveyFile: [await paper(support, buyer)],
  agreements: ['quality', 'rohs', 'integrity'],
  audit: 'yes',
  ...change,
})

const weights = { quality: 25, technology: 20, delivery: 20, price: 15, env: 10, finance: 10 }

/** Scores of an audit, the same in every topic. */
export const scoresOf = (score: number, change: Partial<typeof weights> = {}): FormValue[] =>
  Object.entries({ ...weights, ...change }).map(([item, weight], index) => ({ rowId: `s${index}`, item, weight, score }))

const checks = (...items: readonly string[]): object => ({ checkList: items.map((item) => ({ item, result: 'pass' })) })

const audited = checks('licence', 'systems', 'rohs', 'processes')

/** The findings of the supplier quality engineer. */
export const auditOf = async (support: FilingProduct, business: FormValue = {}): Promise<object> => ({
  ...audited,
  comment: '现场审核通过',
  business: { auditDate: '2026-11-18', auditTeam: ['u-quality'], scores: scoresOf(88), auditReport: [await paper(support, 'quality')],
    ...business },
})

const kept = { ...checks('account', 'tax'), business: { sapVendorGroup: 'Z001', purchaseOrg: '1000', reconAccount: '2202010000' } }

export const supplierSay = async (support: FilingProduct, business: FormValue = {}): Promise<Record<string, object>> => ({
  sqe: await auditOf(support, business),
  finance: kept,
})
