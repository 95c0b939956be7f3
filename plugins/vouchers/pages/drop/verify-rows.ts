import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import { codesIn } from '#kernel/values/typed-code.ts'
import type { WritingHttp } from '#providers/http.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { verifiedMark } from './placing.ts'
import type { ReadAnswer, ReadVerification } from './read-answer.ts'

export type NumberedVerification = ReadVerification & { readonly number: string }

/** Has the invoices of a file verified, where a service is set up; one that is away says nothing. */
export async function askVerification(http: WritingHttp, attachment: string,
  { vouchers, isVerifiable }: ReadAnswer): Promise<readonly NumberedVerification[]> {
  const isOpen = vouchers.some(({ usedIn, company, verification }) =>
    usedIn === undefined && company !== null && verification?.outcome !== 'genuine'
  )
  return isVerifiable && isOpen
    ? http.post<readonly NumberedVerification[]>('/oaserver/voucher/verify', { attachment }, { quiet: true }).catch(() => [])
    : []
}

/** Says the outcomes at the invoices' numbers; what stands there as wrong stays. */
export const markVerified = (store: FormStore, answers: readonly NumberedVerification[]): void =>
  store.marks.put(
    answers.flatMap((answer) =>
      cellsWith(store, answer.number).filter((name) => store.marks.at(name)?.tone !== 'wrong').map((name) =>
        [name, verifiedMark(answer)] as const
      )
    ),
  )

/** Names of the cells that hold this number. */
const cellsWith = (store: FormStore, number: string): readonly string[] =>
  invoiceTables(store.form.fields).flatMap((table) => {
    const column = keyAs(store.form.fields[table]?.columns ?? {}, 'invoiceNumber') ?? ''
    return rowsAt(store.value, table).filter((row) => codesIn(row[column]).includes(number)).map((row) =>
      nameOfCell({ key: table, rowId: rowIdOf(row) ?? '', column })
    )
  })
