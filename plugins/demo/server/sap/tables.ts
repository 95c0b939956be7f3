import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Stored part of a posted payment. */
export interface SentPayment {
  readonly vendor: string
  readonly companyCode: string
  readonly items: readonly { readonly documentNo?: string | null; readonly fiscalYear?: number | null; readonly line?: number | null;
    readonly amount: string }[]
}

interface DemoSapPaymentTable {
  key: string
  document_no: GeneratedAlways<string>
  fiscal_year: number
  body: ColumnType<SentPayment, string, never>
  posted_at: Date
  reversed_at: Date | null
}

interface DemoSapRecordTable {
  id: GeneratedAlways<string>
  key: string
  /** Path of the call that created it. */
  path: string
  body: ColumnType<unknown, string, never>
  posted_at: Date
  taken_back_at: Date | null
}

/** Misbehaviours of the simulated SAP. */
export type Manner = 'slow' | 'refuses' | 'locked' | 'losesAnswers'

interface DemoSapMannerTable {
  id: Generated<string>
  manner: Manner
  about: string
  until: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    demo_sap_payment: DemoSapPaymentTable
    demo_sap_record: DemoSapRecordTable
    demo_sap_manner: DemoSapMannerTable
  }
}
