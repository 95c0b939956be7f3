import { z } from 'zod'

/** Answers of the gateway, as documented in docs/operations.md. */
const text = z.string().max(500)
const day = z.iso.date()
const amount = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/)

const pageOf = <Shape extends z.ZodType>(row: Shape) => z.object({ items: z.array(row).max(1000), total: z.int().min(0) })

const named = z.object({ code: text, nameCn: text, nameEn: text })

export const namedPage = pageOf(named)
export const costCentrePage = pageOf(
  named.extend({ companyCode: text.nullish(), plant: text.nullish(), blocked: z.boolean().default(false) }),
)
export const materialPage = pageOf(
  named.extend({ unit: text, plant: text, storageLocation: text.nullish(), price: text.nullish(), saleable: z.boolean().nullish() }),
)
export const stockPage = pageOf(
  z.object({ material: text, plant: text, storageLocation: text, batch: text.nullish(), qty: text, unit: text }),
)

/** The limit and the debt of a customer, in RMB. */
export const credit = z.object({ customer: text, limit: amount, receivables: amount })

const unitPrice = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/)

/** Prices of vendors for their materials, newest first, without tax. */
export const infoRecords = pageOf(
  z.object({ vendor: text, material: text, plant: text.nullish(), currency: text, price: unitPrice, priceUnit: z.int().min(1), unit: text,
    validFrom: day }),
)

/** Figures of what a sales group sells from a plant, by material and customer: pieces, and the average price in RMB. */
export const salesFigures = z.object({
  items: z.array(
    z.object({ material: text, customer: text.nullish(), actual3: z.int(), actualLast: z.int(), openOrders: z.int(), stock: z.int(),
      price: amount.nullish(),
      /** Pieces that the plant can make in the month, and those for which its key components suffice, with the ones that end first. */
      capacity: z.int().nullish(), buildable: z.int().nullish(), scarce: z.string().max(200).nullish() }),
  ).max(5000),
})

/** Data of a vendor in one company code. */
export const vendor = z.object({ code: text, name: text, companyCode: text, blocked: z.boolean(), currency: text.nullish(),
  purchaseGroup: text.nullish(), payMethod: text.nullish() })

const openItem = z.object({
  documentNo: z.string().max(10),
  fiscalYear: z.int(),
  line: z.int(),
  reference: text.nullish(),
  postingDate: day,
  dueDate: day,
  currency: text,
  amount,
  openAmount: amount,
})
export const openItems = z.object({ items: z.array(openItem).max(500) })

export type OpenItem = z.output<typeof openItem>
export type Vendor = z.output<typeof vendor>

export const purchaseOrder = z.object({ number: text, vendor: text, companyCode: text })

const documentNumber = { documentNo: z.string().min(1).max(20), fiscalYear: z.int() }

/** A posted payment, read back: with the document that reversed it. */
export const postingStatus = z.object({ ...documentNumber, reversal: z.object(documentNumber).nullish() })

/** A record or document that was posted: its number in SAP. */
export const postedRecord = z.object({ number: z.string().min(1).max(40), message: text.default('') })

/** A posted payment. */
export const posting = z.object({ ...documentNumber, message: text.default('') })

/** Filters and page of a reading. */
export interface SapQuery {
  readonly keyword?: string
  readonly plant?: string
  readonly material?: string
  readonly storageLocation?: string
  readonly batch?: string
  readonly page: number
  readonly size: number
}
